"""The clock's command: it ends a phase whose deadline has passed."""

from datetime import datetime
from hashlib import sha256

from games.eventlog.command_metadata import CommandMetadata
from games.matches import heartbeat
from games.matches.command_handler import DEFAULT_ENVIRONMENT, CommandResult, Environment, handle_command
from games.matches.match_access import NoSuchMatch
from games.metrics.registry import COMMANDS_TOTAL, DEADLINE_LATENESS
from games.rulebook import Refused
from games.rulebook.commands import ExpirePhase

CLOCK_ACCOUNT = "clock"
"""The account id under which the clock sends commands; no player's id looks like it."""


def expire_phase(
    match_id: str, phase: str, due_at: datetime, *, environment: Environment = DEFAULT_ENVIRONMENT
) -> CommandResult | None:
    """End the phase whose deadline is `due_at`, and return the result; None if nothing has changed.

    May be called early, late, twice or for a phase that is over: the rules check the phase and the database's time. If
    the service was down just before the deadline, the phase is extended instead, once.
    """
    command = ExpirePhase(phase=phase, outage=heartbeat.was_down_before(due_at))
    try:
        result = handle_command(
            match_id, command, metadata=_command_metadata(match_id, phase, due_at), environment=environment
        )
    except (Refused, NoSuchMatch):
        return None
    # A replay has been counted before. After an outage the phase may have been extended, and lateness says nothing
    # about the sweep.
    if result.event_batch is not None and not command.outage:
        COMMANDS_TOTAL.labels("time_up").inc()
        DEADLINE_LATENESS.observe((result.event_batch.state_after.last_event_at - due_at).total_seconds())
    return result


def _command_metadata(match_id: str, phase: str, due_at: datetime) -> CommandMetadata:
    # One idempotency key per deadline, not per phase: a phase can have a second deadline, for instance when nobody has
    # claimed the first round, the storyteller is drawn at random, and their time starts.
    key = sha256(f"{match_id}/{phase}/{due_at.timestamp():.3f}".encode()).hexdigest()
    return CommandMetadata(account_id=CLOCK_ACCOUNT, command_id=key, request_digest=phase)
