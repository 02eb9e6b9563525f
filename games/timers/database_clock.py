"""The database's time, without a query for every reading."""

import time
from datetime import datetime, timedelta

from games.eventlog.database_time import database_time


class DatabaseClock:
    """Reads the database's clock once, and continues with the process's monotonic clock.

    A machine whose own clock is wrong, or is changed meanwhile, then ends no phase early or late.
    """

    def __init__(self) -> None:
        # The answer took some time to get here, so this clock is behind the database's, if anything: never early.
        self._database_time, self._read_at = database_time(), time.monotonic()

    def now(self) -> datetime:
        return self._database_time + timedelta(seconds=time.monotonic() - self._read_at)

    def sleep_until(self, moment: datetime) -> None:
        time.sleep(max(0.0, (moment - self.now()).total_seconds()))
