"""The roster of a match: the names of its players, its rule set, and the sides that share a score."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.story.text_layout import replace_control_characters
from games.story.visible_event import VisibleEvent


@dataclass(frozen=True, kw_only=True, slots=True)
class Roster:
    """The players of a match by seat: as the match started, or as they sit in the lobby now."""

    ruleset: dict[str, Any]
    name_by_seat: dict[int, str]
    is_started: bool

    def name(self, seat: int) -> str:
        return self.name_by_seat[seat]

    def name_list(self, seats: Sequence[int]) -> str:
        return join_with_and([self.name(seat) for seat in seats])

    @property
    def sides(self) -> list[tuple[int, ...]]:
        """The groups of seats that share a score: partners in Team, single seats otherwise."""
        # Partners sit opposite each other.
        half = len(self.name_by_seat) // 2
        if self.ruleset["teams"] and self.is_started:
            return [(seat, seat + half) for seat in range(half)]
        return [(seat,) for seat in self.name_by_seat]

    def side_name(self, seats: Sequence[int]) -> str:
        return " & ".join(self.name(seat) for seat in seats)

    def partner_of(self, seat: int) -> int | None:
        return next((other for side in self.sides if seat in side for other in side if other != seat), None)


def build_roster(events: Sequence[VisibleEvent]) -> Roster:
    """Return the roster. Players without a name, or with the same name as another player, are labeled by seat."""
    ruleset, name_or_none_by_seat, is_started = events[0].data["ruleset"], dict[int, str | None](), False
    for event in events:
        match event.type, event.data:
            case "seat_taken", data:
                name_or_none_by_seat[data["seat"]] = (data.get("player") or {}).get("name")
            case "seat_left", data:
                del name_or_none_by_seat[data["seat"]]
            case "seat_moved", data:
                name_or_none_by_seat[data["to"]] = name_or_none_by_seat.pop(data["seat"])
            case "match_started", data:
                is_started, name_or_none_by_seat = (
                    True,
                    {new: name_or_none_by_seat[old] for new, old in enumerate(data["seats"])},
                )
    name_counts = Counter(name_or_none_by_seat.values())
    name_by_seat = {
        seat: f"seat {seat}"
        if name is None
        else replace_control_characters(name)
        if name_counts[name] == 1
        else f"{replace_control_characters(name)} (seat {seat})"
        for seat, name in sorted(name_or_none_by_seat.items())
    }
    return Roster(ruleset=ruleset, name_by_seat=name_by_seat, is_started=is_started)


def join_with_and(names: Sequence[str]) -> str:
    """Return `a`, `a and b`, or `a, b and c`; `no one` for an empty list."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "no one"
