"""Deciding on a command to a locked match: what it leads to, for batches and for the slow lane.

Nothing here reads or writes the database, so a batch of commands costs it no time.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from django.conf import settings

from games.eventlog.append import LockedStream
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.event_writer import EventBatch, new_salt
from games.eventlog.match_state import MatchState
from games.eventlog.processed_commands import ProcessedCommand
from games.matches.lobby_limit import check_lobby_length
from games.matches.match_access import NoSuchMatch, audience_of, may_see
from games.matches.match_random import MatchRandom
from games.rulebook import Reason, Refused, decide
from games.rulebook.audience import Audience
from games.rulebook.commands import Actor, Command, DropReservation, ExpirePhase, Open, Sit
from games.rulebook.events import Event, SeatTaken
from games.rulebook.expiry import expires_at
from games.rulebook.match import phase_id, reserved_seat_of, seat_of
from games.rulebook.phases import is_past_phase

SYSTEM_ACCOUNTS: Mapping[str, Actor] = MappingProxyType({"clock": "clock", "staff": "staff"})
"""The accounts under which the service itself sends commands, with the actor that each is to the rules."""


class IdempotencyKeyReused(Exception):
    """This account has used the idempotency key for a different request."""


class VersionMismatch(Exception):
    """The match is not at the version the caller expected; `version` is the current one."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


@dataclass(frozen=True, kw_only=True, slots=True)
class Environment:
    """Where time and salts come from; a simulation passes its own, so that its log is reproducible byte for byte."""

    now: datetime | None = None
    """The database's time if None."""
    make_salt: Callable[[], str] = new_salt


DEFAULT_ENVIRONMENT = Environment()


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandResult:
    """An acknowledged command: the versions it wrote, and the audience as which the caller may read them."""

    match_id: str
    command_id: str
    first_version: int
    last_version: int
    head_hash: str
    """The match's hash at `last_version`."""
    audience: Audience
    event_batch: EventBatch | None = None
    """The events it wrote; None for a replayed command, whose events have to be read from the log."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """What a command has led to, before it is written."""

    result: CommandResult
    event_batch: EventBatch
    events: tuple[Event, ...]
    new_seed: bytes | None
    """The seed that takes the place of the match's present one, if any."""


def decide_command(
    match_id: str,
    stream: LockedStream,
    command: Command,
    metadata: CommandMetadata,
    *,
    is_admitted: bool = False,
    environment: Environment = DEFAULT_ENVIRONMENT,
) -> Decision | CommandResult:
    """Return what a command to a locked match leads to; the first result if the command was processed before.

    Args:
        match_id: the match.
        stream: its state, and the command's earlier result.
        command: what is asked for.
        metadata: the account, its idempotency key for this command, the digest of the request, and what it expects.
        is_admitted: whether the caller may see a private match without being seated.
        environment: where time and salts come from.

    Raises:
        NoSuchMatch, IdempotencyKeyReused, VersionMismatch, Refused: checked in this order; nothing has changed.
        SeedNotLoaded: something has to be shuffled with a seed that this process doesn't remember.
    """
    state, processed = stream.state, stream.processed_command
    if state is None or not (
        is_admitted
        or skips_visibility_check(match_id, stream, metadata)
        or may_see(state.match, metadata.account_id, stream.now)
    ):
        raise NoSuchMatch
    # Before the preconditions: they were met the first time, and the match has moved on since.
    if processed:
        return replay_result(processed, state, metadata, match_id)
    try:
        check_preconditions(metadata, state)
        check_lobby_length(state, command)
        if isinstance(command, ExpirePhase):
            command = replace(command, expires_at=expiry_of(state))
        actor = _actor_of(command, state, metadata.account_id)
        return decide_events(match_id, state, command, actor, metadata, now=stream.now, environment=environment)
    except Refused as refused:
        raise refused.with_phase(phase_id(state.match)) from None


def skips_visibility_check(match_id: str, stream: LockedStream, metadata: CommandMetadata) -> bool:
    """Return whether the caller needs no seat to give this command.

    A player who has left a private match can no longer see it, but a repeated command must still get its first answer.
    The clock and the staff have no seat, so the check would always fail for them.
    """
    processed = stream.processed_command
    return metadata.account_id in SYSTEM_ACCOUNTS or (processed is not None and processed.match_id == match_id)


def decide_events(
    match_id: str,
    state: MatchState | None,
    command: Command | Open,
    actor: Actor,
    metadata: CommandMetadata,
    *,
    now: datetime,
    environment: Environment,
) -> Decision:
    """Return what a command leads to by the rules; `state` is None if it opens the match.

    Raises:
        Refused: the rules don't allow the command.
        SeedNotLoaded
    """
    # Event times have milliseconds and never go backwards, even if the database's clock is set back.
    at = environment.now or now
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)
    at = max(at, state.last_event_at) if state else at
    # At the start itself this is still the head's hash, which `match_started` will name as its `prev`.
    chance = MatchRandom(match_id, (state.hash_before_start or state.hash) if state else "")
    decided = decide(state.match if state else None, command, actor=actor, now=at, chance=chance)
    events = tuple(event for event, _ in decided)
    event_batch = EventBatch(
        match_id,
        state,
        decided,
        command_id=metadata.command_id,
        # A player who sits down has no seat until the rules have chosen one.
        actor=events[0].seat if actor is None and isinstance(events[0], SeatTaken) else actor,
        at=at,
        make_salt=environment.make_salt,
    )
    after = event_batch.state_after
    result = CommandResult(
        match_id=match_id,
        command_id=metadata.command_id,
        first_version=event_batch.first_version,
        last_version=after.version,
        head_hash=after.hash,
        audience=audience_of(after, metadata.account_id),
        event_batch=event_batch,
    )
    return Decision(result=result, event_batch=event_batch, events=events, new_seed=chance.new_seed)


def replay_result(
    processed: ProcessedCommand, state: MatchState, metadata: CommandMetadata, match_id: str
) -> CommandResult:
    """Return the result that a command had the first time.

    Raises:
        IdempotencyKeyReused
    """
    if processed.match_id != match_id or not metadata.is_repetition(processed.request_digest):
        raise IdempotencyKeyReused
    return CommandResult(
        match_id=match_id,
        command_id=metadata.command_id,
        first_version=processed.first_version,
        last_version=processed.last_version,
        head_hash=processed.head_hash,
        audience=audience_of(state, metadata.account_id),
    )


def expiry_of(state: MatchState) -> datetime | None:
    """Return when a lobby or an idle match expires, by the lifetimes in the settings; None if it doesn't."""
    return expires_at(
        state.match,
        opened_at=state.opened_at,
        last_event_at=state.last_event_at,
        lobby_lifetime=timedelta(hours=settings.LOBBY_HOURS),
        idle_lifetime=timedelta(days=settings.IDLE_DAYS),
    )


def check_preconditions(metadata: CommandMetadata, state: MatchState) -> None:
    """Raise unless the match has the version and the phase that the caller expects.

    Raises:
        VersionMismatch: the match is at another version.
        Refused: the expected phase is over, or hasn't come yet.
    """
    if metadata.expected_version not in (None, state.version):
        raise VersionMismatch(state.version)
    expected_phase = metadata.expected_phase
    if expected_phase is not None and expected_phase != phase_id(state.match):
        raise Refused(Reason.PHASE_OVER if is_past_phase(expected_phase, state.match) else Reason.WRONG_PHASE)


def _actor_of(command: Command, state: MatchState, account: str) -> Actor:
    """Return who sends the command, to the rules: a player acts from the seat, or from the one that is reserved."""
    if isinstance(command, Sit | DropReservation):
        return None
    seat = seat_of(state.match, account)
    return SYSTEM_ACCOUNTS.get(account) or (reserved_seat_of(state.match, account) if seat is None else seat)
