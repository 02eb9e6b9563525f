"""The pulse of the web processes: by it the clock knows whether anybody could have played before a phase was to end."""

import secrets
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import Thread

from django.db import DatabaseError, InterfaceError, connection

from games.eventlog.batched_sql import WriteBatch, add_insert, select
from games.table.models import Pulse

EVERY = 2.0
"""Seconds between two beats of a process."""
GAP = 6.0
"""Seconds without a commit after which a process has been away."""
WINDOW = timedelta(seconds=10)
"""How long before its end a phase must not be without any web process."""


def beat(run: str) -> None:
    """Note that this run of a process can commit now."""
    now = _now()
    writes = WriteBatch()
    then = "ON CONFLICT (run) DO UPDATE SET alive_to = excluded.alive_to"
    add_insert(Pulse._meta.db_table, ("run", "alive_from", "alive_to"), [(run, now, now)], writes, then)  # noqa: SLF001
    writes.flush()


def nobody_before(due_at: datetime) -> bool:
    """Whether no web process could commit in the ten seconds before; not where none has ever been noted."""
    if any(_covers(pulse, due_at) for pulse in _known):
        return False
    there = Pulse.objects.filter(alive_from__lte=due_at, alive_to__gte=due_at - WINDOW).order_by("-alive_to").first()
    if there is not None:
        _known[:] = [there]
        return False
    return Pulse.objects.exists()


def start() -> None:
    """Let this process have a pulse."""
    Thread(target=_beat_for_ever, name="pulse", daemon=True).start()


def _beat_for_ever() -> None:
    run, last = secrets.token_hex(8), time.monotonic()
    while True:
        if time.monotonic() - last > GAP:
            run = secrets.token_hex(8)
        with suppress(DatabaseError, InterfaceError):
            beat(run)
            last = time.monotonic()
        with suppress(DatabaseError, InterfaceError):
            connection.close()
        time.sleep(EVERY)


def _covers(pulse: Pulse, due_at: datetime) -> bool:
    return pulse.alive_from <= due_at <= pulse.alive_to + WINDOW


_known: list[Pulse] = []
"""The last one found: what was so stays so, and for the next few seconds nobody has to ask again."""


def _now() -> datetime:
    """The database's time; SQLite has none but ours."""
    if connection.vendor != "postgresql":
        return datetime.now(UTC)
    now: datetime = select("SELECT clock_timestamp()")[0][0]
    return now
