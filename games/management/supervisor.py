"""The process tree of `serve`: children that die are brought back, and all are stopped in reverse order."""

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import NoReturn

from games.management.child import Child

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# A child that has lived this long is healthy again: its next death starts with the first pause.
HEALTHY = 60.0
GLANCE = 0.2
STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@dataclass
class Watch:
    """A child under watch: when it was last started and, once dead, when it is due again."""

    child: Child
    born: float = field(default_factory=time.monotonic)
    pause: float = FIRST_PAUSE
    due: float | None = None

    def note_death(self) -> str:
        """Plan the next start, later after each quick death, and say so."""
        now = time.monotonic()
        if now - self.born > HEALTHY:
            self.pause = FIRST_PAUSE
        self.due = now + self.pause
        code = self.child.process.returncode if self.child.process else None
        line = f"{self.child.name} died (code {code}): starting it again in {self.pause:g} s; log: {self.child.log}"
        self.pause = min(self.pause * 2, LONGEST_PAUSE)
        return line

    def revive(self) -> None:
        """Start the child again, with nothing of its last life left."""
        self.child.kill()
        self.child.start()
        self.born, self.due = time.monotonic(), None


class Supervisor:
    """Keeps children running until it is told to stop."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.watches: list[Watch] = []

    def watch_over(self, child: Child) -> None:
        """Start the child if it isn't running yet, and keep it running from now on."""
        if not child.alive:
            child.start()
        self.watches.append(Watch(child))

    def glance(self) -> None:
        """Look once at every child."""
        for watch in self.watches:
            if watch.due is None and not watch.child.alive:
                self.say(watch.note_death())
            elif watch.due is not None and watch.due <= time.monotonic():
                watch.revive()

    def keep_watching(self) -> NoReturn:
        """Look at every child again and again; only a signal ends this."""
        while True:
            self.glance()
            time.sleep(GLANCE)

    def stop(self) -> None:
        """Stop the children, the last started first."""
        for watch in reversed(self.watches):
            watch.child.stop()


def obey_signals() -> None:
    """Let every signal that asks for the end, not only Ctrl-C, raise KeyboardInterrupt, once."""

    def interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
        for sign in STOPPING:
            signal.signal(sign, signal.SIG_IGN)
        raise KeyboardInterrupt

    for sign in STOPPING:
        # Under nohup a hang-up is ignored, and stays so.
        if sign == signal.SIGINT or signal.getsignal(sign) != signal.SIG_IGN:
            signal.signal(sign, interrupt)
