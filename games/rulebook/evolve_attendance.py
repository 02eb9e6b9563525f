"""How events change who takes part in a match (rulebook 2)."""

from datetime import datetime

from games.rulebook.attendance import (
    Attendance,
    begin_rest,
    begin_round,
    count_round,
    end_skip,
    resume,
    skip,
    without_seat,
)
from games.rulebook.board import Board
from games.rulebook.cards import with_item
from games.rulebook.events import (
    CardsSubmitted,
    ClueGiven,
    Event,
    RoundScored,
    SeatResigned,
    SeatResumed,
    SeatSkipped,
    StorytellerClaimed,
    TimeUp,
    VoteCast,
)
from games.rulebook.fast_replace import replace
from games.rulebook.match import Match, Started, Storytelling, Submitting, Voting
from games.rulebook.waiting import waiting_for

MOVES = (StorytellerClaimed, ClueGiven, CardsSubmitted, VoteCast)
"""The events of moves by which a player who has resumed shows that they play again."""


def evolve_attendance(before: Match, event: Event, actor: int | str | None, at: datetime, after: Started) -> Started:
    """Return the match `after` an event with its attendance brought up to date.

    Args:
        before: the match before the event.
        event: the event.
        actor: who caused it.
        at: when it happened.
        after: the match after the event, still with the attendance from before it.
    """
    previous = after.board.attendance
    if previous is None:
        return after
    attendance = _note_phase(previous, before, event, at, after)
    if isinstance(actor, int):
        attendance = _note_own_act(attendance, event, actor)
    attendance = _note_event(attendance, before, event, actor, at, after.board)
    if attendance is previous:
        return after
    return replace(after, board=replace(after.board, attendance=attendance))


def _note_phase(attendance: Attendance, before: Match, event: Event, at: datetime, after: Started) -> Attendance:
    if before.name != after.name:
        return replace(attendance, phase_began_at=at, sitting_out=attendance.skipped)
    return replace(attendance, phase_began_at=at) if isinstance(event, StorytellerClaimed) else attendance


def _note_own_act(attendance: Attendance, event: Event, seat: int) -> Attendance:
    """Return the attendance after an event that the player on this seat has caused."""
    if attendance.miss_counts[seat]:
        attendance = replace(attendance, miss_counts=with_item(attendance.miss_counts, seat, 0))
    if seat in attendance.resumed and isinstance(event, MOVES):
        attendance = replace(attendance, resumed=without_seat(attendance.resumed, seat))
    if attendance.skipped_at[seat] is not None and not isinstance(event, SeatResumed | SeatResigned):
        attendance = replace(attendance, returning=seat)
    return attendance


def _note_event(
    attendance: Attendance, before: Match, event: Event, actor: int | str | None, at: datetime, board: Board
) -> Attendance:
    match event:
        case TimeUp() if actor == "clock":
            return replace(attendance, miss_counts=_count_misses(attendance, before))
        case SeatSkipped():
            return begin_rest(skip(attendance, event.seat, at), board.non_bot_seats, at)
        case SeatResumed():
            return resume(attendance, event.seat)
        case SeatResigned():
            return begin_rest(end_skip(attendance, event.seat), board.non_bot_seats, at)
        case ClueGiven():
            return begin_round(attendance)
        case RoundScored():
            return count_round(attendance, board.non_bot_seats)
        case _:
            return attendance


def _count_misses(attendance: Attendance, before: Match) -> tuple[int, ...]:
    """Return the counts after the clock has ended the phase: the seats that the match waited for have missed it.

    Nobody misses the draw or the reveal, nor a claim that everybody could have made.
    """
    match before:
        case Storytelling() if before.board.storyteller is None:
            return attendance.miss_counts
        case Storytelling() | Submitting() | Voting():
            missing_seats = waiting_for(before)
            return tuple(
                # Computer players are never skipped, so theirs needn't be counted.
                count + 1 if seat in missing_seats and seat in before.board.non_bot_seats else count
                for seat, count in enumerate(attendance.miss_counts)
            )
        case _:
            return attendance.miss_counts
