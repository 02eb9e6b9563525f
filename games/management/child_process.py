"""Child processes that log to a file, lead a process group of their own and never outlive their parent."""

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
"""From <linux/prctl.h>: the signal that the kernel sends to a child when its parent dies."""
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


@dataclass(kw_only=True)
class ChildProcess:
    """A program that is run, watched and stopped; it can be started again after it has died.

    `stop_timeout` is in seconds. `user` is the numeric ID to run as, which takes root.
    """

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
        """The process ID; the child must have been started."""
        assert self.process is not None, f"{self.name} was never started"
        return self.process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the child is running."""
        return self.process is not None and self.process.poll() is None

    @property
    def log_text(self) -> str:
        """The content of the log file."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def start(self) -> None:
        """Run the program; its output is appended to the log."""
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
            # Ctrl-C in a terminal then reaches `serve` alone, which stops its children in order.
            start_new_session=True,
            preexec_fn=tie_to_parent(self.stop_signal) if LIBC else None,  # noqa: PLW1509  (two system calls, no locks)
        )

    def stop(self) -> None:
        """Send the stop signal, wait up to `stop_timeout`, then kill what is left of the process group."""
        if self.process is not None and self.is_alive:
            self.process.send_signal(self.stop_signal)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(self.stop_timeout)
        self.kill()

    def kill(self) -> None:
        """Kill the child and its process group, without a chance to clean up."""
        if self.process is None:
            return
        # The whole group: a killed process leaves its own children running.
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def tie_to_parent(death_signal: signal.Signals) -> Callable[[], None]:
    """Return a `preexec_fn` that has the kernel signal the child when this process dies, even by SIGKILL.

    `subprocess` calls it after changing the user, which matters: a change of credentials resets the setting.
    """
    parent = os.getpid()

    def tie() -> None:
        assert LIBC is not None
        LIBC.prctl(PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
        # The parent died before the call above, so no signal will come.
        if os.getppid() != parent:
            os._exit(1)

    return tie
