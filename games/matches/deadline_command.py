"""The clock at the table: it says that a phase's time is up, and the rules decide whether that is so."""

from datetime import datetime
from hashlib import sha256

from games.eventlog.command_metadata import CommandMetadata
from games.matches import heartbeat
from games.matches.command_handler import DEFAULT_ENVIRONMENT, CommandResult, Environment, handle_command
from games.matches.match_access import NoSuchMatch
from games.metrics.registry import COMMANDS_TOTAL, DEADLINE_LATENESS
from games.rulebook import Refused
from games.rulebook.commands import TimeUp

CLOCK_ACCOUNT = "clock"
"""In whose name the clock commands; no player's id looks like it."""


def expire_phase(
    match_id: str, phase: str, due_at: datetime, *, environment: Environment = DEFAULT_ENVIRONMENT
) -> CommandResult | None:
    """Say that the phase, which was to end at `due_at`, is over; None where that changes nothing.

    A tick may come early, late, twice or for a phase that has gone: the database's time and the log decide. Where the
    house itself was away before the end, the phase goes on a little instead, once.
    """
    time_up = TimeUp(phase=phase, outage=heartbeat.was_down_before(due_at))
    try:
        result = handle_command(
            match_id, time_up, metadata=_command_metadata(match_id, phase, due_at), environment=environment
        )
    except (Refused, NoSuchMatch):
        return None
    if result.event_batch is not None and not time_up.outage:
        COMMANDS_TOTAL.labels("time_up").inc()
        DEADLINE_LATENESS.observe((result.event_batch.state_after.last_event_at - due_at).total_seconds())
    return result


def _command_metadata(match_id: str, phase: str, due_at: datetime) -> CommandMetadata:
    """One key for each deadline: a phase can have two, as when luck has named the storyteller and time begins anew."""
    key = sha256(f"{match_id}/{phase}/{due_at.timestamp():.3f}".encode()).hexdigest()
    return CommandMetadata(account_id=CLOCK_ACCOUNT, command_id=key, request_digest=phase)
