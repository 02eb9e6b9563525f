"""The level *chain*: each event names the previous one's hash, and every opening matches its commitment."""

from collections import ChainMap, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.audit.errors import fail
from games.audit.record_line import EventLine, RecordOpening, parse_line
from games.eventlog.digests import GENESIS_HASH, seal_digest
from games.rulebook.audience import key_opened_by
from games.rulebook.sealed import OPENS_AT_END, OPENS_NOW, is_erasable, opening_key


@dataclass(kw_only=True)
class Chain:
    """The hash chain up to a version.

    `parse_next` checks a line and changes nothing; `advance` moves on. The two are separate so that a caller can try
    several candidates for the same position.

    Args:
        complete: Whether the match is over, so that every part must open exactly when it is due. The record of a match
            in progress shows one viewer's knowledge, and a player can read their own parts before that.
    """

    match: str
    complete: bool
    version: int = 0
    head: str = GENESIS_HASH
    round: Any = 0
    ended: bool = False
    lines: list[EventLine] = field(default_factory=list)
    sealed_parts: dict[tuple[int, str], tuple[str, str]] = field(default_factory=dict)
    """For each sealed part, by version and name: its digest, and the key that opens it (such as `scoring/3`)."""
    sealed_by_key: defaultdict[str, set[tuple[int, str]]] = field(default_factory=lambda: defaultdict(set))
    """The same parts by key: no event must take longer because of all that are sealed."""
    opened_values: dict[tuple[int, str], str] = field(default_factory=dict)
    """The canonical JSON of each opened part, by version and name."""
    erased_parts: list[tuple[int, str]] = field(default_factory=list)

    def parse_next(self, raw: bytes) -> EventLine:
        """Parse the next line and check that it continues the chain.

        Raises:
            VerificationError
        """
        version = self.version + 1
        line = parse_line(raw, version)
        if self.ended:
            fail(version, "There is an event after the end of the match.")
        if line.body["match"] != self.match:
            fail(version, "The event belongs to a different match.")
        if line.body["prev"] != self.head:
            fail(version, "The event does not name the hash of the previous event.")
        self._check_openings(line, version)
        return line

    def advance(self, line: EventLine) -> None:
        """Add a line that `parse_next` returned."""
        # An opening that an event brings may be of the same event, so its sealed parts are added before the openings
        # are taken.
        self.version += 1
        self.head, self.ended = line.hash, line.body["type"] == "match_ended"
        due = self._parts_opened_by(line)
        if line.body["type"] == "round_begun":
            self.round = line.body["data"].get("round")
        for part, (digest, key) in self._parts_sealed_by(line).items():
            self.sealed_parts[part] = (digest, key)
            self.sealed_by_key[key].add(part)
        for opening in line.opened:
            self.opened_values[opening.version, opening.part] = opening.value
            self._unseal((opening.version, opening.part))
        # `_check_openings` has made sure that only erasable parts can be due and yet missing.
        for part in due:
            if part in self.sealed_parts:
                self.erased_parts.append(part)
                self._unseal(part)
        self.lines.append(line)

    def _unseal(self, part: tuple[int, str]) -> None:
        _, key = self.sealed_parts.pop(part)
        self.sealed_by_key[key].discard(part)

    def _check_openings(self, line: EventLine, version: int) -> None:
        keys = [(opening.version, opening.part) for opening in line.opened]
        # One order only, so that one history has one record, byte for byte.
        if keys != sorted(set(keys)):
            fail(version, "The openings are out of order or repeated.")
        sealed_digests = ChainMap(self._parts_sealed_by(line), self.sealed_parts)
        for opening in line.opened:
            _check_opening(opening, sealed_digests, version)
        due, opened = self._parts_opened_by(line), set(keys)
        for part in sorted(due - opened):
            # A name or a clue may be missing because it was erased. Anything else that is due must be there.
            if not is_erasable(part[1]):
                fail(version, f"Part {part[1]} of version {part[0]} should be opened here, but is not.")
        if self.complete and (opened_early := sorted(opened - due)):
            fail(version, f"Part {opened_early[0][1]} of version {opened_early[0][0]} is opened too early.")

    def _parts_sealed_by(self, line: EventLine) -> dict[tuple[int, str], tuple[str, str]]:
        version = line.body["version"]
        return {(version, part): (digest, opening_key(part, self.round)) for part, digest in line.sealed.items()}

    def _parts_opened_by(self, line: EventLine) -> set[tuple[int, str]]:
        """Return the parts that become public with this line, by version and name."""
        sealed_here = self._parts_sealed_by(line)
        key = key_opened_by(line.body["type"], line.body["data"].get("round"))
        if key == OPENS_AT_END:
            return {*self.sealed_parts, *sealed_here}
        opened_earlier_parts = self.sealed_by_key.get(key or "", set())
        return opened_earlier_parts | {part for part, (_, opens) in sealed_here.items() if opens == OPENS_NOW}


def _check_opening(
    opening: RecordOpening, sealed_digests: Mapping[tuple[int, str], tuple[str, str]], version: int
) -> None:
    part_label = f"part {opening.part} of version {opening.version}"
    sealed = sealed_digests.get((opening.version, opening.part))
    if sealed is None:
        fail(version, f"There is no sealed {part_label} to open, or it is already open.")
    if seal_digest(opening.salt, opening.value) != sealed[0]:
        fail(version, f"The opening of {part_label} does not match its commitment.")
