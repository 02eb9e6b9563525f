"""A house with a real worker and beat, and a Valkey of its own that may be killed."""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from types import TracebackType
from typing import Self

from celery import Celery
from redis import exceptions

from dixit import celery_app
from games.management import programs
from games.management.valkey import Valkey
from tests.api.client import Json, over
from tests.api.table import Table
from tests.services.house import House
from tests.services.valkey import PrivateValkey

PATIENCE = 60.0


class ClockHouse(House):
    """One web server, one worker and its beat, with the very flags of `serve`."""

    def __init__(self, database_url: str | None) -> None:
        self.valkey: Valkey = PrivateValkey()
        super().__init__(database_url, self.valkey.url, servers=1)
        self.worker = programs.worker(self.folder / "worker.log", self.environment)
        self.beat = programs.beat(self.folder / "beat-schedule", self.folder / "beat.log", self.environment)
        # So that it says when it has loaded everything and begins.
        self.beat.command = [*self.beat.command, "-l", "INFO"]

    def start(self) -> Self:
        self.valkey.start()
        super().start()
        self.worker.start()
        self.beat.start()
        self.until(self.worker_answers, "the worker answers")
        return self

    def stop(self) -> None:
        self.beat.stop()
        self.worker.stop()
        super().stop()
        self.valkey.stop()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def celery(self) -> Celery:
        """Somebody who talks to the worker over the house's own broker."""
        asking = Celery(broker=self.valkey.url.replace("unix://", "redis+socket://"), set_as_current=False)
        asking.conf.broker_transport_options = celery_app.conf.broker_transport_options
        return asking

    def worker_answers(self) -> bool:
        with self.celery() as asking, suppress(exceptions.ConnectionError):
            return bool(asking.control.ping(timeout=1, limit=1))
        return False

    def until(self, holds: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
        """Wait until something holds, but not for ever."""
        deadline = time.monotonic() + patience
        while not holds():
            assert time.monotonic() < deadline, (
                f"waited in vain until {what}:\n{self.log()}\n{self.worker.log_text}\n{self.beat.log_text}"
            )
            time.sleep(0.05)

    def table(self, players: int = 3, **options: object) -> Table:
        """A started match of classic Dixit."""
        doors = [over(self.addresses[0])]
        return Table(players, doors=doors, **{"ruleset": "classic", "seats": players, **options}).start()


def lateness(log: list[Json]) -> list[float]:
    """For each phase that time has ended, how many seconds after its deadline that was."""
    late, due_at = [], None
    for event in log:
        if event["type"] == "time_up":
            late.append((at(event["at"]) - at(str(due_at))).total_seconds())
        due_at = event["data"].get("deadline_at") or due_at
    return late


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)
