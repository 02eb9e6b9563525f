"""Who plays, and by which rules: names for seats, and for the sides that share a score."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.story.layout import plain
from games.story.seen import Happened


@dataclass(frozen=True, kw_only=True, slots=True)
class Cast:
    """The people of a match by seat, as it was started; in the lobby as they sit there."""

    rules: dict[str, Any]
    people: dict[int, str]
    started: bool

    def name(self, seat: int) -> str:
        return self.people[seat]

    def names(self, seats: Sequence[int]) -> str:
        return listed([self.name(seat) for seat in seats])

    @property
    def sides(self) -> list[tuple[int, ...]]:
        """The seats that share a score: partners in Team, else everyone alone."""
        half = len(self.people) // 2
        if self.rules["teams"] and self.started:
            return [(seat, seat + half) for seat in range(half)]
        return [(seat,) for seat in self.people]

    def side(self, seats: Sequence[int]) -> str:
        return " & ".join(self.name(seat) for seat in seats)

    def partner(self, seat: int) -> int | None:
        return next((other for side in self.sides if seat in side for other in side if other != seat), None)


def cast(events: Sequence[Happened]) -> Cast:
    """The cast of a match; names that were erased or that two have are told apart by their seats."""
    rules, seated, started = events[0].data["ruleset"], dict[int, str | None](), False
    for event in events:
        match event.type, event.data:
            case "seat_taken", data:
                seated[data["seat"]] = (data.get("player") or {}).get("name")
            case "seat_left", data:
                del seated[data["seat"]]
            case "seat_moved", data:
                seated[data["to"]] = seated.pop(data["seat"])
            case "match_started", data:
                started, seated = True, {new: seated[old] for new, old in enumerate(data["seats"])}
    count = Counter(seated.values())
    people = {
        seat: f"seat {seat}" if name is None else plain(name) if count[name] == 1 else f"{plain(name)} (seat {seat})"
        for seat, name in sorted(seated.items())
    }
    return Cast(rules=rules, people=people, started=started)


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "nobody"
