"""One second's sweep: every phase that is over, or falls due within the second, gets its tick at its due time, and
computer players whose turn it is are called.

Any number of sweeps may run at once, on any number of machines: a tick that another one has played already is refused
by the rules and changes nothing. One that is lost is made up for by the next sweep.
"""

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import timedelta
from queue import Empty, SimpleQueue
from threading import Lock

from django.db import connection, connections

from games.matches.deadline_command import expire_phase
from games.metrics import exposition
from games.projections import deadline_projection
from games.projections.deadline_projection import Deadline
from games.timers.clock import DatabaseClock
from games.timers.turns import call

SECOND = timedelta(seconds=1.5)
"""How long a sweep works: well into the next one, for on a busy machine that begins late."""
LOOK = timedelta(seconds=0.25)
"""How often it looks for phases that have only just been opened."""
MARGIN = timedelta(milliseconds=1)
"""What is waited beyond a due time: the log counts whole milliseconds, and our reading of the clock is not exact."""
MOST = 500
"""How many are taken at one look."""
HANDS = {"postgresql": 3, "sqlite": 1}
"""How many are played side by side: PostgreSQL commits them together, SQLite one after the other in any case. Two
sweeps, as they meet at a second's end, find connections enough in a pool of eight."""

log = logging.getLogger(__name__)


class Sweep:
    """A sweep of one second."""

    def __init__(self) -> None:
        self.clock = DatabaseClock()
        self.end = self.clock.now() + SECOND
        self._failed = set[Deadline]()

    def run(self) -> int:
        """Work through the second; gives how many phases were ended."""
        ended = 0
        while (now := self.clock.now()) < self.end:
            until = min(now + LOOK, self.end)
            # What failed must neither be tried all the time nor stand in the way of the others.
            found = deadline_projection.due_deadlines(until, MOST + len(self._failed))
            ended += self._play([deadline for deadline in found if deadline not in self._failed])
            call(now)
            self.clock.sleep_until(until)
        exposition.publish_metrics(after_sweep=True)
        return ended

    def _play(self, found: Sequence[Deadline]) -> int:
        hands = min(len(found), HANDS[connection.vendor])
        waiting = SimpleQueue[Deadline]()
        for deadline in found:
            waiting.put(deadline)
        if hands <= 1:
            return self._one_by_one(waiting)
        with ThreadPoolExecutor(hands, thread_name_prefix="clock") as pool:
            return sum(pool.map(self._as_a_hand, [waiting] * hands))

    def _as_a_hand(self, waiting: SimpleQueue[Deadline]) -> int:
        try:
            return self._one_by_one(waiting)
        finally:
            # A thread has connections of its own.
            connections.close_all()

    def _one_by_one(self, waiting: SimpleQueue[Deadline]) -> int:
        ended = 0
        with suppress(Empty):
            while self.clock.now() < self.end:
                deadline = waiting.get_nowait()
                with alone_with(deadline) as alone:
                    ended += alone and self._in_time(deadline)
        return ended

    def _in_time(self, deadline: Deadline) -> bool:
        self.clock.sleep_until(deadline.due_at + MARGIN)
        return self._ticked(deadline)

    def _ticked(self, deadline: Deadline) -> bool:
        """Whether the tick ended the phase; a match that fails must not take the others' time along."""
        try:
            return expire_phase(deadline.match_id, deadline.phase, deadline.due_at) is not None
        except Exception:
            self._failed.add(deadline)
            log.exception("the clock could not end %s of match %s", deadline.phase, deadline.match_id)
            return False


@contextmanager
def alone_with(deadline: Deadline) -> Iterator[bool]:
    """Whether no other sweep of this process is at it; none is until this has been left. It only spares work."""
    with _lock:
        alone = deadline not in _taken
        _taken.add(deadline)
    try:
        yield alone
    finally:
        if alone:
            with _lock:
                _taken.discard(deadline)


_taken = set[Deadline]()
_lock = Lock()
