"""The sweep: what it finds, in what order and when it plays it; and that sweeps don't pile up."""

import logging
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from celery.signals import before_task_publish
from django.db import connection

from dixit import celery_app
from dixit.celery import purge_pending_sweeps
from games.projections.deadline_projection import Deadline
from games.projections.models import DeadlineRow
from games.rulebook.terms import Clock
from games.timers import sweep as sweeping
from games.timers.database_clock import DatabaseClock
from games.timers.sweep import Sweep, claim_deadline
from games.timers.tasks import sweep
from tests.timers.clocked import Clocked

pytestmark = pytest.mark.django_db

LONG = Clock(clue=3600)


@pytest.fixture(autouse=True)
def _one_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's transaction is seen by this thread only."""
    monkeypatch.setattr(sweeping, "WORKER_THREADS_BY_VENDOR", {"postgresql": 1, "sqlite": 1})


@pytest.fixture
def ticked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, datetime]]:
    """Which matches have had a tick, and when, by the database."""
    told: list[tuple[str, datetime]] = []
    clock = DatabaseClock()

    def tick(match_id: str, phase: str, due_at: datetime) -> object:
        told.append((match_id, clock.now()))
        DeadlineRow.objects.filter(match_id=match_id).delete()
        return object()

    monkeypatch.setattr(sweeping, "expire_phase", tick)
    return told


def due(match_id: str, seconds: float) -> datetime:
    """A phase that ends so many seconds from now."""
    due_at = DatabaseClock().now() + timedelta(seconds=seconds)
    DeadlineRow.objects.create(match_id=match_id, phase="1.voting", due_at=due_at)
    return due_at


def test_each_is_played_at_its_due_time_in_order_and_none_early(ticked):
    seconds = {"c": 0.6, "a": -3600.0, "b": 0.3, "later": 5.0, "next day": 86400.0}
    due_at = {match_id: due(match_id, seconds[match_id]) for match_id in seconds}
    assert Sweep().run() == 3
    assert [match_id for match_id, _ in ticked] == ["a", "b", "c"]
    for match_id, at in ticked:
        assert at >= due_at[match_id]
    late = {match_id: (at - due_at[match_id]).total_seconds() for match_id, at in ticked}
    assert max(late["b"], late["c"]) < 0.2


def test_a_phase_that_is_opened_meanwhile_and_is_short_is_still_in_time(ticked, monkeypatch):
    sleeps: list[datetime] = []
    asleep = DatabaseClock.sleep_until

    def opening(clock: DatabaseClock, then: datetime) -> None:
        if not sleeps:
            sleeps.append(due("short", 0.4))
        asleep(clock, then)

    monkeypatch.setattr(DatabaseClock, "sleep_until", opening)
    Sweep().run()
    ((match_id, at),) = ticked
    assert match_id == "short"
    assert timedelta() <= at - sleeps[0] < timedelta(seconds=0.2)


def test_one_query_finds_them_by_the_index():
    if connection.vendor != "postgresql":
        pytest.skip("PostgreSQL says how it would look")
    DeadlineRow.objects.bulk_create(
        DeadlineRow(match_id=f"m{n}", phase="1.voting", due_at=datetime(2030, 1, 1, tzinfo=UTC) + timedelta(hours=n))
        for n in range(3000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE projections_deadlinerow")
    found = DeadlineRow.objects.filter(due_at__lte=datetime(2030, 1, 1, 1, tzinfo=UTC)).order_by("due_at")[:500]
    assert "Index Scan" in found.explain()


def test_a_match_that_fails_is_told_of_once_a_sweep_and_does_not_stop_the_others(ticked, monkeypatch, caplog):
    sound = sweeping.expire_phase  # type: ignore[attr-defined]

    def failing(match_id: str, phase: str, due_at: datetime) -> object:
        if match_id == "broken":
            raise RuntimeError("the log is broken")
        return sound(match_id, phase, due_at)

    monkeypatch.setattr(sweeping, "expire_phase", failing)
    monkeypatch.setattr(sweeping, "MAX_DEADLINES_PER_POLL", 1)
    due("broken", -10)
    due("sound", -5)
    with caplog.at_level(logging.ERROR):
        assert Sweep().run() == 1
    assert [match_id for match_id, _ in ticked] == ["sound"]
    assert len(caplog.records) == 1


def test_a_row_that_the_log_does_not_bear_out_ends_nothing_and_a_sweep_stays_within_its_second():
    match = Clocked(LONG)
    DeadlineRow.objects.filter(match_id=match.id).update(due_at=datetime(2026, 1, 1, tzinfo=UTC))
    begun = time.monotonic()
    sweep()
    assert 1.4 <= time.monotonic() - begun < 2.5
    assert match.count("time_up") == 0


@pytest.fixture
def clock_queue() -> Iterator[str]:
    """The queue of sweeps at the tests' broker, which no worker listens to."""
    with celery_app.connection() as line:
        channel: Any = line.default_channel
        channel.queue_purge("clock")
        yield "clock"
        channel.queue_purge("clock")


def waiting(queue: str) -> int:
    with celery_app.connection() as line:
        channel: Any = line.default_channel
        return int(channel._size(queue)) + int(channel._size("celery"))


def test_without_a_worker_sweeps_do_not_pile_up(clock_queue: str):
    for _ in range(20):
        sweep.apply_async()
    assert waiting(clock_queue) == 1


def test_control_without_clearing_they_would(clock_queue: str):
    before_task_publish.disconnect(purge_pending_sweeps, sender="games.timers.tasks.sweep")
    try:
        for _ in range(20):
            sweep.apply_async()
    finally:
        before_task_publish.connect(purge_pending_sweeps, sender="games.timers.tasks.sweep")
    assert waiting(clock_queue) == 20


def test_of_two_sweeps_of_one_process_only_one_is_at_a_deadline():
    one, other = (Deadline(match_id=name, phase="1.voting", due_at=datetime(2030, 1, 1, tzinfo=UTC)) for name in "ab")
    with claim_deadline(one) as first, claim_deadline(one) as second, claim_deadline(other) as elsewhere:
        assert (first, second, elsewhere) == (True, False, True)
    with claim_deadline(one) as again:
        assert again


def test_control_without_the_margin_and_the_wait_ticks_would_come_early(ticked, monkeypatch):
    monkeypatch.setattr(DatabaseClock, "sleep_until", lambda clock, then: time.sleep(0.1))
    due_at = due("a", 0.6)
    Sweep().run()
    assert ticked[0][1] < due_at
