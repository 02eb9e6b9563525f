"""The process tree of `serve`: children that die are brought back, and all are stopped in reverse order."""

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import NoReturn

from games.management.child_process import ChildProcess

FIRST_RESTART_DELAY_SECONDS = 0.5
MAX_RESTART_DELAY_SECONDS = 30.0
# A child that has lived this long is healthy again: its next death starts with the first pause.
HEALTHY_AFTER_SECONDS = 60.0
POLL_INTERVAL_SECONDS = 0.2
STOP_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@dataclass
class SupervisedChild:
    """A child under watch: when it was last started and, once dead, when it is due again."""

    child: ChildProcess
    started_at: float = field(default_factory=time.monotonic)
    restart_delay: float = FIRST_RESTART_DELAY_SECONDS
    restart_at: float | None = None

    def schedule_restart(self) -> str:
        """Plan the next start, later after each quick death, and say so."""
        now = time.monotonic()
        if now - self.started_at > HEALTHY_AFTER_SECONDS:
            self.restart_delay = FIRST_RESTART_DELAY_SECONDS
        self.restart_at = now + self.restart_delay
        code = self.child.process.returncode if self.child.process else None
        message = f"{self.child.name} died (code {code}): restarting in {self.restart_delay:g} s; log: {self.child.log}"
        self.restart_delay = min(self.restart_delay * 2, MAX_RESTART_DELAY_SECONDS)
        return message

    def restart(self) -> None:
        """Start the child again, with nothing of its last life left."""
        self.child.kill()
        self.child.start()
        self.started_at, self.restart_at = time.monotonic(), None


class Supervisor:
    """Keeps children running until it is told to stop."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self.report = report
        self.supervised: list[SupervisedChild] = []

    def supervise(self, child: ChildProcess) -> None:
        """Start the child if it isn't running yet, and keep it running from now on."""
        if not child.is_alive:
            child.start()
        self.supervised.append(SupervisedChild(child))

    def poll(self) -> None:
        """Look once at every child."""
        for one in self.supervised:
            if one.restart_at is None and not one.child.is_alive:
                self.report(one.schedule_restart())
            elif one.restart_at is not None and one.restart_at <= time.monotonic():
                one.restart()

    def run_forever(self) -> NoReturn:
        """Look at every child again and again; only a signal ends this."""
        while True:
            self.poll()
            time.sleep(POLL_INTERVAL_SECONDS)

    def stop(self) -> None:
        """Stop the children, the last started first."""
        for one in reversed(self.supervised):
            one.child.stop()


def install_signal_handlers() -> None:
    """Let every signal that asks for the end, not only Ctrl-C, raise KeyboardInterrupt, once."""

    def interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
        for sign in STOP_SIGNALS:
            signal.signal(sign, signal.SIG_IGN)
        raise KeyboardInterrupt

    for stop_signal in STOP_SIGNALS:
        # Under nohup a hang-up is ignored, and stays so.
        if stop_signal == signal.SIGINT or signal.getsignal(stop_signal) != signal.SIG_IGN:
            signal.signal(stop_signal, interrupt)
