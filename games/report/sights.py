"""Who could see which sealed part when: from what everybody may know, so that it holds for running matches, too."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.audit.chain_check import OPENS_NOW, PARTS_OPENED_AT_ONCE, PARTS_OPENED_WITH_SCORES
from games.audit.record_line import EventLine

END = "end"


@dataclass(kw_only=True)
class Sight:
    """From which version on the holder (None: nobody) and everybody could see a part; None is not yet."""

    version: int
    part: str
    opens: str
    holder: int | None = None
    holder_from: int | None = None
    all_from: int | None = None


@dataclass(kw_only=True)
class Watch:
    """What has been seen while the events go by."""

    crowd: dict[str, Any] | None = None
    seats: int = 0
    round: int = 0
    storyteller: int | None = None
    resigned: set[int] = field(default_factory=set)
    sights: list[Sight] = field(default_factory=list)

    def go_by(self, line: EventLine) -> None:
        version, data = int(line.body["version"]), line.body["data"]
        new = [self._sealed(version, part, line) for part in line.sealed]
        self._learn(line.body["type"], data)
        self.sights += new
        key = self._key_of(line.body["type"], data)
        for sight in self.sights:
            if line.body["type"] == "clue_given" and sight.holder is not None:
                sight.holder_from = sight.holder_from or version
            if sight.all_from is None and key in (END, sight.opens):
                sight.all_from = version

    def _learn(self, type_name: str, data: Any) -> None:
        match type_name:
            case "match_opened":
                self.crowd = data["ruleset"]["crowd"]
            case "match_started":
                self.seats = len(data["seats"])
            case "round_begun":
                self.round, self.storyteller = data["round"], data["storyteller"]
            case "storyteller_claimed" | "clue_given":
                self.storyteller = data["seat"]
            case "seat_resigned":
                self.resigned.add(data["seat"])
            case _:
                pass

    def _key_of(self, type_name: str, data: Any) -> str | None:
        if type_name == "match_ended":
            return END
        return f"scoring/{data['round']}" if type_name == "round_scored" else None

    def _sealed(self, version: int, part: str, line: EventLine) -> Sight:
        if part in PARTS_OPENED_AT_ONCE:
            return Sight(version=version, part=part, opens=OPENS_NOW, all_from=version)
        data = line.body["data"]
        if part in PARTS_OPENED_WITH_SCORES:
            opens, holder = f"scoring/{self.round}", data["seat"]
        else:
            opens, holder = END, self._hand_of(part, line.body["type"])
        holder = None if holder in self.resigned else holder
        seen = None if holder is None or (opens == END and self._face_down(holder)) else version
        return Sight(version=version, part=part, opens=opens, holder=holder, holder_from=seen)

    def _hand_of(self, part: str, type_name: str) -> int | None:
        """Cards that are passed on as soon as they are drawn are nobody's to see; nor is a deck."""
        field_name, _, seat = part.partition("/")
        passing = self.crowd is not None and self.crowd["pass_hands"] and type_name == "hands_refilled"
        return int(seat) if field_name == "hands" and not passing else None

    def _face_down(self, seat: int) -> bool:
        """Whether cards that this seat draws now lie face down even to itself, until the next clue."""
        if self.crowd is None:
            return False
        if self.crowd["blind"] == "everyone" or self.storyteller is None:
            return True
        return seat == (self.storyteller + 1) % self.seats


def sights(lines: Sequence[EventLine]) -> dict[tuple[int, str], Sight]:
    """Every sealed part of these events by version and name."""
    watch = Watch()
    for line in lines:
        watch.go_by(line)
    return {(sight.version, sight.part): sight for sight in watch.sights}
