"""A real `manage.py serve` in a process of its own, as a user would run it."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self
from urllib.request import urlopen

import psutil

from games.management import listen_address
from games.management.child_process import ChildProcess
from games.management.programs import PROJECT_ROOT
from tests.services.process_checks import is_running
from tests.services.worker_readiness import takes_messages

TEST_ENVIRONMENT_VARIABLES = ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "DIXIT_DATA", "SECRET_KEY")
WAIT_TIMEOUT_SECONDS = 60.0
COMMAND_LINE_PART_BY_CHILD = {
    "valkey": "valkey-server",
    "worker": "dixit worker",
    "beat": "dixit beat",
    "web": "uvicorn",
}


class ServeProcess:
    """One run of the command, from a folder outside the project and without the tests' own servers."""

    def __init__(self, data_dir: Path, *, port: int | None = None, **environment: str) -> None:
        self.data_dir = data_dir
        self.port = port or listen_address.free_port()
        self.base_url = listen_address.base_url("127.0.0.1", self.port)
        options = ["--port", str(self.port), "--data", data_dir.name]
        self.command = ChildProcess(
            name="serve",
            command=[sys.executable, str(PROJECT_ROOT / "manage.py"), "serve", *options],
            log=data_dir.with_name(f"{data_dir.name}-{self.port}.out"),
            environment={name: value for name, value in os.environ.items() if name not in TEST_ENVIRONMENT_VARIABLES}
            | environment,
            working_directory=data_dir.parent,
            stop_timeout=WAIT_TIMEOUT_SECONDS,
        )
        self.command.start()

    @property
    def output(self) -> str:
        """Return everything the command has printed."""
        return self.command.log_text

    def combined_logs(self) -> str:
        """Return the output of the command and its children, for the message of a failed assertion."""
        logs = sorted((self.data_dir / "logs").glob("*.log"))
        return "\n".join([self.output, *(f"--- {log.name}\n{log.read_text(errors='replace')}" for log in logs)])

    def wait_until_ready(self) -> Self:
        """Wait until the command reports that everything runs."""
        self.wait_until(
            lambda: "Ctrl-C stops it." in self.output or not self.command.is_alive, "serve reports that it is ready"
        )
        assert self.command.is_alive, self.combined_logs()
        return self

    def wait_until(self, condition: Callable[[], bool], description: str) -> None:
        """Wait until a condition holds, with a timeout."""
        deadline = time.monotonic() + WAIT_TIMEOUT_SECONDS
        while not condition():
            assert time.monotonic() < deadline, f"timed out waiting until {description}:\n{self.combined_logs()}"
            time.sleep(0.05)

    def wait_for_exit(self) -> int:
        """Return the exit code of the command, which ends by itself or on a signal that was sent to it."""
        assert self.command.process is not None
        return self.command.process.wait(WAIT_TIMEOUT_SECONDS)

    def process_tree(self) -> list[psutil.Process]:
        """Return the command and everything it has started."""
        command = psutil.Process(self.command.pid)
        return [command, *command.children(recursive=True)]

    def find_child(self, name: str) -> psutil.Process | None:
        """Return the running child of that name."""
        for process in filter(is_running, psutil.Process(self.command.pid).children()):
            if COMMAND_LINE_PART_BY_CHILD[name] in " ".join(process.cmdline()):
                return process
        return None

    def redis_url(self) -> str:
        """Return the REDIS_URL that the command has given to its children."""
        web = self.find_child("web")
        assert web is not None
        return str(web.environ()["REDIS_URL"])

    def web_answers(self) -> bool:
        """Return whether the web server reports that it is alive."""
        try:
            with urlopen(f"{self.base_url}/livez", timeout=5) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    def worker_answers(self) -> bool:
        """Return whether the worker takes messages from the broker that the web server uses."""
        return takes_messages(self.redis_url())
