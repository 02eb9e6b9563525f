"""The pulse of the web processes: by it the clock knows whether anybody could have played before a phase was to end."""

import secrets
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import Thread

from django.db import DatabaseError, InterfaceError, connection

from games.eventlog.batched_sql import WriteBatch, add_insert, select
from games.matches.models import Pulse

HEARTBEAT_INTERVAL_SECONDS = 2.0
"""Seconds between two beats of a process."""
OUTAGE_GAP_SECONDS = 6.0
"""Seconds without a commit after which a process has been away."""
OUTAGE_WINDOW = timedelta(seconds=10)
"""How long before its end a phase must not be without any web process."""


def record_heartbeat(run_id: str) -> None:
    """Note that this run of a process can commit now."""
    now = _database_now()
    writes = WriteBatch()
    on_conflict = "ON CONFLICT (run) DO UPDATE SET alive_to = excluded.alive_to"
    add_insert(Pulse._meta.db_table, ("run", "alive_from", "alive_to"), [(run_id, now, now)], writes, on_conflict)  # noqa: SLF001
    writes.flush()


def was_down_before(due_at: datetime) -> bool:
    """Whether no web process could commit in the ten seconds before; not where none has ever been noted."""
    if any(_covers(pulse, due_at) for pulse in _last_found):
        return False
    latest = (
        Pulse.objects.filter(alive_from__lte=due_at, alive_to__gte=due_at - OUTAGE_WINDOW).order_by("-alive_to").first()
    )
    if latest is not None:
        _last_found[:] = [latest]
        return False
    return Pulse.objects.exists()


def start_heartbeat() -> None:
    """Let this process have a pulse."""
    Thread(target=_heartbeat_loop, name="pulse", daemon=True).start()


def _heartbeat_loop() -> None:
    run_id, last_beat_at = secrets.token_hex(8), time.monotonic()
    while True:
        if time.monotonic() - last_beat_at > OUTAGE_GAP_SECONDS:
            run_id = secrets.token_hex(8)
        with suppress(DatabaseError, InterfaceError):
            record_heartbeat(run_id)
            last_beat_at = time.monotonic()
        with suppress(DatabaseError, InterfaceError):
            connection.close()
        time.sleep(HEARTBEAT_INTERVAL_SECONDS)


def _covers(pulse: Pulse, due_at: datetime) -> bool:
    return pulse.alive_from <= due_at <= pulse.alive_to + OUTAGE_WINDOW


_last_found: list[Pulse] = []
"""The last one found: what was so stays so, and for the next few seconds nobody has to ask again."""


def _database_now() -> datetime:
    """The database's time; SQLite has none but ours."""
    if connection.vendor != "postgresql":
        return datetime.now(UTC)
    now: datetime = select("SELECT clock_timestamp()")[0][0]
    return now
