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
from games.timers.bot_dispatch import dispatch_due_turns
from games.timers.database_clock import DatabaseClock

SWEEP_DURATION = timedelta(seconds=1.5)
"""How long a sweep works: well into the next one, for on a busy machine that begins late."""
POLL_INTERVAL = timedelta(seconds=0.25)
"""How often it looks for phases that have only just been opened."""
DUE_TIME_MARGIN = timedelta(milliseconds=1)
"""What is waited beyond a due time: the log counts whole milliseconds, and our reading of the clock is not exact."""
MAX_DEADLINES_PER_POLL = 500
"""How many are taken at one look."""
WORKER_THREADS_BY_VENDOR = {"postgresql": 3, "sqlite": 1}
"""How many are played side by side: PostgreSQL commits them together, SQLite one after the other in any case. Two
sweeps, as they meet at a second's end, find connections enough in a pool of eight."""

log = logging.getLogger(__name__)


class Sweep:
    """A sweep of one second."""

    def __init__(self) -> None:
        self.clock = DatabaseClock()
        self.ends_at = self.clock.now() + SWEEP_DURATION
        self._failed = set[Deadline]()

    def run(self) -> int:
        """Work through the second; gives how many phases were ended."""
        ended_count = 0
        while (now := self.clock.now()) < self.ends_at:
            until = min(now + POLL_INTERVAL, self.ends_at)
            # What failed must neither be tried all the time nor stand in the way of the others.
            due_deadlines = deadline_projection.due_deadlines(until, MAX_DEADLINES_PER_POLL + len(self._failed))
            ended_count += self._process([deadline for deadline in due_deadlines if deadline not in self._failed])
            dispatch_due_turns(now)
            self.clock.sleep_until(until)
        exposition.publish_metrics(after_sweep=True)
        return ended_count

    def _process(self, due_deadlines: Sequence[Deadline]) -> int:
        thread_count = min(len(due_deadlines), WORKER_THREADS_BY_VENDOR[connection.vendor])
        queue = SimpleQueue[Deadline]()
        for deadline in due_deadlines:
            queue.put(deadline)
        if thread_count <= 1:
            return self._drain(queue)
        with ThreadPoolExecutor(thread_count, thread_name_prefix="clock") as pool:
            return sum(pool.map(self._run_worker_thread, [queue] * thread_count))

    def _run_worker_thread(self, queue: SimpleQueue[Deadline]) -> int:
        try:
            return self._drain(queue)
        finally:
            # A thread has connections of its own.
            connections.close_all()

    def _drain(self, queue: SimpleQueue[Deadline]) -> int:
        ended_count = 0
        with suppress(Empty):
            while self.clock.now() < self.ends_at:
                deadline = queue.get_nowait()
                with claim_deadline(deadline) as claimed:
                    ended_count += claimed and self._tick_when_due(deadline)
        return ended_count

    def _tick_when_due(self, deadline: Deadline) -> bool:
        self.clock.sleep_until(deadline.due_at + DUE_TIME_MARGIN)
        return self._tick(deadline)

    def _tick(self, deadline: Deadline) -> bool:
        """Whether the tick ended the phase; a match that fails must not take the others' time along."""
        try:
            return expire_phase(deadline.match_id, deadline.phase, deadline.due_at) is not None
        except Exception:
            self._failed.add(deadline)
            log.exception("the clock could not end %s of match %s", deadline.phase, deadline.match_id)
            return False


@contextmanager
def claim_deadline(deadline: Deadline) -> Iterator[bool]:
    """Whether no other sweep of this process is at it; none is until this has been left. It only spares work."""
    with _lock:
        claimed = deadline not in _claimed_deadlines
        _claimed_deadlines.add(deadline)
    try:
        yield claimed
    finally:
        if claimed:
            with _lock:
                _claimed_deadlines.discard(deadline)


_claimed_deadlines = set[Deadline]()
_lock = Lock()
