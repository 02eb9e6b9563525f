"""A complete running deployment for the tests: a migrated database and a few web servers that use it."""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.error import URLError
from urllib.request import urlopen

from games.management import listen_address, programs
from games.management.child_process import ChildProcess
from tests.services import schema_template

START_TIMEOUT_SECONDS = 60.0


class Deployment:
    """Web servers on loopback ports, with their own data folder and, for SQLite, database."""

    def __init__(self, database_url: str | None, redis_url: str, *, servers: int = 2) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="dixit-deployment-", dir="/tmp"))
        self.environment = {
            "DATABASE_URL": database_url or f"sqlite:///{self.folder / 'database.sqlite3'}",
            "REDIS_URL": redis_url,
            "DIXIT_DATA": str(self.folder),
        }
        self.ports = [listen_address.free_port() for _ in range(servers)]
        self.servers = [self.server(port) for port in self.ports]

    def server(self, port: int) -> ChildProcess:
        """Return one web server, with exactly the flags of `serve`."""
        return programs.web_process("127.0.0.1", port, self.folder / f"web-{port}.log", self.environment)

    @property
    def base_urls(self) -> list[str]:
        """The base URL of each server."""
        return [listen_address.base_url("127.0.0.1", port) for port in self.ports]

    def start(self) -> Self:
        """Create the tables, start the servers and return when each answers."""
        schema_template.ensure_migrated(
            self.environment["DATABASE_URL"], lambda: self.run_management_command("migrate", "--verbosity", "0")
        )
        for server in self.servers:
            server.start()
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        for server, base_url in zip(self.servers, self.base_urls, strict=True):
            while not is_responding(base_url):
                if not server.is_alive or time.monotonic() > deadline:
                    raise RuntimeError(f"A server of the deployment did not start:\n{self.log_text()}")
                time.sleep(0.05)
        return self

    def run_management_command(self, *command: str) -> str:
        """Run a command of `manage.py` on the deployment's database and return its output."""
        completed = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=programs.PROJECT_ROOT,
            env=programs.merge_into_environ(self.environment),
            check=False,
            capture_output=True,
            text=True,
        )
        if completed.returncode:
            raise RuntimeError(f"manage.py {' '.join(command)} failed:\n{completed.stdout}{completed.stderr}")
        return completed.stdout

    def log_text(self) -> str:
        """Return the output of all servers, for the message of a failed assertion."""
        return "\n".join(f"--- {server.log.name}\n{server.log_text}" for server in self.servers)

    def stop(self) -> None:
        """Stop the servers and delete the deployment's files."""
        for server in self.servers:
            server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        try:
            return self.start()
        except BaseException:
            self.stop()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def is_responding(base_url: str) -> bool:
    """Return whether the server reports that it is alive."""
    try:
        with urlopen(f"{base_url}/livez", timeout=2) as response:
            return bool(response.status == 200)
    except (URLError, OSError):
        return False
