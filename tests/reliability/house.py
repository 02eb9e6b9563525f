"""A house that is killed and comes back: two web servers, the second with points to crash at, and their database."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psutil

from games.management import programs
from games.management.child_process import tie_to_parent
from games.management.listen_address import free_port
from tests.services.house import answers
from tests.services.postgres import PostgreSQL

SOON = 60.0
"""Seconds that anything may take at most."""


class Nursery:
    """The process that gives birth to servers, on whichever database of one engine; see `nursery.py`."""

    def __init__(self, database_url: str, folder: Path, redis_url: str = "") -> None:
        self.log = folder / "nursery.log"
        uncovered = {name: "" for name in os.environ if name.startswith(("COV_", "COVERAGE_"))}
        ours = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "DIXIT_DATA": str(folder)}
        with self.log.open("ab") as said:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tests.reliability.nursery"],
                env={**os.environ, **uncovered, **ours, "PYTHONPATH": str(programs.ROOT)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                preexec_fn=tie_to_parent(signal.SIGTERM),  # noqa: PLW1509  (two system calls, no locks)
            )

    def told(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, f"the nursery is gone:\n{self.log.read_text()}"
        return json.loads(line)

    def ask(self, **task: Any) -> Any:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(task).encode() + b"\n")
        self.process.stdin.flush()
        return self.told()

    def __enter__(self) -> Self:
        assert self.told() == "ready"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.process.communicate(timeout=10)


class CrashHouse:
    """Both servers may be killed, each alone or together with the whole PostgreSQL."""

    def __init__(
        self, nursery: Nursery, database: str, url: str, *, postgres: PostgreSQL | None = None, faults: int = 1
    ) -> None:
        """`faults`: how many of the servers have points and mutants in them; the others are the product as it is."""
        self.nursery, self.database, self.url, self.postgres = nursery, database, url, postgres
        self.folder = Path(tempfile.mkdtemp(prefix="dixit-crash-", dir="/tmp"))
        self.faults = self.folder / "faults"
        self.faults.mkdir()
        self.ports = [free_port(), free_port()]
        self.faulty = [server >= len(self.ports) - faults for server in range(len(self.ports))]
        self.pids = [0, 0]

    def start(self) -> Self:
        self.manage("migrate", "--verbosity", "0")
        for server in range(len(self.ports)):
            self.start_web(server)
        self.wait()
        return self

    def manage(self, *command: str) -> str:
        """Run a command of `manage.py`; its failure is an assertion."""
        code, output = self.nursery.ask(manage={"database": self.database, "command": command})
        assert code == 0, f"manage.py {' '.join(command)} failed:\n{output}"
        return str(output)

    def start_web(self, server: int) -> None:
        faults = str(self.faults) if self.faulty[server] else None
        log = str(self.folder / f"web-{server}.log")
        task = {"database": self.database, "port": self.ports[server], "log": log, "faults": faults}
        self.pids[server] = self.nursery.ask(web=task)

    def wait(self) -> None:
        """Come back when every server answers."""
        deadline = time.monotonic() + SOON
        for port in self.ports:
            while not answers(f"http://127.0.0.1:{port}"):
                assert time.monotonic() < deadline, f"a server did not start:\n{self.stacks()}"
                time.sleep(0.01)

    def kill_web(self, server: int) -> None:
        """`kill -9`, unless it is dead already."""
        with suppress(ProcessLookupError):
            os.kill(self.pids[server], signal.SIGKILL)
        self.wait_for_death(server)

    def wait_for_death(self, server: int) -> None:
        deadline = time.monotonic() + SOON
        while psutil.pid_exists(self.pids[server]):
            assert time.monotonic() < deadline, "a server does not die"
            time.sleep(0.002)

    def arm(self, point: str, what: str = "die") -> None:
        """Let the first to come to this point `die`, or `hold` until it is released."""
        new = self.faults / ".new"
        new.write_text(what)
        new.rename(self.faults / point)

    def reached(self, point: str, within: float = 10.0) -> bool:
        """Whether somebody came to the point; it is disarmed if not."""
        deadline = time.monotonic() + within
        while not (self.faults / f"{point}.reached").exists():
            if time.monotonic() > deadline:
                with suppress(FileNotFoundError):
                    (self.faults / point).unlink()
                    return False
            time.sleep(0.002)
        return True

    def release(self, point: str) -> None:
        (self.faults / f"{point}.reached").unlink(missing_ok=True)

    def stacks(self) -> str:
        """What all threads of the servers do, and what the servers said before."""
        said = self.said
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGUSR1)
        time.sleep(1)
        return f"{said}\n{self.said}"

    @property
    def said(self) -> str:
        """The last words of the servers, and what they died of."""
        logs = [*sorted(self.folder.glob("*.log")), self.nursery.log]
        return "\n".join(f"--- {log.name}\n{log.read_text()[-3000:]}" for log in logs)

    def stop(self) -> None:
        for server, pid in enumerate(self.pids):
            if pid:
                self.kill_web(server)
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
