"""New events as each of several viewers may see them: read once for all of them."""

from collections.abc import Iterable, Iterator, Sequence

from games.eventlog.read import EVENTS, told
from games.eventlog.sql import Row, one_round_trip, sent

OPENINGS = """
    SELECT reader, read_from, open_from, version, part, salt, value FROM eventlog_opening
    WHERE match_id = %s AND salt IS NOT NULL
        AND ((read_from > %s AND read_from <= %s) OR (open_from > %s AND open_from <= %s))
"""


def seen_by_each(match_id: str, seats: Iterable[int | None], after: int, upto: int) -> dict[int | None, list[str]]:
    """The events of versions `after` + 1 to `upto` as JSON texts, for each of these seats (None: the public)."""
    with one_round_trip():
        events = sent(EVENTS, match_id, after, upto)
        openings = sent(OPENINGS, match_id, after, upto, after, upto)
    rows, sealed = events.fetchall(), openings.fetchall()
    return {seat: told(after, rows, _opened_to(seat, sealed, after, upto)) for seat in seats}


def _opened_to(seat: int | None, openings: Sequence[Row], after: int, upto: int) -> Iterator[Row]:
    """The version that an opening is told with to this seat, then what opens the part."""
    for reader, read_from, open_from, *opening in openings:
        own = seat is not None and reader == seat and read_from is not None
        at_version = read_from if own else open_from
        if at_version is not None and after < at_version <= upto:
            yield at_version, *opening
