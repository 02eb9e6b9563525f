"""A sweep: ends every phase whose deadline has passed or falls within the next second, each at its due time, and
dispatches computer players' turns.

Any number of sweeps may run at once, on any number of machines: if two end the same phase, the rules refuse the second
one. If a sweep is lost, the next one does its work.
"""

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import timedelta
from queue import Empty, SimpleQueue
from threading import Lock

from django.db import DatabaseError, connection, connections

from games.eventlog.stream_slots import StreamBlocked
from games.eventlog.unreadable_logs import report_unreadable
from games.matches.deadline_command import expire_phase
from games.metrics import exposition
from games.projections import deadline_projection
from games.projections.deadline_projection import Deadline
from games.timers.bot_dispatch import dispatch_due_turns
from games.timers.database_clock import DatabaseClock

SWEEP_DURATION = timedelta(seconds=1.5)
"""How long a sweep runs: well into the next one, which may start late on a busy machine."""
POLL_INTERVAL = timedelta(seconds=0.25)
"""How often a sweep looks for new deadlines, such as those of phases that have just begun."""
DUE_TIME_MARGIN = timedelta(milliseconds=1)
"""How long to wait beyond a due time: event times are whole milliseconds, and the clock reading is not exact."""
MAX_DEADLINES_PER_POLL = 500
"""How many deadlines are read at once."""
WORKER_THREADS_BY_VENDOR = {"postgresql": 3, "sqlite": 1}
"""How many phases are ended in parallel: PostgreSQL commits them together, SQLite has a single writer anyway. Two
sweeps overlap at the end of each second, and both must get their connections from a pool of eight."""

log = logging.getLogger(__name__)


class Sweep:
    """One sweep; `run` does the work."""

    def __init__(self) -> None:
        self.clock = DatabaseClock()
        self.ends_at = self.clock.now() + SWEEP_DURATION
        self._failed = set[Deadline]()

    def run(self) -> int:
        """Run for `SWEEP_DURATION` and return how many phases were ended."""
        ended_count = 0
        while (now := self.clock.now()) < self.ends_at:
            until = min(now + POLL_INTERVAL, self.ends_at)
            # A deadline that failed stays in the database. It isn't tried again in this sweep, and reading that many
            # more rows keeps it from displacing the others.
            due_deadlines = deadline_projection.due_deadlines(until, MAX_DEADLINES_PER_POLL + len(self._failed))
            ended_count += self._process_deadlines(
                [deadline for deadline in due_deadlines if deadline not in self._failed]
            )
            dispatch_due_turns(now)
            self.clock.sleep_until(until)
        exposition.publish_metrics(after_sweep=True)
        return ended_count

    def _process_deadlines(self, due_deadlines: Sequence[Deadline]) -> int:
        thread_count = min(len(due_deadlines), WORKER_THREADS_BY_VENDOR[connection.vendor])
        queue = SimpleQueue[Deadline]()
        for deadline in due_deadlines:
            queue.put(deadline)
        if thread_count <= 1:
            return self._process_queue(queue)
        with ThreadPoolExecutor(thread_count, thread_name_prefix="clock") as pool:
            return sum(pool.map(self._run_worker_thread, [queue] * thread_count))

    def _run_worker_thread(self, queue: SimpleQueue[Deadline]) -> int:
        try:
            return self._process_queue(queue)
        finally:
            # Django's connections are per thread, and nothing else closes those of a thread that serves no requests.
            connections.close_all()

    def _process_queue(self, queue: SimpleQueue[Deadline]) -> int:
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
        """Return whether the phase was ended (or extended)."""
        try:
            return expire_phase(deadline.match_id, deadline.phase, deadline.due_at) is not None
        except StreamBlocked:
            # The next sweep tries again; the slot has logged it.
            self._failed.add(deadline)
            return False
        except DatabaseError as error:
            self._failed.add(deadline)
            log.warning("could not end phase %s of match %s: %s", deadline.phase, deadline.match_id, error)
            return False
        except Exception as error:  # noqa: BLE001
            # Whatever is wrong with one match, the others' deadlines must still be met. Each sweep meets it again, so
            # it is logged only once.
            self._failed.add(deadline)
            report_unreadable(deadline.match_id, error)
            return False


@contextmanager
def claim_deadline(deadline: Deadline) -> Iterator[bool]:
    """Yield whether no other sweep of this process is handling the deadline; until exit no other one will.

    This only saves work: correctness doesn't depend on it.
    """
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
