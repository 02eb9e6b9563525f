"""The database's time. Machines' own clocks are never compared: they may disagree, or be changed meanwhile.

SQLite has no clock of its own; with it the machine's time is used.
"""

from datetime import UTC, datetime

from django.db import connection

from games.eventlog.batched_sql import select

# Not now(): that is the start of the transaction, which may have waited for a lock since.
_CLOCK_SQL_BY_VENDOR = {"postgresql": "clock_timestamp()", "sqlite": "NULL"}


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
    return value or datetime.now(UTC)
