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
        read = select("SELECT clock_timestamp()")[0][0] if connection.vendor == "postgresql" else datetime.now(UTC)
        # It was true some time before it came here: so ours is behind, if anything, and nothing is played early.
        self._read, self._at = read, time.monotonic()

    def now(self) -> datetime:
        passed: datetime = self._read + timedelta(seconds=time.monotonic() - self._at)
        return passed

    def sleep_until(self, then: datetime) -> None:
        time.sleep(max(0.0, (then - self.now()).total_seconds()))
