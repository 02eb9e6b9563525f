"""How many matches somebody may have open at a time: those they are the host of, until they are over."""

from games.eventlog.batched_sql import select
from games.table.alone import alone_with


class TooManyMatches(Exception):
    """The account is the host of as many matches as it may."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


def make_sure_of_room(account: str, most: int) -> None:
    """Within the transaction that opens another match; others that would open one for this account wait for it.

    Raises:
        TooManyMatches
    """
    # Two statements: the second one sees what whoever was waited for has written.
    alone_with(f"open/{account}")
    if select(_OPEN, account)[0][0] >= most:
        raise TooManyMatches(most)


_OPEN = """
    SELECT count(*) FROM projections_seatrow AS seat JOIN projections_matchrow AS one
        ON one.match_id = seat.match_id AND one.host = seat.seat
    WHERE seat.player_id = %s AND one.status IN ('gathering', 'playing')
"""
