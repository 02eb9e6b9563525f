"""A deployment with a real worker and beat, and a Valkey of its own that may be killed."""

import time
from collections.abc import Callable
from datetime import datetime
from types import TracebackType
from typing import Self

from celery import Celery

from dixit import celery_app
from games.management import programs
from games.management.valkey import Valkey
from tests.api.api_client import Json, http_transport
from tests.api.game_table import GameTable
from tests.services.deployment import Deployment
from tests.services.private_valkey import PrivateValkey
from tests.services.worker_readiness import takes_messages

WAIT_TIMEOUT_SECONDS = 60.0


class WorkerDeployment(Deployment):
    """One web server, one worker and its beat, with exactly the flags of `serve`."""

    def __init__(self, database_url: str | None) -> None:
        self.valkey: Valkey = PrivateValkey()
        super().__init__(database_url, self.valkey.url, servers=1)
        self.worker = programs.worker_process(self.folder / "worker.log", self.environment)
        self.beat = programs.beat_process(self.folder / "beat-schedule", self.folder / "beat.log", self.environment)
        # At this level it reports when it has loaded everything and begins.
        self.beat.command = [*self.beat.command, "-l", "INFO"]

    def start(self) -> Self:
        self.valkey.start()
        super().start()
        self.worker.start()
        self.beat.start()
        self.wait_until(self.worker_answers, "the worker answers")
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

    def connect_celery(self) -> Celery:
        """Return a Celery app that uses the deployment's own broker."""
        client = Celery(broker=self.valkey.url.replace("unix://", "redis+socket://"), set_as_current=False)
        client.conf.broker_transport_options = celery_app.conf.broker_transport_options
        return client

    def worker_answers(self) -> bool:
        return takes_messages(self.valkey.url)

    def wait_until(
        self, condition: Callable[[], bool], description: str, timeout_seconds: float = WAIT_TIMEOUT_SECONDS
    ) -> None:
        """Wait until a condition holds, with a timeout."""
        deadline = time.monotonic() + timeout_seconds
        while not condition():
            assert time.monotonic() < deadline, (
                f"timed out until {description}:\n{self.log_text()}\n{self.worker.log_text}\n{self.beat.log_text}"
            )
            time.sleep(0.05)

    def start_match(self, players: int = 3, **options: object) -> GameTable:
        """Start a match of classic Dixit."""
        connections = [http_transport(self.base_urls[0])]
        return GameTable(players, transports=connections, **{"ruleset": "classic", "seats": players, **options}).start()


def lateness_seconds(log: list[Json]) -> list[float]:
    """Return, for each phase that the clock has ended, how many seconds after its deadline that was."""
    lateness_values, due_at = [], None
    for event in log:
        if event["type"] == "time_up":
            lateness_values.append((parse_time(event["at"]) - parse_time(str(due_at))).total_seconds())
        due_at = event["data"].get("deadline_at") or due_at
    return lateness_values


def parse_time(text: str) -> datetime:
    return datetime.fromisoformat(text)
