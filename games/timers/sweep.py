"""One second's sweep: every phase that is over, or falls due within the second, gets its tick at its due time.

Any number of sweeps may run at once, on any number of machines: a tick that another one has played already is refused
by the rules and changes nothing. One that is lost is made up for by the next sweep.
"""

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Lock

from django.db import connection, connections

from games.projections import deadlines
from games.projections.deadlines import Deadline
from games.table.clock import tick
from games.timers.clock import DatabaseClock

SECOND = timedelta(seconds=1.05)
"""How long a sweep works: a little into the next one, which may begin late."""
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
            found = deadlines.due(until, MOST + len(self._failed))
            ended += self._play([deadline for deadline in found if deadline not in self._failed])
            self.clock.sleep_until(until)
        return ended

    def _play(self, found: Sequence[Deadline]) -> int:
        hands = min(len(found), HANDS[connection.vendor])
        waiting = Waiting(found)
        if hands <= 1:
            return self._one_by_one(waiting)
        with ThreadPoolExecutor(hands, thread_name_prefix="clock") as pool:
            return sum(pool.map(self._as_a_hand, [waiting] * hands))

    def _as_a_hand(self, waiting: "Waiting") -> int:
        try:
            return self._one_by_one(waiting)
        finally:
            # A thread has connections of its own.
            connections.close_all()

    def _one_by_one(self, waiting: "Waiting") -> int:
        ended = 0
        for deadline in waiting:
            self.clock.sleep_until(deadline.due_at + MARGIN)
            if self.clock.now() > self.end:
                break
            ended += self._ticked(deadline)
        return ended

    def _ticked(self, deadline: Deadline) -> bool:
        """Whether the tick ended the phase; a match that fails must not take the others' time along."""
        try:
            return tick(deadline.match_id, deadline.phase, deadline.due_at) is not None
        except Exception:
            self._failed.add(deadline)
            log.exception("the clock could not end %s of match %s", deadline.phase, deadline.match_id)
            return False


class Waiting:
    """What is to be played, in order, shared by all hands."""

    def __init__(self, found: Sequence[Deadline]) -> None:
        self._lock, self._rest = Lock(), iter(found)

    def __iter__(self) -> Iterator[Deadline]:
        while (one := self._next()) is not None:
            yield one

    def _next(self) -> Deadline | None:
        with self._lock:
            return next(self._rest, None)
