"""The quota of open matches: an account can host only so many matches that aren't over."""

from games.eventlog.batched_sql import select
from games.matches.advisory_lock import acquire_advisory_lock


class TooManyMatches(Exception):
    """The account already hosts `max_open_matches` open matches."""

    def __init__(self, max_open_matches: int) -> None:
        super().__init__(max_open_matches)
        self.max_open_matches = max_open_matches


def check_open_match_quota(account: str, max_open_matches: int) -> None:
    """Raise if the account may not host another match; call it in the transaction that opens the match.

    Raises:
        TooManyMatches: the account hosts `max_open_matches` matches that aren't over.
    """
    # Lock and count are two statements: a single one would count with a snapshot taken before it waited for the lock,
    # and miss the match that the transaction before it has opened.
    acquire_advisory_lock(f"open/{account}")
    if select(_OPEN_MATCHES_SQL, account)[0][0] >= max_open_matches:
        raise TooManyMatches(max_open_matches)


_OPEN_MATCHES_SQL = """
    SELECT count(*) FROM projections_seatrow AS seat JOIN projections_matchrow AS hosted
        ON hosted.match_id = seat.match_id AND hosted.host = seat.seat
    WHERE seat.player_id = %s AND hosted.status IN ('gathering', 'playing')
"""
