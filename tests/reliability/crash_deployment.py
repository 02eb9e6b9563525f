"""A deployment that is killed and restarted: two web servers, the second with crash points, and their database."""

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
from tests.services.deployment import is_responding
from tests.services.postgres import PostgreSQL

OPERATION_TIMEOUT_SECONDS = 60.0
"""Seconds that anything may take at most."""


class ForkServer:
    """The process that forks servers, for any database of one engine; see `fork_server.py`."""

    def __init__(self, database_url: str, folder: Path, redis_url: str = "") -> None:
        self.log = folder / "fork-server.log"
        without_coverage = {name: "" for name in os.environ if name.startswith(("COV_", "COVERAGE_"))}
        service_settings = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "DIXIT_DATA": str(folder)}
        with self.log.open("ab") as log_file:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tests.reliability.fork_server"],
                env={**os.environ, **without_coverage, **service_settings, "PYTHONPATH": str(programs.PROJECT_ROOT)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log_file,
                preexec_fn=tie_to_parent(signal.SIGTERM),  # noqa: PLW1509  (two system calls, no locks)
            )

    def read_reply(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, f"the fork server has died:\n{self.log.read_text()}"
        return json.loads(line)

    def run_task(self, **task: Any) -> Any:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(task).encode() + b"\n")
        self.process.stdin.flush()
        return self.read_reply()

    def __enter__(self) -> Self:
        assert self.read_reply() == "ready"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.process.communicate(timeout=10)


class CrashDeployment:
    """A deployment whose servers may be killed, one alone or both together with the whole PostgreSQL."""

    def __init__(
        self,
        fork_server: ForkServer,
        database: str,
        url: str,
        *,
        postgres: PostgreSQL | None = None,
        faulty_server_count: int = 1,
    ) -> None:
        """Prepare the deployment. `faults` is the number of servers with crash points and mutants; the others run the
        product unchanged."""
        self.fork_server, self.database, self.url, self.postgres = fork_server, database, url, postgres
        self.folder = Path(tempfile.mkdtemp(prefix="dixit-crash-", dir="/tmp"))
        self.fault_folder = self.folder / "faults"
        self.fault_folder.mkdir()
        self.ports = [free_port(), free_port()]
        self.server_has_faults = [server >= len(self.ports) - faulty_server_count for server in range(len(self.ports))]
        self.pids = [0, 0]

    def start(self) -> Self:
        self.manage("migrate", "--verbosity", "0")
        for server in range(len(self.ports)):
            self.start_web_server(server)
        self.wait_until_ready()
        return self

    def manage(self, *command: str) -> str:
        """Run a command of `manage.py`; its failure is an assertion error."""
        code, output = self.fork_server.run_task(manage={"database": self.database, "command": command})
        assert code == 0, f"manage.py {' '.join(command)} failed:\n{output}"
        return str(output)

    def start_web_server(self, server: int) -> None:
        faults = str(self.fault_folder) if self.server_has_faults[server] else None
        log = str(self.folder / f"web-{server}.log")
        task = {"database": self.database, "port": self.ports[server], "log": log, "faults": faults}
        self.pids[server] = self.fork_server.run_task(web=task)

    def wait_until_ready(self) -> None:
        """Wait until every server answers."""
        deadline = time.monotonic() + OPERATION_TIMEOUT_SECONDS
        for port in self.ports:
            while not is_responding(f"http://127.0.0.1:{port}"):
                assert time.monotonic() < deadline, f"a server did not start:\n{self.dump_stacks()}"
                time.sleep(0.01)

    def kill_web_server(self, server: int) -> None:
        """Send `kill -9` to the server, unless it is dead already."""
        with suppress(ProcessLookupError):
            os.kill(self.pids[server], signal.SIGKILL)
        self.wait_for_exit(server)

    def wait_for_exit(self, server: int) -> None:
        deadline = time.monotonic() + OPERATION_TIMEOUT_SECONDS
        while psutil.pid_exists(self.pids[server]):
            assert time.monotonic() < deadline, "a server doesn't die when killed"
            time.sleep(0.002)

    def arm_fault(self, point: str, action: str = "die") -> None:
        """Arm a crash point: the first thread to reach it will `die`, or `hold` until it is released."""
        temporary_file = self.fault_folder / ".new"
        temporary_file.write_text(action)
        temporary_file.rename(self.fault_folder / point)

    def wait_until_reached(self, point: str, timeout_seconds: float = 10.0) -> bool:
        """Return whether a thread reached the point; disarm the point if not."""
        deadline = time.monotonic() + timeout_seconds
        while not (self.fault_folder / f"{point}.reached").exists():
            if time.monotonic() > deadline:
                with suppress(FileNotFoundError):
                    (self.fault_folder / point).unlink()
                    return False
            time.sleep(0.002)
        return True

    def release_point(self, point: str) -> None:
        (self.fault_folder / f"{point}.reached").unlink(missing_ok=True)

    def dump_stacks(self) -> str:
        """Return the stacks of all threads of the servers, and the servers' earlier output."""
        log_before = self.log_text
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGUSR1)
        time.sleep(1)
        return f"{log_before}\n{self.log_text}"

    @property
    def log_text(self) -> str:
        """Return the last output of the servers, and how they died."""
        logs = [*sorted(self.folder.glob("*.log")), self.fork_server.log]
        return "\n".join(f"--- {log.name}\n{log.read_text()[-3000:]}" for log in logs)

    def stop(self) -> None:
        for server, pid in enumerate(self.pids):
            if pid:
                self.kill_web_server(server)
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
