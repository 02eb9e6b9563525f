"""Who takes part in a match: missed phases, skipped seats and rest. Decided from the log alone (rulebook 2)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.rulebook.cards import with_item
from games.rulebook.fast_replace import replace

MISSES_BEFORE_SKIP = 2
"""How many phases in a row a seat misses before it is skipped; one is enough after its player has resumed."""
ABSENCE_DURATION = timedelta(hours=1)
"""How long a match rests before it ends, and how long the others must have been skipped for fewer than half of the
people to end it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Attendance:
    """Which seats take part. Tuples named after a count or a time are indexed by seat, the others list seats."""

    miss_counts: tuple[int, ...]
    """How many phases each seat has missed since the last event that its player caused."""
    resumed: tuple[int, ...] = ()
    """Seats that have been resumed, and whose players have made no move since."""
    skipped_at: tuple[datetime | None, ...]
    """When each seat was skipped; None for the others."""
    sitting_out: tuple[int, ...] = ()
    """Seats that aren't waited for in this phase: those that are skipped now, or were earlier in the phase."""
    returning: int | None = None
    """A skipped seat whose player has just acted, so that `seat_resumed` is due."""
    rest_began_at: datetime | None = None
    """When the last person was skipped or resigned, while all others were skipped; None unless the match rests."""
    phase_began_at: datetime
    """When the phase began or, if later, when the storyteller claimed the role in it."""
    skipped_in_round: tuple[int, ...] = ()
    """Seats that were skipped at some moment since the clue of this round."""
    counted_rounds: int = 0
    """The scored rounds at whose scoring at least half of the people who have not resigned were not skipped."""
    skipped_round_counts: tuple[int, ...]
    """In how many of the counted rounds each seat was skipped at some moment between the clue and the points."""

    @property
    def skipped(self) -> tuple[int, ...]:
        """The seats that are skipped, in ascending order."""
        return tuple(seat for seat, at in enumerate(self.skipped_at) if at is not None)

    @property
    def seats_to_skip(self) -> tuple[int, ...]:
        """The seats that have missed too much, and have yet to be skipped."""
        return tuple(
            seat
            for seat, count in enumerate(self.miss_counts)
            if self.skipped_at[seat] is None and count >= (1 if seat in self.resumed else MISSES_BEFORE_SKIP)
        )

    @property
    def rest_ends_at(self) -> datetime | None:
        """When the match ends if nobody resumes; None unless it rests."""
        return None if self.rest_began_at is None else self.rest_began_at + ABSENCE_DURATION


def initial_attendance(seat_count: int, began_at: datetime) -> Attendance:
    """Return the attendance at the start of a match."""
    no_counts = (0,) * seat_count
    return Attendance(
        miss_counts=no_counts,
        skipped_at=(None,) * seat_count,
        phase_began_at=began_at,
        skipped_round_counts=no_counts,
    )


def skip(attendance: Attendance, seat: int, at: datetime) -> Attendance:
    """Return the attendance after this seat was skipped."""
    return replace(
        attendance,
        miss_counts=with_item(attendance.miss_counts, seat, 0),
        resumed=without_seat(attendance.resumed, seat),
        skipped_at=with_item(attendance.skipped_at, seat, at),
        sitting_out=_with_seat(attendance.sitting_out, seat),
        skipped_in_round=_with_seat(attendance.skipped_in_round, seat),
    )


def end_skip(attendance: Attendance, seat: int) -> Attendance:
    """Return the attendance after this seat's player has resigned: such a seat isn't skipped any more."""
    return replace(attendance, skipped_at=with_item(attendance.skipped_at, seat, None))


def resume(attendance: Attendance, seat: int) -> Attendance:
    """Return the attendance after the player of this skipped seat came back, which also ends a rest."""
    # The seat stays among those sitting out: it is waited for again from the next phase on.
    return replace(
        end_skip(attendance, seat), resumed=_with_seat(attendance.resumed, seat), returning=None, rest_began_at=None
    )


def begin_rest(attendance: Attendance, people: Collection[int], at: datetime) -> Attendance:
    """Return the attendance, at rest if each of these people is skipped: those who have not resigned."""
    rests = bool(people) and all(attendance.skipped_at[seat] is not None for seat in people)
    return replace(attendance, rest_began_at=at) if rests and attendance.rest_began_at is None else attendance


def begin_round(attendance: Attendance) -> Attendance:
    """Return the attendance after the clue of a round."""
    return replace(attendance, skipped_in_round=attendance.skipped)


def count_round(attendance: Attendance, people: Collection[int]) -> Attendance:
    """Return the attendance after a round was scored.

    The round counts if at least half of these people, those who have not resigned, were not skipped.
    """
    if 2 * len(set(people).difference(attendance.skipped)) < len(people):
        return attendance
    return replace(
        attendance,
        counted_rounds=attendance.counted_rounds + 1,
        skipped_round_counts=tuple(
            count + (seat in attendance.skipped_in_round) for seat, count in enumerate(attendance.skipped_round_counts)
        ),
    )


def is_out_of_running(attendance: Attendance, resigned: Collection[int], side: Sequence[int]) -> bool:
    """Return whether a seat (in Team a team's two seats) can't win, because its players weren't there.

    A player wasn't there who has resigned, or whose seat was skipped in more than half of the rounds that count.
    """
    return all(
        seat in resigned or 2 * attendance.skipped_round_counts[seat] > attendance.counted_rounds for seat in side
    )


def without_seat(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in seats if other != seat)


def _with_seat(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(sorted({*seats, seat}))
