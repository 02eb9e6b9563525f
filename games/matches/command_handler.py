"""The command handler: every change of a match, by a player, the clock or the staff, goes through it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from django.db import IntegrityError, transaction

from games import notifier
from games.eventlog import match_state
from games.eventlog.append import LockedStream, ProcessedCommand, append, find_processed_command, lock
from games.eventlog.batched_sql import WriteBatch
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.event_writer import EventBatch, EventMetadata, new_salt
from games.eventlog.match_state import MatchState
from games.matches import match_random
from games.matches.invites import admit_player, get_invite_to_match
from games.matches.match_access import NoSuchMatch, audience_of, is_correct_password, may_see, set_password
from games.matches.quota import check_open_match_quota
from games.projections.deadline_projection import expires_at
from games.projections.projector import update_projections
from games.rulebook import Reason, Refused, decide
from games.rulebook.audience import Audience
from games.rulebook.commands import CallOff, Command, Open, SeatCommand, Sit, SystemCommand, TimeUp
from games.rulebook.events import SeatTaken
from games.rulebook.match import phase_id, seat_of
from games.rulebook.phases import is_past_phase

UnboundCommand: TypeAlias = Sit | Callable[[int], SeatCommand]
"""`Sit`, or a function that makes the command for the seat the caller turns out to have once the match is locked."""


class IdempotencyKeyReused(Exception):
    """This account has used the idempotency key for a different request."""


class VersionMismatch(Exception):
    """The match is not at the version the caller expected; `version` is the current one."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


@dataclass(frozen=True, kw_only=True, slots=True)
class Precondition:
    """What the caller expects of the match: the id of its phase, its version. None is not checked."""

    phase: str | None = None
    version: int | None = None


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
    audience: Audience
    event_batch: EventBatch | None = None
    """The events it wrote; None for a replayed command, whose events have to be read from the log."""


def handle_command(
    match_id: str,
    command: UnboundCommand | SystemCommand,
    *,
    metadata: CommandMetadata,
    precondition: Precondition | None = None,
    password: str | None = None,
    invite_code: str | None = None,
    is_admitted: bool = False,
    environment: Environment = DEFAULT_ENVIRONMENT,
) -> CommandResult:
    """Execute one command in one transaction and return its result; replay the first result if it was processed before.

    Args:
        command: a system command, `Sit`, or a function that makes the command for the caller's seat.
        metadata: the account, its idempotency key for this command, and the digest of the request.
        precondition: the phase and version the match must have.
        password: lets the caller sit down at a private match.
        invite_code: lets the caller sit down at any match, even after having been kicked.
        is_admitted: lets the caller sit down at a private match without either, as in a rematch.
        environment: where time and salts come from.

    Raises:
        NoSuchMatch: there is no such match, the account may not see it, or the invite isn't valid for it.
        IdempotencyKeyReused, VersionMismatch, Kicked, Refused: checked in this order; nothing has changed.
    """
    # Before the lock is taken: hashing a password is slow on purpose, and would hold up every other player.
    is_admitted = is_admitted or (password is not None and is_correct_password(match_id, password))
    try:
        with transaction.atomic():
            locked_stream = lock(match_id, metadata)
            state, processed = locked_stream.state, locked_stream.processed_command
            # A player who has left a private match can no longer see it, but a repeated command must still get its
            # first answer. The clock and the staff have no seat, so the check would always fail for them there.
            skips_visibility_check = isinstance(command, SystemCommand) or (
                processed is not None and processed.match_id == match_id
            )
            usable_invite = (
                get_invite_to_match(invite_code, state, match_id, locked_stream.now)
                if invite_code is not None and not skips_visibility_check
                else None
            )
            if state is None or not (
                skips_visibility_check or is_admitted or usable_invite or may_see(state.match, metadata.account_id)
            ):
                raise NoSuchMatch
            if processed:
                return _replay_result(processed, state, metadata, match_id)
            check_precondition(precondition or Precondition(), state)
            if isinstance(command, Sit):
                command = admit_player(command, state, usable_invite)
            seat = seat_of(state.match, metadata.account_id)
            event_metadata = _event_metadata(match_id, metadata, _actor(command, seat), locked_stream, environment)
            return _commit(state, _bind_command(command, seat, state), event_metadata)
    except Refused as refused:
        raise (refused.with_phase(phase_id(state.match)) if state else refused) from None
    except IntegrityError:
        # The lock is per match. Two commands with one key for different matches don't wait for each other, so only the
        # unique index on (account, key) stops the second one.
        if find_processed_command(metadata):
            raise IdempotencyKeyReused from None
        raise


def open_match(
    match_id: str,
    make_opening: Callable[[], Open],
    seed: bytes,
    *,
    metadata: CommandMetadata,
    password: str | None = None,
    max_open_matches: int | None = None,
    environment: Environment = DEFAULT_ENVIRONMENT,
) -> CommandResult:
    """Open a match under a new id and return the result; replay the first result if the command was processed before.

    Args:
        make_opening: makes the command, and may raise; it isn't called for a replay, since what was acceptable then may
            not be acceptable now.
        seed: the 32 random bytes behind every shuffle of the match.
        metadata: the account, its idempotency key for this command, and the digest of the request.
        password: the password of a private match.
        max_open_matches: how many open matches the account may host; None is no limit.
        environment: where time and salts come from.

    Raises:
        IdempotencyKeyReused, Refused, TooManyMatches
    """
    try:
        with transaction.atomic():
            locked_stream = lock(match_id, metadata)
            if locked_stream.processed_command:
                return _replay_opening(locked_stream.processed_command, metadata)
            command = make_opening()
            if max_open_matches is not None:
                check_open_match_quota(metadata.account_id, max_open_matches)
            match_random.store_seed(match_id, seed)
            if password is not None:
                set_password(match_id, password)
            return _commit(None, command, _event_metadata(match_id, metadata, 0, locked_stream, environment))
    except IntegrityError:
        # A new match has no head to lock, so two copies of one request can get this far; the second one fails on the
        # unique index on (account, key) and returns the match that the first one opened.
        if processed := find_processed_command(metadata):
            return _replay_opening(processed, metadata)
        raise


def _commit(state: MatchState | None, command: Command | Open, event_metadata: EventMetadata) -> CommandResult:
    match_id = event_metadata.match_id
    randomness = match_random.MatchRandom(
        match_id=match_id, salt=(state.hash_before_start or state.hash) if state else ""
    )
    events = decide(state.match if state else None, command, now=event_metadata.at, chance=randomness)
    # A player who sits down has no seat until the rules have chosen one.
    if event_metadata.actor is None and isinstance(events[0], SeatTaken):
        event_metadata = replace(event_metadata, actor=events[0].seat)
    writes = WriteBatch()
    event_batch = append(state, events, event_metadata, writes)
    new_state = event_batch.state_after
    update_projections(match_id, state, new_state, writes)
    writes.flush()
    # Only after the commit: neither the cache nor a subscriber may see a state that is still rolled back.
    transaction.on_commit(lambda: match_state.cache_put(match_id, new_state))
    transaction.on_commit(lambda: notifier.publish_match_update(match_id, new_state.version))
    return CommandResult(
        match_id=match_id,
        command_id=event_metadata.command_metadata.command_id,
        first_version=event_batch.first_version,
        last_version=new_state.version,
        audience=audience_of(new_state, event_metadata.command_metadata.account_id),
        event_batch=event_batch,
    )


def _replay_result(
    processed: ProcessedCommand, state: MatchState, metadata: CommandMetadata, match_id: str
) -> CommandResult:
    if processed.match_id != match_id or processed.request_digest != metadata.request_digest:
        raise IdempotencyKeyReused
    return CommandResult(
        match_id=match_id,
        command_id=metadata.command_id,
        first_version=processed.first_version,
        last_version=processed.last_version,
        audience=audience_of(state, metadata.account_id),
    )


def _replay_opening(processed: ProcessedCommand, metadata: CommandMetadata) -> CommandResult:
    state = match_state.load(processed.match_id)
    assert state is not None, "an acknowledged command has its match"
    return _replay_result(processed, state, metadata, processed.match_id)


def check_precondition(precondition: Precondition, state: MatchState) -> None:
    """Raise unless the match has the version and the phase that the caller expects.

    Raises:
        VersionMismatch: the match is at another version.
        Refused: the expected phase is over, or hasn't come yet.
    """
    if precondition.version is not None and precondition.version != state.version:
        raise VersionMismatch(state.version)
    if precondition.phase is not None and precondition.phase != phase_id(state.match):
        raise Refused(Reason.PHASE_OVER if is_past_phase(precondition.phase, state.match) else Reason.WRONG_PHASE)


def _actor(command: UnboundCommand | SystemCommand, seat: int | None) -> int | str | None:
    if isinstance(command, TimeUp) and not command.forced:
        return "clock"
    return "staff" if isinstance(command, SystemCommand) else seat


def _bind_command(command: UnboundCommand | SystemCommand, seat: int | None, state: MatchState) -> Command:
    if isinstance(command, TimeUp):
        # When an idle match expires depends on settings, which the rulebook doesn't know.
        return replace(command, expires_at=expires_at(state))
    if isinstance(command, Sit | CallOff):
        return command
    if seat is None:
        raise Refused(Reason.NOT_SEATED)
    return command(seat)


def _event_metadata(
    match_id: str,
    metadata: CommandMetadata,
    actor: int | str | None,
    locked_stream: LockedStream,
    environment: Environment,
) -> EventMetadata:
    # Event times have milliseconds and never go backwards, even if the database's clock is set back.
    at = environment.now or locked_stream.now
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)
    at = max(at, locked_stream.state.last_event_at) if locked_stream.state else at
    return EventMetadata(
        match_id=match_id, command_metadata=metadata, actor=actor, at=at, salt_factory=environment.make_salt
    )
