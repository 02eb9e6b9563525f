"""Absent players: their seats are skipped and resumed, the match rests, and ends if nobody comes back (rulebook 2)."""

from datetime import datetime

from games.rulebook.actions import MayResume
from games.rulebook.agreement import agreement_due_at
from games.rulebook.endings import match_abandoned
from games.rulebook.events import MatchEnded, SeatResumed, SeatSkipped
from games.rulebook.match import Drawing, Match, Over, Started, board_of
from games.rulebook.phase_clock import phase_deadline
from games.rulebook.refusals import Reason, Refused
from games.rulebook.timeouts import time_limit


def resume(match: Started, seat: int, now: datetime) -> SeatResumed:
    """Return the event by which the player of a skipped seat takes part again.

    Raises:
        Refused: the seat isn't skipped.
    """
    if match.board.attendance is None:
        raise Refused(Reason.NOT_IN_THESE_RULES)
    if seat not in match.board.skipped_seats:
        raise Refused(Reason.ALREADY_DONE, "Your seat isn't skipped.")
    return SeatResumed(seat=seat, deadline_at=_deadline_after_rest(match, now))


def resume_actions(match: Started, seat: int) -> tuple[MayResume, ...]:
    return (MayResume(),) if seat in match.board.skipped_seats else ()


def check_may_move(match: Started, seat: int) -> None:
    """Refuse the moves of a phase to a seat that is skipped in it, and those of computer players during a rest."""
    attendance = match.board.attendance
    if attendance is None:
        return
    if seat in attendance.sitting_out:
        raise Refused(Reason.ALREADY_DONE, "Your seat is skipped in this phase. You can play again from the next one.")
    if match.board.is_resting:
        raise Refused(Reason.NOT_YET, "The match rests until one of its people is back.")


def follow_return(match: Started, now: datetime) -> SeatResumed | None:
    """Return the event by which a skipped player who has just done something is back, or None."""
    attendance = match.board.attendance
    if attendance is None or attendance.returning is None:
        return None
    return SeatResumed(seat=attendance.returning, deadline_at=_deadline_after_rest(match, now))


def follow_misses(match: Started) -> SeatSkipped | None:
    """Return the event by which the lowest seat that has missed too much is skipped, or None."""
    attendance = match.board.attendance
    if attendance is None:
        return None
    return next((SeatSkipped(seat=seat) for seat in attendance.seats_to_skip), None)


def ends_at(match: Match) -> datetime | None:
    """Return when the match ends because its people are absent: after its rest, or by an agreement; None if never."""
    board = board_of(match)
    if board is None or board.attendance is None or isinstance(match, Over):
        return None
    return board.attendance.rest_ends_at or agreement_due_at(board)


def end_match(match: Match) -> MatchEnded:
    """Return the end that is due at `ends_at`."""
    board = board_of(match)
    return match_abandoned("nobody_is_there" if board and board.is_resting else "agreed", board)


def _deadline_after_rest(match: Started, now: datetime) -> datetime | None:
    """Return the new end of a phase that was interrupted by a rest; None if its time was up, or it has no limit."""
    if not match.board.is_resting or match.time_is_up or isinstance(match, Drawing):
        return None
    return phase_deadline(now, time_limit(match))
