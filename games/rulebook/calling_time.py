"""Calling time: a player who has moved gives a phase without a deadline one (rulebook 2)."""

from datetime import datetime, timedelta

from games.rulebook.actions import MayCallTime
from games.rulebook.events import TimeCalled
from games.rulebook.match import Started, deadline_of, phase_id
from games.rulebook.refusals import Reason, Refused
from games.rulebook.waiting import waiting_for


def call_time(match: Started, seat: int, now: datetime) -> TimeCalled:
    """Return the event by which this seat calls time.

    Raises:
        Refused: the phase has a deadline, the seat owes a move itself or isn't a person's, or it is too early.
    """
    if match.board.attendance is None:
        raise Refused(Reason.NOT_IN_THESE_RULES)
    if seat not in match.board.non_bot_seats:
        raise Refused(Reason.NOT_A_PERSON, "Computer players can't call time.")
    if deadline_of(match) is not None:
        raise Refused(Reason.HAS_DEADLINE)
    if seat in waiting_for(match):
        raise Refused(Reason.YOU_OWE_A_MOVE)
    if now < callable_from(match):
        raise Refused(Reason.TOO_EARLY)
    deadline_at = now + timedelta(seconds=match.board.terms.call_grace or 0)
    return TimeCalled(seat=seat, phase=phase_id(match), deadline_at=deadline_at)


def call_time_actions(match: Started, seat: int) -> tuple[MayCallTime, ...]:
    """Return the action of calling time, if the seat may do so now or later in this phase."""
    may_call = match.board.attendance is not None and seat in match.board.non_bot_seats
    if not may_call or deadline_of(match) is not None or seat in waiting_for(match):
        return ()
    return (MayCallTime(from_=callable_from(match)),)


def callable_from(match: Started) -> datetime:
    """Return from when time may be called in this phase."""
    assert match.board.attendance is not None
    return match.board.attendance.phase_began_at + timedelta(seconds=match.board.terms.call_after or 0)
