"""How late phases end: the voting time of many matches runs out, evenly spread, on one worker.

Each deadline leads to a `time_up`, three automatic votes and the scores. Lateness is the time in the log minus the
deadline. The time in the log is taken once the match is locked; the commit comes after it. Worker and beat are those of
`serve`.
"""

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from django.db import transaction

from bench.bulk_insert import insert_matches, vacuum
from bench.database_setup import migrate_and_check
from bench.match_templates import SEED, MatchLog, copy_match, timed_match
from bench.progress import say
from bench.result_rows import Aim, BenchmarkRow, make_row
from bench.run_environment import DATABASE_URLS
from bench.scale import Scale
from games.eventlog.digests import chain_hash
from games.eventlog.models import Event
from games.management import programs
from games.matches import match_random
from games.projections.models import DeadlineRow
from games.rulebook.match import Voting
from games.rulebook.terms import Player
from games.timers.database_clock import DatabaseClock

LEAD_TIME = timedelta(seconds=3)
"""Between the end of the preparations and the first deadline."""
PLAYERS = [Player(id=f"u_{seat}", name=f"Player {seat}", kind="guest") for seat in range(4)]
SLEEPER_ROW = "a process that only sleeps, p99"
"""How late a plain sleep on this machine ends under the same load."""
LATENESS_AIM = Aim(text="<= 50 ms", most=50)


def measure(database: str, scale: Scale) -> Iterator[BenchmarkRow]:
    migrate_and_check()
    with running_worker():
        late_ms, slept_ms = _lateness(scale)
    count = len(late_ms)
    positions = {"p50": count // 2, "p99": count * 99 // 100, "maximum": count - 1}
    for what, position in positions.items():
        aim = LATENESS_AIM if what == "p99" else None
        yield make_row("deadlines", database, f"lateness, {what}", [late_ms[position]], "ms", count, aim)
    yield make_row("deadlines", database, SLEEPER_ROW, [slept_ms[positions["p99"]]], "ms", count)


@contextmanager
def running_worker() -> Iterator[None]:
    """Run a Celery worker and beat."""
    environment = {"DATABASE_URL": DATABASE_URLS["default"], "REDIS_URL": os.environ["REDIS_URL"]}
    with tempfile.TemporaryDirectory(dir=os.environ["DIXIT_DATA"]) as name:
        folder = Path(name)
        children = [
            programs.worker_process(folder / "worker.log", environment),
            programs.beat_process(folder / "schedule", folder / "beat.log", environment),
        ]
        try:
            for child in children:
                child.start()
            yield
        finally:
            for child in reversed(children):
                child.stop()


def _lateness(scale: Scale) -> tuple[list[float], list[float]]:
    """Return the sorted lateness in milliseconds of the worker, and of a process that only sleeps."""
    template, clock = timed_match(PLAYERS), DatabaseClock()
    # Once the phase of this match has ended, worker and beat are running.
    _store_with_deadlines(template, [clock.now()])
    _wait_until_all_ended()
    insertion_time = timedelta(milliseconds=12 * scale.deadlines)
    first = clock.now() + LEAD_TIME + insertion_time
    dues = [first + timedelta(seconds=scale.over * n / scale.deadlines) for n in range(scale.deadlines)]
    due_at = _store_with_deadlines(template, [due.replace(microsecond=due.microsecond // 1000 * 1000) for due in dues])
    assert clock.now() < first, "the matches were inserted before the first deadline"
    vacuum()
    say(f"{len(due_at)} deadlines within {scale.over} s")
    slept_ms = sorted(_oversleep_ms(clock, due) for due in dues)
    _wait_until_all_ended()
    ups = Event.objects.filter(type="time_up", match_id__in=due_at).values_list("match_id", "recorded_at")
    late_ms = sorted((at - due_at[match_id]).total_seconds() * 1000 for match_id, at in ups)
    assert len(late_ms) == scale.deadlines, "every phase ended once"
    assert late_ms[0] >= 0, "no phase ended early"
    return late_ms, slept_ms


def _oversleep_ms(clock: DatabaseClock, due: datetime) -> float:
    clock.sleep_until(due)
    return (clock.now() - due).total_seconds() * 1000


def _wait_until_all_ended() -> None:
    # Filter by phase: a match keeps a deadline row in the next phase, which has no time limit, for its expiry.
    while DeadlineRow.objects.filter(phase="1.voting").exists():
        time.sleep(0.2)


def _store_with_deadlines(template: MatchLog, dues: Sequence[datetime]) -> dict[str, datetime]:
    logs = [
        _with_deadline(copy_match(template, f"timed {number} of {len(dues)}"), template, due)
        for number, due in enumerate(dues)
    ]
    insert_matches(logs)
    with transaction.atomic():
        for log in logs:
            match_random.store_seed(log.match_id, SEED)
    return {log.match_id: due for log, due in zip(logs, dues, strict=True)}


def _with_deadline(log: MatchLog, template: MatchLog, due: datetime) -> MatchLog:
    """Return the match with another deadline, which is in the last event's body and in one projection row."""
    assert isinstance(template.match, Voting)
    assert template.match.deadline_at is not None
    *row_, body, _ = log.events[-1]
    was, now = (at.isoformat().replace("+00:00", "Z") for at in (template.match.deadline_at, due))
    new = body.replace(was, now)
    assert new != body
    log.events[-1] = (*row_, new, chain_hash(new))
    log.tables["eventlog_head"] = [(log.match_id, len(log.events), chain_hash(new))]
    log.tables["projections_deadlinerow"] = [(log.match_id, "1.voting", due)]
    return log
