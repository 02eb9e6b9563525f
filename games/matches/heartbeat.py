"""Heartbeats of the web processes: they show whether anyone could have played just before a deadline.

A player must not lose a turn because the service was down. So each web process regularly writes to the database that it
can commit, and the clock extends a phase if no process did so just before the deadline (see `deadline_command`).
"""

import secrets
import time
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Thread

from django.db import DatabaseError, InterfaceError, connection

from games.eventlog.batched_sql import WriteBatch, add_insert
from games.eventlog.database_time import database_time
from games.matches.models import Pulse

HEARTBEAT_INTERVAL_SECONDS = 2.0
"""Seconds between two heartbeats of a process."""
OUTAGE_GAP_SECONDS = 6.0
"""Seconds without a commit after which a process counts as having been down: three missed heartbeats."""
OUTAGE_WINDOW = timedelta(seconds=10)
"""The time before a deadline during which some web process must have been up."""


def record_heartbeat(run_id: str) -> None:
    """Record that this run of a process can commit now.

    A run is a period without an outage: `start_heartbeat` begins a new one after a gap.
    """
    now = database_time()
    writes = WriteBatch()
    on_conflict = "ON CONFLICT (run) DO UPDATE SET alive_to = excluded.alive_to"
    add_insert(Pulse._meta.db_table, ("run", "alive_from", "alive_to"), [(run_id, now, now)], writes, on_conflict)  # noqa: SLF001
    writes.flush()


def was_down_before(due_at: datetime) -> bool:
    """Return whether no web process could commit in the ten seconds before; False if there never was a heartbeat."""
    # Every tick of the clock asks this, and for the next seconds the last answer covers nearly all of them.
    if any(_covers(pulse, due_at) for pulse in _cached_pulse):
        return False
    latest = (
        Pulse.objects.filter(alive_from__lte=due_at, alive_to__gte=due_at - OUTAGE_WINDOW).order_by("-alive_to").first()
    )
    if latest is not None:
        _cached_pulse[:] = [latest]
        return False
    # Without any heartbeat nothing is known: tests and simulations run without a web process.
    return Pulse.objects.exists()


def start_heartbeat() -> None:
    """Start the thread that records this process's heartbeats."""
    Thread(target=_heartbeat_loop, name="pulse", daemon=True).start()


def _heartbeat_loop() -> None:
    run_id, last_beat_at = secrets.token_hex(8), time.monotonic()
    while True:
        # A new row after a gap: extending the old one would claim that the process was up in between.
        if time.monotonic() - last_beat_at > OUTAGE_GAP_SECONDS:
            run_id = secrets.token_hex(8)
        with suppress(DatabaseError, InterfaceError):
            record_heartbeat(run_id)
            last_beat_at = time.monotonic()
        # This thread serves no requests, so Django never replaces a broken connection of it.
        with suppress(DatabaseError, InterfaceError):
            connection.close()
        time.sleep(HEARTBEAT_INTERVAL_SECONDS)


def _covers(pulse: Pulse, due_at: datetime) -> bool:
    return pulse.alive_from <= due_at <= pulse.alive_to + OUTAGE_WINDOW


_cached_pulse: list[Pulse] = []
"""The last pulse found, at most one. A pulse only ever grows, so a cached one is never wrong about the past."""
