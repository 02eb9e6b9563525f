"""What time it is in the database, told by a process without asking it again."""

import time
from datetime import UTC, datetime, timedelta

from django.db import connection

from games.eventlog.batched_sql import select


class DatabaseClock:
    """Reads the database's clock once and goes on by the process's own steady one.

    So a machine whose clock is wrong, or is set meanwhile, plays nothing early or late. SQLite has no clock but ours.
    """

    def __init__(self) -> None:
        database_time = (
            select("SELECT clock_timestamp()")[0][0] if connection.vendor == "postgresql" else datetime.now(UTC)
        )
        # It was true some time before it came here: so ours is behind, if anything, and nothing is played early.
        self._database_time, self._read_at = database_time, time.monotonic()

    def now(self) -> datetime:
        current: datetime = self._database_time + timedelta(seconds=time.monotonic() - self._read_at)
        return current

    def sleep_until(self, moment: datetime) -> None:
        time.sleep(max(0.0, (moment - self.now()).total_seconds()))
