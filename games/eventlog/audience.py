"""New events as each of several viewers may see them: read once for all of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from games.eventlog.read import EVENTS, Reader, told
from games.eventlog.sql import Row, one_round_trip, sent

OPENINGS = """
    SELECT reader, read_from, open_from, version, part, salt, value FROM eventlog_opening
    WHERE match_id = %s AND salt IS NOT NULL
        AND ((read_from > %s AND read_from <= %s) OR (open_from > %s AND open_from <= %s))
"""


def seen_by_each(match_id: str, readers: Iterable[Reader], after: int, upto: int) -> dict[Reader, list[str]]:
    """The events of versions `after` + 1 to `upto` as JSON texts, for each of these readers."""
    with one_round_trip():
        events = sent(EVENTS, match_id, after, upto)
        openings = sent(OPENINGS, match_id, after, upto, after, upto)
    rows, sealed = events.fetchall(), openings.fetchall()

    @cache
    def seen(seat: int | None) -> list[str]:
        return told(after, rows, _opened_to(seat, sealed, after, upto))

    return {reader: _seen_by(reader, seen, after) for reader in readers}


def _seen_by(reader: Reader, seen: Callable[[int | None], list[str]], after: int) -> list[str]:
    if reader.until is None:
        return seen(reader.seat)
    as_player = max(0, reader.until - after)
    return (seen(reader.seat)[:as_player] if as_player else []) + seen(None)[as_player:]


def _opened_to(seat: int | None, openings: Sequence[Row], after: int, upto: int) -> Iterator[Row]:
    """The version that an opening is told with to this seat, then what opens the part."""
    for reader, read_from, open_from, *opening in openings:
        own = seat is not None and reader == seat and read_from is not None
        at_version = read_from if own else open_from
        if at_version is not None and after < at_version <= upto:
            yield at_version, *opening
