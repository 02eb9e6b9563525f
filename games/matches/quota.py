"""The quota of seats: an account can have a seat in only so many matches that aren't over."""

from contextlib import AbstractContextManager, nullcontext

from games.eventlog.advisory_lock import acquire_advisory_lock
from games.eventlog.batched_sql import select
from games.eventlog.stream_slots import stream_slot


class TooManyMatches(Exception):
    """The account already has a seat in `seat_quota` matches that aren't over."""

    def __init__(self, seat_quota: int) -> None:
        super().__init__(seat_quota)
        self.seat_quota = seat_quota


def quota_slot(account: str, seat_quota: int | None) -> AbstractContextManager[None]:
    """Return the slot to hold around a transaction that checks the quota; without a quota it is none.

    One account that opens many matches at once waits here, and not with all connections for its own lock.
    """
    return nullcontext() if seat_quota is None else stream_slot(_lock_name(account))


def check_seat_quota(account: str, seat_quota: int) -> None:
    """Raise if the account has taken a seat too many; call it in the transaction that has taken the seat.

    Seats count until the match is over or their player leaves or resigns, which is always possible.

    Raises:
        TooManyMatches: the account had a seat in `seat_quota` matches that aren't over already.
    """
    # Counted after the seat was taken, so that a seat that the rules refuse is refused with the rules' reason. Lock and
    # count are two statements: a single one would count with a snapshot taken before it waited for the lock, and miss
    # the seat that the transaction before it has taken.
    # After the lock on the match, in every caller: with one order of locks no two transactions wait for each other.
    acquire_advisory_lock(_lock_name(account))
    if select(_TAKEN_SEATS_SQL, account)[0][0] > seat_quota:
        raise TooManyMatches(seat_quota)


def _lock_name(account: str) -> str:
    return f"seats/{account}"


_TAKEN_SEATS_SQL = """
    SELECT count(*) FROM projections_seatrow AS seat JOIN projections_matchrow AS unfinished
        ON unfinished.match_id = seat.match_id
    WHERE seat.player_id = %s AND NOT seat.resigned AND unfinished.status IN ('gathering', 'playing')
"""
