"""All matches, one after the other: their ids are read page by page, however many there are."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from games.eventlog.batched_sql import select
from games.eventlog.models import Event

PAGE_SIZE = 1000


def match_ids_in(tables: Sequence[str], after: str = "") -> Iterator[str]:
    """Yield each match that has a row in one of these tables, in the database's order of ids.

    Args:
        tables: names of tables with a column `match_id`.
        after: the id after which to begin.
    """
    pages = " UNION ".join(f"SELECT match_id FROM ({_PAGE_SQL.format(table=table)}) AS {table}" for table in tables)
    query = f"SELECT match_id FROM ({pages}) AS ids ORDER BY match_id LIMIT {PAGE_SIZE}"
    while page := select(query, *[after] * len(tables)):
        yield from (match_id for (match_id,) in page)
        after = page[-1][0]


def last_event_at(match_id: str) -> datetime | None:
    """Return the time of the match's last event; None if it has none."""
    event = Event.objects.filter(match_id=match_id).order_by("-version").first()
    return event.recorded_at if event else None


_PAGE_SQL = f"SELECT DISTINCT match_id FROM {{table}} WHERE match_id > %s ORDER BY match_id LIMIT {PAGE_SIZE}"
