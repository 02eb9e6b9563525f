"""The supervisor of `serve`: restarts children that die, and stops all of them in reverse order."""

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import NoReturn

from games.management.child_process import ChildProcess

FIRST_RESTART_DELAY_SECONDS = 0.5
MAX_RESTART_DELAY_SECONDS = 2.0
# A child that has run this long counts as healthy: after its next death the delay starts small again.
HEALTHY_AFTER_SECONDS = 60.0
POLL_INTERVAL_SECONDS = 0.2
STOP_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@dataclass
class SupervisedChild:
    """A supervised child: when it was last started and, if it is dead, when to restart it (both monotonic time)."""

    child: ChildProcess
    started_at: float = field(default_factory=time.monotonic)
    restart_delay: float = FIRST_RESTART_DELAY_SECONDS
    restart_at: float | None = None

    def schedule_restart(self) -> str:
        """Schedule a restart with exponential backoff, and return a message about it."""
        now = time.monotonic()
        if now - self.started_at > HEALTHY_AFTER_SECONDS:
            self.restart_delay = FIRST_RESTART_DELAY_SECONDS
        self.restart_at = now + self.restart_delay
        code = self.child.process.returncode if self.child.process else None
        message = f"{self.child.name} died (code {code}): restarting in {self.restart_delay:g} s; log: {self.child.log}"
        self.restart_delay = min(self.restart_delay * 2, MAX_RESTART_DELAY_SECONDS)
        return message

    def restart(self) -> None:
        """Kill what is left of the child's process group and start it again."""
        # A process that died may have left children behind, which would still hold its port.
        self.child.kill()
        self.child.start()
        self.started_at, self.restart_at = time.monotonic(), None


class Supervisor:
    """Keeps children running until `stop`.

    Args:
        report: called with a message for each child that has died.
    """

    def __init__(self, report: Callable[[str], None]) -> None:
        self.report = report
        self.supervised: list[SupervisedChild] = []

    def supervise(self, child: ChildProcess) -> None:
        """Start the child if it isn't running, and keep it running from now on."""
        if not child.is_alive:
            child.start()
        self.supervised.append(SupervisedChild(child))

    def poll(self) -> None:
        """Check every child once: schedule restarts of dead ones, and restart those that are due."""
        for supervised in self.supervised:
            if supervised.restart_at is None and not supervised.child.is_alive:
                self.report(supervised.schedule_restart())
            elif supervised.restart_at is not None and supervised.restart_at <= time.monotonic():
                supervised.restart()

    def run_forever(self) -> NoReturn:
        """Poll the children until a signal raises KeyboardInterrupt."""
        while True:
            self.poll()
            time.sleep(POLL_INTERVAL_SECONDS)

    def stop(self) -> None:
        """Stop the children, the last started first."""
        for supervised in reversed(self.supervised):
            supervised.child.stop()


def install_signal_handlers() -> None:
    """Raise KeyboardInterrupt on SIGTERM and SIGHUP as on SIGINT, once; further signals don't disturb the shutdown."""

    def interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
        for ignored in STOP_SIGNALS:
            signal.signal(ignored, signal.SIG_IGN)
        raise KeyboardInterrupt

    for stop_signal in STOP_SIGNALS:
        # Under nohup SIGHUP is ignored, and must stay so.
        if stop_signal == signal.SIGINT or signal.getsignal(stop_signal) != signal.SIG_IGN:
            signal.signal(stop_signal, interrupt)
