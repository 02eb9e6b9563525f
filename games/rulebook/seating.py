"""Who sits where: the seats of the lobby as they change hands, and which of them are partners."""

from collections.abc import Iterable
from functools import reduce
from typing import TypeAlias, TypeVar

from games.rulebook.cards import with_item
from games.rulebook.events import Event, MatchOpened, MatchStarted, SeatLeft, SeatMoved, SeatTaken

T = TypeVar("T")
Seating: TypeAlias = tuple[SeatTaken | None, ...]
"""By seat, how its player took it; None for a free seat."""


def seating(events: Iterable[Event]) -> Seating:
    """Return who sits where after these events, from the match's first event on."""
    return reduce(evolve_seating, events, ())


def evolve_seating(seats: Seating, event: Event) -> Seating:
    """Return who sits where after one further event."""
    # From events alone, without a state: the story and erasure follow the seats too, and have only a log.
    match event:
        case MatchOpened():
            return (None,) * event.seats
        case SeatTaken():
            return with_item(seats, event.seat, event)
        case SeatLeft() | SeatMoved() | MatchStarted():
            return reseat(seats, event)
        case _:
            return seats


def reseat(row: tuple[T | None, ...], event: SeatLeft | SeatMoved | MatchStarted) -> tuple[T | None, ...]:
    """Return what belongs to each seat after this event, given what belonged to each before."""
    match event:
        case SeatLeft():
            return with_item(row, event.seat, None)
        case SeatMoved():
            return with_item(with_item(row, event.seat, None), event.to, row[event.seat])
        case MatchStarted():
            # The start closes the gaps: the event lists the old number of each new seat.
            return tuple(row[seat] for seat in event.seats)


def partner_seat(seat: int, seat_count: int) -> int:
    """Return the seat opposite, where the partner sits in Team."""
    return (seat + seat_count // 2) % seat_count
