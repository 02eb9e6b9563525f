"""A sweep: ends every phase whose deadline has passed or falls within the next second, each at its due time, and
dispatches computer players' turns.

Any number of sweeps may run at once, on any number of machines: if two end the same phase, the rules refuse the second
one. If a sweep is lost, the next one does its work.
"""

import logging
from collections.abc import Collection
from concurrent.futures import FIRST_COMPLETED, Future, wait
from datetime import timedelta
from threading import Lock

from django.db import DatabaseError

from games.eventlog.stream_slots import StreamBlocked
from games.eventlog.unreadable_logs import report_unreadable
from games.matches.command_decision import CommandResult
from games.matches.deadline_command import expiry_result, submit_expiry
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
MAX_IN_FLIGHT = 256
"""How many commands of a sweep wait for the command writer at once; its queue is also there for computer players."""

log = logging.getLogger(__name__)


class Sweep:
    """One sweep; `run` does the work."""

    def __init__(self) -> None:
        self.clock = DatabaseClock()
        self.ends_at = self.clock.now() + SWEEP_DURATION
        self._failed = set[Deadline]()
        self._in_flight: dict[Future[CommandResult], Deadline] = {}
        self._ended_count = 0

    def run(self) -> int:
        """Run for `SWEEP_DURATION` and return how many phases were ended."""
        try:
            while (now := self.clock.now()) < self.ends_at:
                until = min(now + POLL_INTERVAL, self.ends_at)
                # A deadline that failed, or whose outcome is awaited, is still in the database. Reading that many more
                # rows keeps it from displacing the others. One that failed isn't tried again in this sweep.
                limit = MAX_DEADLINES_PER_POLL + len(self._failed) + len(self._in_flight)
                for deadline in deadline_projection.due_deadlines(until, limit):
                    if self.clock.now() < self.ends_at and deadline not in self._failed and claim(deadline):
                        self._submit_when_due(deadline)
                self._collect([future for future in self._in_flight if future.done()])
                dispatch_due_turns(now)
                self.clock.sleep_until(until)
        finally:
            self._collect(list(self._in_flight))
        exposition.publish_metrics(after_sweep=True)
        return self._ended_count

    def _submit_when_due(self, deadline: Deadline) -> None:
        """Hand the end of a phase to the command writer, so that what falls due together becomes one transaction."""
        while len(self._in_flight) >= MAX_IN_FLIGHT:
            self._collect(wait(self._in_flight, return_when=FIRST_COMPLETED).done)
        self.clock.sleep_until(deadline.due_at + DUE_TIME_MARGIN)
        try:
            future = submit_expiry(deadline.match_id, deadline.phase, deadline.due_at)
        except Exception as error:  # noqa: BLE001  (see `_note_failure`)
            self._note_failure(deadline, error)
            release(deadline)
        else:
            self._in_flight[future] = deadline

    def _collect(self, futures: Collection[Future[CommandResult]]) -> None:
        """Wait for these outcomes, and count the phases that were ended or extended."""
        for future in futures:
            deadline = self._in_flight.pop(future)
            try:
                self._ended_count += expiry_result(future, deadline.due_at) is not None
            except Exception as error:  # noqa: BLE001  (see `_note_failure`)
                self._note_failure(deadline, error)
            finally:
                release(deadline)

    def _note_failure(self, deadline: Deadline, error: Exception) -> None:
        self._failed.add(deadline)
        if isinstance(error, StreamBlocked):
            # The next sweep tries again; the slot has logged it.
            return
        if isinstance(error, DatabaseError):
            log.warning("could not end phase %s of match %s: %s", deadline.phase, deadline.match_id, error)
            return
        # Whatever is wrong with one match, the others' deadlines must still be met. Each sweep meets it again, so it
        # is logged only once.
        report_unreadable(deadline.match_id, error)


def claim(deadline: Deadline) -> bool:
    """Claim a deadline until it is released, and return whether no other sweep of this process has done so before.

    This only saves work: correctness doesn't depend on it.
    """
    with _lock:
        if deadline in _claimed_deadlines:
            return False
        _claimed_deadlines.add(deadline)
        return True


def release(deadline: Deadline) -> None:
    """Give up a claim."""
    with _lock:
        _claimed_deadlines.discard(deadline)


_claimed_deadlines = set[Deadline]()
_lock = Lock()
