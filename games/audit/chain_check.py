"""The level *chain*: each event names the one before by its hash, and what is opened is what was sealed."""

from dataclasses import dataclass, field
from typing import Any

from games.audit.errors import fail
from games.audit.record_line import EventLine, RecordOpening, parse_line
from games.eventlog.digests import GENESIS_HASH, seal_digest

ERASABLE_PARTS = ("player", "text")
"""Parts that open at once, and may be erased: names and clues."""
OPENS_NOW = "now"
PARTS_OPENED_AT_ONCE = (*ERASABLE_PARTS, "seed")
PARTS_OPENED_WITH_SCORES = ("card", "cards", "slots", "trap")
"""Parts that open with their round's scores; a round that is called off leaves them to the end."""


@dataclass(kw_only=True)
class Chain:
    """The chain as far as it has been followed. Judging a line changes nothing, so that many can be tried in its place.

    `complete`: the match is over, and every part opens exactly when it is due. In a record of what somebody has been
    told of a running match some open earlier.
    """

    match: str
    complete: bool
    version: int = 0
    head: str = GENESIS_HASH
    round: Any = 0
    ended: bool = False
    lines: list[EventLine] = field(default_factory=list)
    sealed_parts: dict[tuple[int, str], tuple[str, str]] = field(default_factory=dict)
    """Of each part that isn't open: its digest, and what it opens with."""
    opened_values: dict[tuple[int, str], str] = field(default_factory=dict)
    """The canonical text of each open part."""
    erased_parts: list[tuple[int, str]] = field(default_factory=list)

    def parse_next(self, raw: bytes) -> EventLine:
        """The next line, if it continues the chain.

        Raises:
            Broken
        """
        version = self.version + 1
        line = parse_line(raw, version)
        if self.ended:
            fail(version, "Something follows the end of the match.")
        if line.body["match"] != self.match:
            fail(version, "The event belongs to another match.")
        if line.body["prev"] != self.head:
            fail(version, "The event does not name the hash of the one before.")
        self._check_openings(line, version)
        return line

    def advance(self, line: EventLine) -> None:
        """Go on behind a line that was judged."""
        self.version += 1
        self.head, self.ended = line.hash, line.body["type"] == "match_ended"
        due = self._parts_due(line)
        if line.body["type"] == "round_begun":
            self.round = line.body["data"].get("round")
        self.sealed_parts |= self._parts_sealed_by(line)
        for opening in line.opened:
            self.opened_values[opening.version, opening.part] = opening.value
            del self.sealed_parts[opening.version, opening.part]
        for part in due & self.sealed_parts.keys():
            self.erased_parts.append(part)
            del self.sealed_parts[part]
        self.lines.append(line)

    def _check_openings(self, line: EventLine, version: int) -> None:
        keys = [(opening.version, opening.part) for opening in line.opened]
        if keys != sorted(set(keys)):
            fail(version, "The openings are not in order, each once.")
        sealed_digests = self.sealed_parts | self._parts_sealed_by(line)
        for opening in line.opened:
            _check_opening(opening, sealed_digests, version)
        due, opened = self._parts_due(line), set(keys)
        for part in sorted(due - opened):
            if part[1] not in ERASABLE_PARTS:
                fail(version, f"The part {part[1]} of version {part[0]} is not opened, but it is due.")
        if self.complete and (opened_early := sorted(opened - due)):
            fail(version, f"The part {opened_early[0][1]} of version {opened_early[0][0]} is opened too early.")

    def _parts_sealed_by(self, line: EventLine) -> dict[tuple[int, str], tuple[str, str]]:
        return {(line.body["version"], part): (digest, self._opening_key(part)) for part, digest in line.sealed.items()}

    def _opening_key(self, part: str) -> str:
        if part in PARTS_OPENED_AT_ONCE:
            return OPENS_NOW
        return f"scoring/{self.round}" if part in PARTS_OPENED_WITH_SCORES else "end"

    def _parts_due(self, line: EventLine) -> set[tuple[int, str]]:
        """The parts that open to all with this line."""
        sealed_here = self._parts_sealed_by(line)
        match line.body["type"]:
            case "match_ended":
                return {*self.sealed_parts, *sealed_here}
            case "round_scored":
                key = f"scoring/{line.body['data'].get('round')}"
                opened_by_scores = {part for part, (_, opens) in self.sealed_parts.items() if opens == key}
            case _:
                opened_by_scores = set()
        return opened_by_scores | {part for part, (_, opens) in sealed_here.items() if opens == OPENS_NOW}


def _check_opening(
    opening: RecordOpening, sealed_digests: dict[tuple[int, str], tuple[str, str]], version: int
) -> None:
    part_label = f"the part {opening.part} of version {opening.version}"
    sealed = sealed_digests.get((opening.version, opening.part))
    if sealed is None:
        fail(version, f"There is no such thing to be opened, or it is open already: {part_label}.")
    if seal_digest(opening.salt, opening.value) != sealed[0]:
        fail(version, f"What opens {part_label} is not what was sealed.")
