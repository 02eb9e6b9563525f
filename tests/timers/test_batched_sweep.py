"""Deadlines that fall due together: one transaction of the command writer, outside of any test's transaction."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.eventlog.stream_slots import StreamBlocked
from games.matches import command_batch
from games.matches.command_batch import CommandBatch
from games.matches.command_decision import Environment
from games.matches.command_queue import CommandQueue, QueuedCommand, WriterBusy
from games.projections.deadline_projection import Deadline
from games.projections.models import DeadlineRow
from games.projections.rebuild import compare
from games.rulebook.terms import Clock
from games.timers import sweep as sweeping
from games.timers.sweep import Sweep, claim, release
from tests.timers.timed_match import TimedMatch

pytestmark = pytest.mark.django_db
MATCHES = 6


@pytest.fixture
def _django_db_helper(own_database_of_module: None) -> None:
    """Take the place of pytest-django's: the writer's thread would not see into a transaction around a test."""


@pytest.fixture
def batch_sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The size of each batch; each takes so long that the rest of the commands are waiting when it ends."""
    sizes: list[int] = []
    original = CommandBatch.execute

    def execute_slowly(batch: CommandBatch) -> None:
        sizes.append(len(batch.requests))
        time.sleep(0.1)
        original(batch)

    monkeypatch.setattr(CommandBatch, "execute", execute_slowly)
    return sizes


def due_match() -> TimedMatch:
    """Return a match whose phase should have ended two seconds ago."""
    began_at = datetime.now(UTC).replace(microsecond=0) - timedelta(seconds=62)
    return TimedMatch(Clock(clue=60), "auto", environment=Environment(now=began_at))


@pytest.fixture(autouse=True)
def _short_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "SWEEP_DURATION", timedelta(seconds=0.4))
    # On a busy machine a batch would be divided sooner than a test expects.
    monkeypatch.setattr(command_batch, "MAX_DECIDING_SECONDS", 60.0)


def test_what_falls_due_together_is_one_transaction(batch_sizes: list[int]):
    matches = [due_match() for _ in range(MATCHES)]
    assert Sweep().run() == MATCHES
    # The writer takes the first one at once.
    assert sum(batch_sizes) == MATCHES
    assert len(batch_sizes) <= 2
    for match in matches:
        assert match.count_events("time_up") == 1
        assert compare(match.id) == []


def test_a_sweep_that_has_many_in_flight_waits_for_some(batch_sizes: list[int], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sweeping, "MAX_IN_FLIGHT", 2)
    monkeypatch.setattr(sweeping, "SWEEP_DURATION", timedelta(seconds=1.4))
    for _ in range(MATCHES):
        due_match()
    assert Sweep().run() == MATCHES
    assert max(batch_sizes) <= 2


def test_a_full_queue_leaves_a_deadline_to_the_next_sweep(monkeypatch: pytest.MonkeyPatch):
    match, other = due_match(), due_match()
    original = CommandQueue.put

    def put(queue: CommandQueue, command: QueuedCommand) -> None:
        if command.request.match_id == match.id:
            raise WriterBusy("too many commands are waiting")
        original(queue, command)

    with monkeypatch.context() as full:
        full.setattr(CommandQueue, "put", put)
        assert Sweep().run() == 1
    assert (match.count_events("time_up"), other.count_events("time_up")) == (0, 1)
    assert Sweep().run() == 1


def test_one_that_fails_keeps_no_other_and_gives_its_claim_up(monkeypatch: pytest.MonkeyPatch):
    match, other = due_match(), due_match()
    row = DeadlineRow.objects.get(match_id=match.id)
    deadline = Deadline(match_id=match.id, phase=row.phase, due_at=row.due_at)
    original = CommandBatch._decide_one

    def decide(batch: CommandBatch, request: Any, *arguments: Any) -> Any:
        return StreamBlocked() if request.match_id == match.id else original(batch, request, *arguments)

    with monkeypatch.context() as faulty:
        faulty.setattr(CommandBatch, "_decide_one", decide)
        assert Sweep().run() == 1
    assert (match.count_events("time_up"), other.count_events("time_up")) == (0, 1)
    assert claim(deadline)
    release(deadline)
    assert Sweep().run() == 1
