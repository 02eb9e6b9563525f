"""A private PostgreSQL that tests create, crash, restart and delete."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

import psutil
import psycopg
from psycopg import sql

from games.management.child_process import ChildProcess
from tests.services.postgres_installation import ProcessAccount, account_for, postgres_bin_folder

NON_DURABLE_OPTIONS = ("-F", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


class PostgreSQL:
    """One cluster in a temporary folder, on a Unix socket only; `durable` turns fsync and the like on again."""

    def __init__(self, *, durable: bool = False) -> None:
        self.durable = durable
        self.bin_folder = postgres_bin_folder()
        self.account: ProcessAccount = account_for(self.bin_folder / "postgres")
        self.folder = Path(tempfile.mkdtemp(prefix="dixit-pg-", dir="/tmp"))
        self.data = self.folder / "data"
        self.server = self.make_server()

    def make_server(self) -> ChildProcess:
        """Return the server as a child that shuts down on SIGINT, and so at the end of its parent, without waiting for
        clients."""
        options = ["-k", str(self.folder), "-h", "", "-c", "max_connections=100", "-c", "shared_buffers=64MB"]
        durability_options = [] if self.durable else NON_DURABLE_OPTIONS
        return ChildProcess(
            name="postgres",
            command=[
                *self.account.prefix,
                str(self.bin_folder / "postgres"),
                "-D",
                str(self.data),
                *options,
                *durability_options,
            ],
            log=self.folder / "log",
            environment=self.environment,
            working_directory=self.folder,
            user=self.account.user,
            stop_signal=signal.SIGINT,
            stop_timeout=10,
        )

    @property
    def environment(self) -> dict[str, str]:
        """Return an environment without variables that could affect the server: no PG* variables, no locale."""
        return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "HOME": str(self.folder), "TZ": "UTC"}

    def start(self) -> Self:
        """Run the server, on its existing data if there are any, and return when it accepts connections."""
        if not self.data.exists():
            self.make_cluster()
        self.server.start()
        deadline = time.monotonic() + 60
        while not self.is_ready:
            if not self.server.is_alive or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start:\n{self.server.log_text}")
            time.sleep(0.02)
        return self

    def make_cluster(self) -> None:
        """Create an empty cluster that trusts all connections to its socket."""
        if self.account.user is not None:
            os.chown(self.folder, self.account.user, self.account.user)
        options = ["-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-instructions"]
        sync_options = [] if self.durable else ["--no-sync"]
        completed = subprocess.run(
            [*self.account.prefix, str(self.bin_folder / "initdb"), "-D", str(self.data), *options, *sync_options],
            env=self.environment,
            cwd=self.folder,
            user=self.account.user,
            group=self.account.user,
            extra_groups=None if self.account.user is None else [],
            check=False,
            capture_output=True,
            text=True,
        )
        if completed.returncode:
            raise RuntimeError(f"initdb failed:\n{completed.stdout}{completed.stderr}")

    @property
    def is_ready(self) -> bool:
        """Return whether the pid file reports readiness, as a primary or as a standby; a file left by a crash names
        another process."""
        with suppress(FileNotFoundError):
            lines = (self.data / "postmaster.pid").read_text().split()
            return lines[:1] == [str(self.server.pid)] and lines[-1] in ("ready", "standby")
        return False

    def url(self, database: str) -> str:
        """Return the DATABASE_URL of one database of this server."""
        return f"postgresql://postgres@{quote(str(self.folder), safe='')}/{quote(database)}"

    def create_database(self, name: str) -> str:
        """Create an empty database and return its URL."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.url(name)

    def kill(self) -> None:
        """Crash: kill the server and all its processes at once; a durable one preserves committed data."""
        server = psutil.Process(self.server.pid)
        # A stopped server can neither start a process nor notice that one has died.
        server.suspend()
        tree = server.children(recursive=True)
        for process in tree:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self.server.kill()
        psutil.wait_procs(tree, timeout=10)

    def stop(self) -> None:
        """Shut the server down cleanly; its data remain for the next `start`."""
        self.server.stop()

    def remove(self) -> None:
        """Stop the server and delete all its files."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        try:
            return self.start()
        except BaseException:
            self.remove()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()
