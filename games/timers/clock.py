"""What time it is in the database, told by a process without asking it again."""

import time
from datetime import UTC, datetime, timedelta

from django.db import connection

from games.eventlog.sql import select


class DatabaseClock:
    """Reads the database's clock once and goes on by the process's own steady one.

    So a machine whose clock is wrong, or is set meanwhile, plays nothing early or late. SQLite has no clock but ours.
    """

    def __init__(self) -> None:
        asked = time.monotonic()
        read = select("SELECT clock_timestamp()")[0][0] if connection.vendor == "postgresql" else datetime.now(UTC)
        # The answer was true somewhere on its way; the half of it is the least wrong.
        self._read, self._at = read, (asked + time.monotonic()) / 2

    def now(self) -> datetime:
        passed: datetime = self._read + timedelta(seconds=time.monotonic() - self._at)
        return passed

    def sleep_until(self, then: datetime) -> None:
        time.sleep(max(0.0, (then - self.now()).total_seconds()))
