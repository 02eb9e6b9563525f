"""Dropping tasks that have waited too long, by the clock of Redis.

Celery's own `expires` compares the sender's clock with the worker's: on a worker that is some seconds ahead, no task
of a short life would ever run.
"""

import logging
import time
from collections import Counter
from contextlib import suppress
from threading import Lock
from typing import Any

from celery import Celery, Task
from kombu.exceptions import OperationalError

SENT_AT_HEADER = "sent_at"
"""The header of a message with the time of Redis, in seconds, at which it was sent."""
MAX_WAITING_TASKS = 1000
"""The length beyond which a queue is emptied. Every task can be repeated, and is sent again if it is still needed."""
LOG_INTERVAL_SECONDS = 60.0

log = logging.getLogger(__name__)


class FreshTask(Task[Any, Any]):
    """A task that does nothing if it has waited for more than `max_age_seconds`, which the settings give it."""

    max_age_seconds: float | None = None

    def __call__(self, *args: Any, **options: Any) -> Any:
        if self.max_age_seconds is not None and self.age_seconds() > self.max_age_seconds:
            dropped_tasks.log(self.name, self.max_age_seconds)
            return None
        return self.run(*args, **options)

    def age_seconds(self) -> float:
        """Return how long ago the message was sent; 0 if that isn't known, as for one of an earlier release."""
        sent_at = (self.request.headers or {}).get(SENT_AT_HEADER)
        now = None if sent_at is None else broker_time(self.app)
        return 0.0 if sent_at is None or now is None else now - sent_at


class DroppedTasks:
    """Counts the dropped tasks, and logs them once a minute at most."""

    def __init__(self) -> None:
        self._counts = Counter[str]()
        self._logged_at: dict[str, float] = {}
        self._lock = Lock()

    def log(self, name: str, max_age_seconds: float) -> None:
        """Count a dropped task of this name."""
        with self._lock:
            self._counts[name] += 1
            now = time.monotonic()
            if now - self._logged_at.get(name, -LOG_INTERVAL_SECONDS) < LOG_INTERVAL_SECONDS:
                return
            self._logged_at[name], count = now, self._counts.pop(name)
        log.warning("dropped %d of %s: waited for more than %g s", count, name, max_age_seconds)


dropped_tasks = DroppedTasks()


def broker_time(app: Celery[Any]) -> float | None:
    """Return the time of Redis in seconds; None if it doesn't answer."""
    pool: Any = app.pool
    with pool.acquire(block=True) as connection, suppress(OperationalError, *connection.connection_errors):
        return _time_of(connection.default_channel)
    return None


def stamp_and_make_room(app: Celery[Any], queue: str, headers: dict[str, Any], *, empty_first: bool) -> None:
    """Add the time of sending to a message's headers, and empty its queue if asked to or if it has become too long."""
    pool: Any = app.pool
    with pool.acquire(block=True) as connection, suppress(OperationalError, *connection.connection_errors):
        channel = connection.default_channel
        if empty_first or channel.client.llen(queue) >= MAX_WAITING_TASKS:
            channel.queue_purge(queue)
        headers[SENT_AT_HEADER] = _time_of(channel)


def _time_of(channel: Any) -> float:
    seconds, microseconds = channel.client.time()
    return float(seconds) + float(microseconds) / 1e6
