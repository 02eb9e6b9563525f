"""The level *chain*: each event names the one before by its hash, and what is opened is what was sealed."""

from dataclasses import dataclass, field
from typing import Any

from games.audit.broken import broken
from games.audit.line import Line, Opening, read
from games.eventlog.digests import GENESIS_HASH, seal_digest

ERASABLE = ("player", "text")
"""Parts that open at once, and may be erased: names and clues."""
NOW = "now"
AT_ONCE = (*ERASABLE, "seed")
WITH_THE_SCORES = ("card", "cards", "slots", "trap")
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
    lines: list[Line] = field(default_factory=list)
    waiting: dict[tuple[int, str], tuple[str, str]] = field(default_factory=dict)
    """Of each part that isn't open: its digest, and what it opens with."""
    opened: dict[tuple[int, str], str] = field(default_factory=dict)
    """The canonical text of each open part."""
    erased: list[tuple[int, str]] = field(default_factory=list)

    def judge(self, raw: bytes) -> Line:
        """The next line, if it continues the chain.

        Raises:
            Broken
        """
        version = self.version + 1
        line = read(raw, version)
        if self.ended:
            broken(version, "Something follows the end of the match.")
        if line.body["match"] != self.match:
            broken(version, "The event belongs to another match.")
        if line.body["prev"] != self.head:
            broken(version, "The event does not name the hash of the one before.")
        self._judge_openings(line, version)
        return line

    def take(self, line: Line) -> None:
        """Go on behind a line that was judged."""
        self.version += 1
        self.head, self.ended = line.hash, line.body["type"] == "match_ended"
        due = self._due(line)
        if line.body["type"] == "round_begun":
            self.round = line.body["data"].get("round")
        self.waiting |= self._sealed(line)
        for opening in line.opened:
            self.opened[opening.version, opening.part] = opening.value
            del self.waiting[opening.version, opening.part]
        for part in due & self.waiting.keys():
            self.erased.append(part)
            del self.waiting[part]
        self.lines.append(line)

    def _judge_openings(self, line: Line, version: int) -> None:
        keys = [(opening.version, opening.part) for opening in line.opened]
        if keys != sorted(set(keys)):
            broken(version, "The openings are not in order, each once.")
        known = self.waiting | self._sealed(line)
        for opening in line.opened:
            _judge_opening(opening, known, version)
        due, opened = self._due(line), set(keys)
        for part in sorted(due - opened):
            if part[1] not in ERASABLE:
                broken(version, f"The part {part[1]} of version {part[0]} is not opened, but it is due.")
        if self.complete and (early := sorted(opened - due)):
            broken(version, f"The part {early[0][1]} of version {early[0][0]} is opened too early.")

    def _sealed(self, line: Line) -> dict[tuple[int, str], tuple[str, str]]:
        return {(line.body["version"], part): (digest, self._key(part)) for part, digest in line.sealed.items()}

    def _key(self, part: str) -> str:
        if part in AT_ONCE:
            return NOW
        return f"scoring/{self.round}" if part in WITH_THE_SCORES else "end"

    def _due(self, line: Line) -> set[tuple[int, str]]:
        """The parts that open to all with this line."""
        own = self._sealed(line)
        match line.body["type"]:
            case "match_ended":
                return {*self.waiting, *own}
            case "round_scored":
                key = f"scoring/{line.body['data'].get('round')}"
                scored = {part for part, (_, opens) in self.waiting.items() if opens == key}
            case _:
                scored = set()
        return scored | {part for part, (_, opens) in own.items() if opens == NOW}


def _judge_opening(opening: Opening, known: dict[tuple[int, str], tuple[str, str]], version: int) -> None:
    named = f"the part {opening.part} of version {opening.version}"
    sealed = known.get((opening.version, opening.part))
    if sealed is None:
        broken(version, f"There is no such thing to be opened, or it is open already: {named}.")
    if seal_digest(opening.salt, opening.value) != sealed[0]:
        broken(version, f"What opens {named} is not what was sealed.")
