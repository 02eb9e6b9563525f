"""How many matches somebody may have open at a time: those they are the host of, until they are over."""

from games.eventlog.batched_sql import select
from games.matches.advisory_lock import acquire_advisory_lock


class TooManyMatches(Exception):
    """The account is the host of as many matches as it may."""

    def __init__(self, max_open_matches: int) -> None:
        super().__init__(max_open_matches)
        self.max_open_matches = max_open_matches


def check_open_match_quota(account: str, max_open_matches: int) -> None:
    """Within the transaction that opens another match; others that would open one for this account wait for it.

    Raises:
        TooManyMatches
    """
    # Two statements: the second one sees what whoever was waited for has written.
    acquire_advisory_lock(f"open/{account}")
    if select(_OPEN_MATCHES_SQL, account)[0][0] >= max_open_matches:
        raise TooManyMatches(max_open_matches)


_OPEN_MATCHES_SQL = """
    SELECT count(*) FROM projections_seatrow AS seat JOIN projections_matchrow AS one
        ON one.match_id = seat.match_id AND one.host = seat.seat
    WHERE seat.player_id = %s AND one.status IN ('gathering', 'playing')
"""
