"""The database's time, without a query for every reading."""

import time
from datetime import UTC, datetime, timedelta

from django.db import connection

from games.eventlog.batched_sql import select


class DatabaseClock:
    """Reads the database's clock once, and continues with the process's monotonic clock.

    A machine whose own clock is wrong, or is changed meanwhile, then ends no phase early or late. SQLite has no clock
    of its own; with it the machine's time is used.
    """

    def __init__(self) -> None:
        database_time = (
            select("SELECT clock_timestamp()")[0][0] if connection.vendor == "postgresql" else datetime.now(UTC)
        )
        # The answer took some time to get here, so this clock is behind the database's, if anything: never early.
        self._database_time, self._read_at = database_time, time.monotonic()

    def now(self) -> datetime:
        current: datetime = self._database_time + timedelta(seconds=time.monotonic() - self._read_at)
        return current

    def sleep_until(self, moment: datetime) -> None:
        time.sleep(max(0.0, (moment - self.now()).total_seconds()))
