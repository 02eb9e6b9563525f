"""The roster of a match: its rule set, its players by seat, and the sides that share a score."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from accounts.player_labels import label_by_seat
from games.narrative.visible_event import VisibleEvent, seat_events
from games.rulebook.seating import seating

ZERO_WIDTH_JOINERS = "\u200c\u200d"


@dataclass(frozen=True, kw_only=True, slots=True)
class RosterSeat:
    """A player. `name` is None once it has been erased."""

    seat: int
    name: str | None
    kind: Literal["human", "guest", "bot"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Roster:
    """The players of a match, ordered by seat: as the match started, or as they sit in the lobby now."""

    ruleset: dict[str, Any]
    rulebook: int
    seats: tuple[RosterSeat, ...]
    label_by_seat: dict[int, str]
    """What to call each player: the name, with the seat if another's looks alike, or `seat N` without a name."""
    is_started: bool

    def label(self, seat: int | None) -> str:
        """Return what to call the player of a seat; `no one` for None."""
        # Seats are renumbered when a match starts, so an event of the lobby may name a seat that no longer exists.
        return "no one" if seat is None else self.label_by_seat.get(seat, f"seat {seat}")

    def label_list(self, seats: Iterable[int]) -> str:
        return join_with_and([self.label(seat) for seat in seats])

    @property
    def sides(self) -> list[tuple[int, ...]]:
        """The groups of seats that share a score: partners in Team, single seats otherwise."""
        # Partners sit opposite each other.
        half = len(self.seats) // 2
        if self.ruleset["teams"] and self.is_started:
            return [(seat, seat + half) for seat in range(half)]
        return [(seat.seat,) for seat in self.seats]

    def side_label(self, seats: Sequence[int]) -> str:
        return " & ".join(self.label(seat) for seat in seats)

    def side_label_with_guests(self, seats: Sequence[int]) -> str:
        """Return the label of a side in which guests are marked: they can have the name of any account."""
        guests = {seat.seat for seat in self.seats if seat.kind == "guest"}
        return " & ".join(f"{self.label(seat)} (guest)" if seat in guests else self.label(seat) for seat in seats)


def build_roster(events: Sequence[VisibleEvent]) -> Roster:
    """Return the roster at the last of these events."""
    seats = tuple(
        RosterSeat(seat=seat, name=taken.player.name if taken.player else None, kind=taken.kind)
        for seat, taken in enumerate(seating(seat_events(events)))
        if taken
    )
    is_started = any(event.type == "match_started" for event in events)
    # The first event is always `match_opened`, with the terms.
    terms = events[0].data
    return Roster(
        ruleset=_named_ruleset(terms),
        rulebook=terms["rulebook"],
        seats=seats,
        label_by_seat=_labels(seats),
        is_started=is_started,
    )


def _named_ruleset(terms: dict[str, Any]) -> dict[str, Any]:
    """Return the rule set with the name of house rules, which is a part of the event that can be erased."""
    name = terms.get("ruleset_name")
    return {**terms["ruleset"], "name": name["name"]} if name else terms["ruleset"]


def _labels(seats: Sequence[RosterSeat]) -> dict[int, str]:
    labels = label_by_seat({seat.seat: seat.name for seat in seats}, suffix=" (seat {seat})")
    return {
        seat: f"seat {seat}" if label is None else replace_control_characters(label) for seat, label in labels.items()
    }


def replace_control_characters(text: str) -> str:
    """Return user text with control and format characters replaced, so that it cannot control a terminal."""
    # Joiners stay: several scripts and many emoji need them.
    return "".join(c if c in ZERO_WIDTH_JOINERS or unicodedata.category(c)[0] != "C" else "\ufffd" for c in text)


def join_with_and(names: Sequence[str]) -> str:
    """Return `a`, `a and b`, or `a, b and c`; `no one` for an empty list."""
    return _join(names, "and") if names else "no one"


def join_with_or(phrases: Sequence[str]) -> str:
    """Return `a`, `a or b`, or `a, b or c`."""
    return _join(phrases, "or")


def _join(parts: Sequence[str], conjunction: str) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {conjunction} {parts[-1]}"
