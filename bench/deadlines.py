"""How late phases end: matches whose votes are awaited and whose time runs out, spread evenly, on one worker.

Every end is one `time_up`, three votes played by luck and the scores. Lateness is the time in the log, which is taken
when the match is locked, less the deadline; the commit comes after it. The worker and its beat are those of `serve`.
"""

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from django.db import transaction

from bench.bulk import store, tidy
from bench.databases import make
from bench.ground import URLS
from bench.matches import SEED, Log, copied, timed
from bench.progress import say
from bench.rows import Aim, Row, row
from bench.scale import Scale
from games.eventlog.digests import chain_hash
from games.eventlog.models import Event
from games.management import programs
from games.matches import match_random
from games.matches.models import Pulse
from games.projections.models import DeadlineRow
from games.rulebook.match import Voting
from games.rulebook.terms import Player
from games.timers.database_clock import DatabaseClock

LEAD = timedelta(seconds=3)
PLAYERS = [Player(id=f"u_{seat}", name=f"Player {seat}", kind="guest") for seat in range(4)]
SLEEPER = "a process that only sleeps until then, p99"
"""What the machine itself does at the same time."""
AIM = Aim(text="<= 50 ms", most=50)


def measure(database: str, scale: Scale) -> Iterator[Row]:
    make()
    with clockwork():
        late, slept = _lateness(scale)
    count = len(late)
    last = {"p50": count // 2, "p99": count * 99 // 100, "the longest": count - 1}
    for what, place in last.items():
        aim = AIM if what == "p99" else None
        yield row("deadlines", database, f"lateness, {what}", [late[place]], "ms", count, aim)
    yield row("deadlines", database, SLEEPER, [slept[last["p99"]]], "ms", count)


@contextmanager
def clockwork() -> Iterator[None]:
    """A worker and its beat."""
    environment = {"DATABASE_URL": URLS["default"], "REDIS_URL": os.environ["REDIS_URL"]}
    with tempfile.TemporaryDirectory(dir=os.environ["DIXIT_DATA"]) as name:
        folder = Path(name)
        children = [
            programs.worker(folder / "worker.log", environment),
            programs.beat(folder / "schedule", folder / "beat.log", environment),
        ]
        try:
            for child in children:
                child.start()
            yield
        finally:
            for child in reversed(children):
                child.stop()


def _lateness(scale: Scale) -> tuple[list[float], list[float]]:
    """In milliseconds, in order: the worker's, and that of a process that only sleeps."""
    template, clock = timed(PLAYERS), DatabaseClock()
    Pulse.objects.create(run="somebody", alive_from=clock.now(), alive_to=clock.now() + timedelta(hours=1))
    # When this one has ended, worker and beat are there.
    _stored(template, [clock.now()])
    _all_ended()
    writing = timedelta(milliseconds=12 * scale.deadlines)
    first = clock.now() + LEAD + writing
    dues = [first + timedelta(seconds=scale.over * n / scale.deadlines) for n in range(scale.deadlines)]
    due_at = _stored(template, [due.replace(microsecond=due.microsecond // 1000 * 1000) for due in dues])
    assert clock.now() < first, "the matches were not written in time"
    tidy()
    say(f"{len(due_at)} deadlines within {scale.over} s")
    slept = sorted(_overslept(clock, due) for due in dues)
    _all_ended()
    ups = Event.objects.filter(type="time_up", match_id__in=due_at).values_list("match_id", "recorded_at")
    late = sorted((at - due_at[match_id]).total_seconds() * 1000 for match_id, at in ups)
    assert len(late) == scale.deadlines, "every phase ends once"
    assert late[0] >= 0, "none ends early"
    return late, slept


def _overslept(clock: DatabaseClock, due: datetime) -> float:
    clock.sleep_until(due)
    return (clock.now() - due).total_seconds() * 1000


def _all_ended() -> None:
    # In the next phase, which has no limit, a row says when the match expires.
    while DeadlineRow.objects.filter(phase="1.voting").exists():
        time.sleep(0.2)


def _stored(template: Log, dues: Sequence[datetime]) -> dict[str, datetime]:
    logs = [
        _ending(copied(template, f"timed {number} of {len(dues)}"), template, due) for number, due in enumerate(dues)
    ]
    store(logs)
    with transaction.atomic():
        for log in logs:
            match_random.store_seed(log.match_id, SEED)
    return {log.match_id: due for log, due in zip(logs, dues, strict=True)}


def _ending(log: Log, template: Log, due: datetime) -> Log:
    """The match with another deadline: it stands in the last event and in one row."""
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
