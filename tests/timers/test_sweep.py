"""The sweep: the matches it finds, their order and time, and that sweeps don't pile up."""

import logging
import time
from collections.abc import Iterator
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from celery.app.task import Context
from django.db import connection

from dixit import celery_app, stale_tasks
from games.matches.command_decision import CommandResult
from games.projections.deadline_projection import Deadline
from games.projections.models import DeadlineRow
from games.rulebook.audience import Audience
from games.rulebook.terms import Clock
from games.timers import sweep as sweeping
from games.timers.database_clock import DatabaseClock
from games.timers.sweep import Sweep, claim, release
from games.timers.tasks import forget_old_tokens, sweep
from tests.timers.timed_match import TimedMatch

pytestmark = pytest.mark.django_db

ONE_HOUR_CLOCK = Clock(clue=3600)


@pytest.fixture
def recorded_ticks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, datetime]]:
    """The matches that had a tick, and the database time of each."""
    ticks: list[tuple[str, datetime]] = []
    clock = DatabaseClock()

    def tick(match_id: str, phase: str, due_at: datetime) -> Future[Any]:
        ticks.append((match_id, clock.now()))
        DeadlineRow.objects.filter(match_id=match_id).delete()
        future = Future[Any]()
        future.set_result(
            CommandResult(
                match_id=match_id,
                command_id=phase,
                first_version=1,
                last_version=1,
                head_hash="",
                audience=Audience(seat=None),
            )
        )
        return future

    monkeypatch.setattr(sweeping, "submit_expiry", tick)
    return ticks


def create_deadline(match_id: str, seconds: float) -> datetime:
    """Create a phase that ends this number of seconds from now."""
    due_at = DatabaseClock().now() + timedelta(seconds=seconds)
    DeadlineRow.objects.create(match_id=match_id, phase="1.voting", due_at=due_at)
    return due_at


def test_ticks_run_in_order_at_their_due_times_and_never_early(recorded_ticks):
    seconds = {"c": 0.6, "a": -3600.0, "b": 0.3, "later": 5.0, "next day": 86400.0}
    due_at = {match_id: create_deadline(match_id, seconds[match_id]) for match_id in seconds}
    assert Sweep().run() == 3
    assert [match_id for match_id, _ in recorded_ticks] == ["a", "b", "c"]
    for match_id, at in recorded_ticks:
        assert at >= due_at[match_id]
    late = {match_id: (at - due_at[match_id]).total_seconds() for match_id, at in recorded_ticks}
    assert max(late["b"], late["c"]) < 0.2


def test_a_short_phase_opened_during_a_sweep_ends_in_time(recorded_ticks, monkeypatch):
    short_due_times: list[datetime] = []
    original_sleep_until = DatabaseClock.sleep_until

    def open_a_phase_and_sleep(clock: DatabaseClock, then: datetime) -> None:
        if not short_due_times:
            short_due_times.append(create_deadline("short", 0.4))
        original_sleep_until(clock, then)

    monkeypatch.setattr(DatabaseClock, "sleep_until", open_a_phase_and_sleep)
    Sweep().run()
    ((match_id, at),) = recorded_ticks
    assert match_id == "short"
    assert timedelta() <= at - short_due_times[0] < timedelta(seconds=0.2)


def test_due_deadlines_are_found_by_an_index_scan():
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


def test_a_failing_match_is_logged_once_per_sweep_and_does_not_block_the_others(recorded_ticks, monkeypatch, caplog):
    original_tick = sweeping.submit_expiry  # type: ignore[attr-defined]

    def failing_tick(match_id: str, phase: str, due_at: datetime) -> Future[Any]:
        if match_id == "broken":
            raise RuntimeError("the log is broken")
        return original_tick(match_id, phase, due_at)

    monkeypatch.setattr(sweeping, "submit_expiry", failing_tick)
    monkeypatch.setattr(sweeping, "MAX_DEADLINES_PER_POLL", 1)
    create_deadline("broken", -10)
    create_deadline("sound", -5)
    with caplog.at_level(logging.ERROR):
        assert Sweep().run() == 1
    assert [match_id for match_id, _ in recorded_ticks] == ["sound"]
    assert len(caplog.records) == 1


def test_a_deadline_row_that_contradicts_the_log_ends_nothing_and_the_sweep_stops_in_time():
    match = TimedMatch(ONE_HOUR_CLOCK)
    DeadlineRow.objects.filter(match_id=match.id).update(due_at=datetime(2026, 1, 1, tzinfo=UTC))
    begun = time.monotonic()
    sweep()
    assert 1.4 <= time.monotonic() - begun < 2.5
    assert match.count_events("time_up") == 0


@pytest.fixture
def empty_clock_queue() -> Iterator[str]:
    """The queue of sweeps at the tests' broker, which no worker consumes."""
    with celery_app.connection() as broker_connection:
        channel: Any = broker_connection.default_channel
        channel.queue_purge("clock")
        yield "clock"
        channel.queue_purge("clock")


def queued_tasks(queue: str) -> int:
    with celery_app.connection() as broker_connection:
        channel: Any = broker_connection.default_channel
        return int(channel._size(queue)) + int(channel._size("celery"))


def test_without_a_worker_sweeps_do_not_pile_up(empty_clock_queue: str):
    for _ in range(20):
        sweep.apply_async()
    assert queued_tasks(empty_clock_queue) == 1


def test_a_queue_that_has_grown_too_long_is_emptied(empty_clock_queue: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(stale_tasks, "MAX_WAITING_TASKS", 3)
    with celery_app.connection() as broker_connection:
        broker_connection.default_channel.queue_purge("celery")  # type: ignore[attr-defined]
    for _ in range(10):
        forget_old_tokens.apply_async()
    assert queued_tasks("clock") == 1


def test_no_task_expires_by_the_clock_of_a_machine():
    assert [entry for entry in celery_app.conf.beat_schedule.values() if "expires" in entry.get("options", {})] == []


def test_a_stale_sweep_is_recognized_by_the_clock_of_redis_dropped_and_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    runs: list[int] = []
    monkeypatch.setattr(Sweep, "run", lambda _: runs.append(1))
    monkeypatch.setattr(stale_tasks, "dropped_tasks", stale_tasks.DroppedTasks())
    now = stale_tasks.broker_time(celery_app)
    assert now is not None
    for sent_at in (now - 11, now - 3600, now - 9, now + 600, None):
        headers: Any = {"sent_at": sent_at}
        sweep.apply(headers=headers)
    assert len(runs) == 3
    assert [record.getMessage() for record in caplog.records] == [
        "dropped 1 of games.timers.tasks.sweep: waited for more than 10 s"
    ]


def test_a_message_has_the_time_of_redis_at_which_it_was_sent(empty_clock_queue: str):
    sweep.apply_async()
    with celery_app.connection() as broker_connection:
        message = broker_connection.SimpleQueue(empty_clock_queue).get(block=False)
    custom_headers = Context(message.headers).headers
    now = stale_tasks.broker_time(celery_app)
    assert custom_headers is not None and now is not None
    assert 0 <= now - custom_headers["sent_at"] < 5


def test_beat_goes_on_after_its_clock_was_set_back():
    interval = celery_app.conf.beat_schedule["sweep"]["schedule"]
    now = interval.now()
    assert interval.is_due(now + timedelta(minutes=10)).is_due
    assert interval.is_due(now - timedelta(minutes=10)).is_due
    assert not interval.is_due(now).is_due


def test_two_sweeps_of_one_process_never_handle_the_same_deadline():
    one, other = (Deadline(match_id=name, phase="1.voting", due_at=datetime(2030, 1, 1, tzinfo=UTC)) for name in "ab")
    assert (claim(one), claim(one), claim(other)) == (True, False, True)
    release(one)
    assert (claim(one), claim(other)) == (True, False)
    release(one)
    release(other)
