"""New events as each of several audiences may see them, read from the database once for all of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from games.eventlog.batched_sql import Row, execute_raw, pipeline
from games.eventlog.event_reader import EVENTS_SQL, Audience, serialize_events

OPENINGS_IN_RANGE_SQL = """
    SELECT reader, read_from, open_from, version, part, salt, value FROM eventlog_opening
    WHERE match_id = %s AND salt IS NOT NULL
        AND ((read_from > %s AND read_from <= %s) OR (open_from > %s AND open_from <= %s))
"""


def events_for_each(match_id: str, audiences: Iterable[Audience], after: int, upto: int) -> dict[Audience, list[str]]:
    """Return the events of versions `after` + 1 to `upto` as JSON texts, for each of these audiences."""
    with pipeline():
        event_cursor = execute_raw(EVENTS_SQL, match_id, after, upto)
        opening_cursor = execute_raw(OPENINGS_IN_RANGE_SQL, match_id, after, upto, after, upto)
    event_rows, opening_rows = event_cursor.fetchall(), opening_cursor.fetchall()

    # Any number of spectators share one text, and so do several connections of a player.
    @cache
    def events_for_seat(seat: int | None) -> list[str]:
        return serialize_events(after, event_rows, _openings_for_seat(seat, opening_rows, after, upto))

    return {audience: _events_for(audience, events_for_seat, after) for audience in audiences}


def _events_for(audience: Audience, events_for_seat: Callable[[int | None], list[str]], after: int) -> list[str]:
    if audience.resigned_at_version is None:
        return events_for_seat(audience.seat)
    player_event_count = max(0, audience.resigned_at_version - after)
    return (events_for_seat(audience.seat)[:player_event_count] if player_event_count else []) + events_for_seat(None)[
        player_event_count:
    ]


def _openings_for_seat(seat: int | None, openings: Sequence[Row], after: int, upto: int) -> Iterator[Row]:
    """Yield the version with which each opening reaches this seat, then version, part, salt and value."""
    for reader, read_from, open_from, *opening in openings:
        is_own = seat is not None and reader == seat and read_from is not None
        at_version = read_from if is_own else open_from
        if at_version is not None and after < at_version <= upto:
            yield at_version, *opening
