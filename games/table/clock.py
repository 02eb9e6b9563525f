"""The clock at the table: it says that a phase's time is up, and the rules decide whether that is so."""

from datetime import datetime
from hashlib import sha256

from games.eventlog.command_metadata import CommandMetadata
from games.metrics.counted import COMMANDS, LATENESS
from games.rulebook import Refused
from games.rulebook.commands import TimeUp
from games.table import pulse
from games.table.access import NoSuchMatch
from games.table.play import THIS_WORLD, Played, World, play

ACCOUNT = "clock"
"""In whose name the clock commands; no player's id looks like it."""


def tick(match_id: str, phase: str, due_at: datetime, *, world: World = THIS_WORLD) -> Played | None:
    """Say that the phase, which was to end at `due_at`, is over; None where that changes nothing.

    A tick may come early, late, twice or for a phase that has gone: the database's time and the log decide. Where the
    house itself was away before the end, the phase goes on a little instead, once.
    """
    time_up = TimeUp(phase=phase, outage=pulse.nobody_before(due_at))
    try:
        played = play(match_id, time_up, caller=_caller(match_id, phase, due_at), world=world)
    except (Refused, NoSuchMatch):
        return None
    if played.written is not None and not time_up.outage:
        COMMANDS.labels("time_up").inc()
        LATENESS.observe((played.written.state_after.last_event_at - due_at).total_seconds())
    return played


def _caller(match_id: str, phase: str, due_at: datetime) -> CommandMetadata:
    """One key for each deadline: a phase can have two, as when luck has named the storyteller and time begins anew."""
    key = sha256(f"{match_id}/{phase}/{due_at.timestamp():.3f}".encode()).hexdigest()
    return CommandMetadata(account_id=ACCOUNT, command_id=key, request_digest=phase)
