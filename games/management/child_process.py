"""A child process that logs to a file, leads its own process group and never outlives its parent."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


@dataclass(kw_only=True)
class ChildProcess:
    """One program that is run, watched and stopped; it may be started again after it has died."""

    name: str
    command: Sequence[str]
    log: Path
    environment: Mapping[str, str] | None = None
    working_directory: Path | None = None
    user: int | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    stop_timeout: float = 5.0
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def pid(self) -> int:
        """The process number of a started child."""
        assert self.process is not None, f"{self.name} was never started"
        return self.process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the child runs at this moment."""
        return self.process is not None and self.process.poll() is None

    @property
    def log_text(self) -> str:
        """All that the child has written to its log."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def start(self) -> None:
        """Run the program, adding to its log."""
        with self.log.open("ab") as log:
            self.process = self._spawn(log)

    def _spawn(self, log: IO[bytes]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.command,
            cwd=self.working_directory,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            user=self.user,
            group=self.user,
            extra_groups=None if self.user is None else [],
            start_new_session=True,
            preexec_fn=tie_to_parent(self.stop_signal) if LIBC else None,  # noqa: PLW1509  (two system calls, no locks)
        )

    def stop(self) -> None:
        """Ask the child to end, wait for it, and take by force what is left of its process group."""
        if self.process is not None and self.is_alive:
            self.process.send_signal(self.stop_signal)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(self.stop_timeout)
        self.kill()

    def kill(self) -> None:
        """End the child and its process group at once, as a crash would."""
        if self.process is None:
            return
        # The group too: a worker that was killed leaves its embedded beat behind, still ticking.
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def tie_to_parent(death_signal: signal.Signals) -> Callable[[], None]:
    """What the child does between fork and exec, after any change of user, which would undo it."""
    parent = os.getpid()

    def tie() -> None:
        assert LIBC is not None
        LIBC.prctl(PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return tie
