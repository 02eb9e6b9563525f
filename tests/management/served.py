"""A real `manage.py serve` in a process of its own, as a person would run it."""

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self
from urllib.request import urlopen

import psutil
from celery import Celery
from redis import exceptions

from dixit import celery_app
from games.management import listen_address
from games.management.child_process import ChildProcess
from games.management.programs import ROOT
from tests.services.traces import runs

OURS = ("DATABASE_URL", "REDIS_URL", "DIXIT_DATA", "SECRET_KEY")
PATIENCE = 60.0
NAMES = {"valkey": "valkey-server", "worker": "dixit worker", "beat": "dixit beat", "web": "uvicorn"}


class Served:
    """One run of the command, from a folder that isn't the project's and without the tests' own servers."""

    def __init__(self, data: Path, *, port: int | None = None, **environment: str) -> None:
        self.data = data
        self.port = port or listen_address.free_port()
        self.home = listen_address.base_url("127.0.0.1", self.port)
        options = ["--port", str(self.port), "--data", data.name]
        self.command = ChildProcess(
            name="serve",
            command=[sys.executable, str(ROOT / "manage.py"), "serve", *options],
            log=data.with_name(f"{data.name}-{self.port}.out"),
            environment={name: value for name, value in os.environ.items() if name not in OURS} | environment,
            working_directory=data.parent,
            stop_timeout=PATIENCE,
        )
        self.command.start()

    @property
    def said(self) -> str:
        """All that the command has printed."""
        return self.command.log_text

    def story(self) -> str:
        """What the command and its children have said, for the message of an assertion that failed."""
        logs = sorted((self.data / "logs").glob("*.log"))
        return "\n".join([self.said, *(f"--- {log.name}\n{log.read_text(errors='replace')}" for log in logs)])

    def ready(self) -> Self:
        """Wait until the command says that all runs."""
        self.until(lambda: "Ctrl-C stops it." in self.said or not self.command.is_alive, "it is ready")
        assert self.command.is_alive, self.story()
        return self

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until something holds, but not for ever."""
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < deadline, f"waited in vain until {what}:\n{self.story()}"
            time.sleep(0.05)

    def exit_code(self) -> int:
        """The code with which the command ends by itself or on a signal it was sent."""
        assert self.command.process is not None
        return self.command.process.wait(PATIENCE)

    def processes(self) -> list[psutil.Process]:
        """The command and everything it has started."""
        command = psutil.Process(self.command.pid)
        return [command, *command.children(recursive=True)]

    def child(self, name: str) -> psutil.Process | None:
        """The running child of that name."""
        for process in filter(runs, psutil.Process(self.command.pid).children()):
            if NAMES[name] in " ".join(process.cmdline()):
                return process
        return None

    def redis_url(self) -> str:
        """The REDIS_URL that the command has given its children."""
        web = self.child("web")
        assert web is not None
        return str(web.environ()["REDIS_URL"])

    def web_answers(self) -> bool:
        """Whether the web server says that it lives."""
        try:
            with urlopen(f"{self.home}/livez", timeout=5) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    def worker_answers(self) -> bool:
        """Whether the worker takes messages from the broker that the web server uses."""
        asking = Celery(broker=self.redis_url().replace("unix://", "redis+socket://"))
        asking.conf.broker_transport_options = celery_app.conf.broker_transport_options
        with asking, suppress(exceptions.ConnectionError):
            return bool(asking.control.ping(timeout=1, limit=1))
        return False
