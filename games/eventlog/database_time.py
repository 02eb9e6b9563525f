"""The database's time. Machines' own clocks are never compared: they may disagree, or be changed meanwhile.

SQLite has no clock of its own; with it the machine's time is used.
"""

import time
from collections import deque
from datetime import UTC, datetime, timedelta

from django.db import connection

from games.eventlog.batched_sql import select

# Not now(): that is the start of the transaction, which may have waited for a lock since.
_CLOCK_SQL_BY_VENDOR = {"postgresql": "clock_timestamp()", "sqlite": "NULL"}

READING_MAX_AGE_SECONDS = 60.0
"""How long the process's monotonic clock continues a reading of the database's, before `recent_time` asks again."""


def database_time() -> datetime:
    """Ask the database for its time."""
    return selected_time(select(f"SELECT {clock_sql()}")[0][0])


def clock_sql() -> str:
    """Return the SQL expression of the database's time, for queries that need it beside other columns.

    Pass its value to `selected_time`.
    """
    return _CLOCK_SQL_BY_VENDOR[connection.vendor]


def selected_time(value: datetime | None) -> datetime:
    """Return the time that a query has selected with `clock_sql`."""
    if value is None:
        return datetime.now(UTC)
    _last_reading.append((value, time.monotonic()))
    return value


def recent_time() -> datetime:
    """Return the database's time, mostly without asking it: for countdowns, not for decisions."""
    if connection.vendor == "sqlite" or _age_of_reading() <= READING_MAX_AGE_SECONDS:
        return estimated_time()
    return database_time()


def estimated_time() -> datetime:
    """Return the database's time without asking it; this machine's, if nothing in this process has asked so far."""
    if not _last_reading:
        return datetime.now(UTC)
    value, read_at = _last_reading[-1]
    return value + timedelta(seconds=time.monotonic() - read_at)


def _age_of_reading() -> float:
    return time.monotonic() - _last_reading[-1][1] if _last_reading else float("inf")


# Shared by all threads; replacing the only item is atomic.
_last_reading = deque[tuple[datetime, float]](maxlen=1)
