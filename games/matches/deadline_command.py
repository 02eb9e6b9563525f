"""The clock's command: it ends a phase whose deadline has passed."""

from concurrent.futures import Future
from datetime import datetime
from hashlib import sha256

from django.db import connection

from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.stream_slots import BACKGROUND_LOCK_TIMEOUT_MS
from games.matches.command_batch import Request
from games.matches.command_decision import DEFAULT_ENVIRONMENT, CommandResult, Environment
from games.matches.command_handler import handle_command
from games.matches.command_writer import command_writer
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
    the call is so late that the service must have been down, they extend the phase instead, once.

    Raises:
        StreamBlocked: somebody else holds the match's lock.
    """
    try:
        return _count(_handle(match_id, phase, due_at, environment), due_at)
    except (Refused, NoSuchMatch):
        return None


def submit_expiry(match_id: str, phase: str, due_at: datetime) -> Future[CommandResult]:
    """Hand the command of `expire_phase` to the command writer, and return the future that `expiry_result` takes.

    Within a transaction, into which the writer can't see, it is executed before this returns.

    Raises:
        StreamBlocked: somebody else holds the match's lock, or too many commands are waiting.
    """
    if not connection.in_atomic_block:
        metadata = _command_metadata(match_id, phase, due_at)
        request = Request(match_id=match_id, command=ExpirePhase(phase=phase), metadata=metadata)
        return command_writer().submit(request, lock_timeout_ms=BACKGROUND_LOCK_TIMEOUT_MS)
    future: Future[CommandResult] = Future()
    try:
        future.set_result(_handle(match_id, phase, due_at, DEFAULT_ENVIRONMENT))
    except Exception as error:  # noqa: BLE001  (who takes the result gets it)
        future.set_exception(error)
    return future


def expiry_result(future: Future[CommandResult], due_at: datetime) -> CommandResult | None:
    """Wait for a command of `submit_expiry`, and return what `expire_phase` would.

    Raises:
        StreamBlocked: somebody else holds the match's lock.
    """
    try:
        return _count(future.result(), due_at)
    except (Refused, NoSuchMatch):
        return None


def _handle(match_id: str, phase: str, due_at: datetime, environment: Environment) -> CommandResult:
    return handle_command(
        match_id,
        ExpirePhase(phase=phase),
        metadata=_command_metadata(match_id, phase, due_at),
        lock_timeout_ms=BACKGROUND_LOCK_TIMEOUT_MS,
        environment=environment,
    )


def _count(result: CommandResult, due_at: datetime) -> CommandResult:
    event_batch = result.event_batch
    # A replay has been counted before.
    if event_batch is None:
        return result
    COMMANDS_TOTAL.labels("time_up").inc()
    # An extension follows an outage, whose length says nothing about how fast sweeps are. `dixit_sweep_age_seconds`
    # shows that none ran.
    if event_batch.first_type != "deadline_extended":
        DEADLINE_LATENESS.observe((event_batch.state_after.last_event_at - due_at).total_seconds())
    return result


def _command_metadata(match_id: str, phase: str, due_at: datetime) -> CommandMetadata:
    # One idempotency key per deadline, not per phase: a phase can have a second deadline, for instance when nobody has
    # claimed the first round, the storyteller is drawn at random, and their time starts; or when the match rests.
    key = sha256(f"{match_id}/{phase}/{due_at.timestamp():.3f}".encode()).hexdigest()
    return CommandMetadata(account_id=CLOCK_ACCOUNT, command_id=key, request_digest=phase)
