"""The command handler: every change of a match, by a player, the clock or the staff, goes through it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import IntegrityError, transaction

from games import notifier
from games.eventlog import match_state
from games.eventlog.append import LockedStream, ProcessedCommand, append, find_processed_command, lock_stream
from games.eventlog.batched_sql import WriteBatch
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.event_reader import hash_at_version
from games.eventlog.event_writer import EventBatch, new_salt
from games.eventlog.match_state import MatchState
from games.eventlog.stream_slots import set_lock_timeout, stream_slot
from games.matches import match_random
from games.matches.invites import get_invite_to_match, has_invite, use_invite
from games.matches.lobby_limit import check_lobby_length
from games.matches.match_access import (
    NoSuchMatch,
    audience_of,
    hash_password,
    hidden_if_unreadable,
    may_see,
    store_password_hash,
)
from games.matches.quota import check_seat_quota, quota_slot
from games.projections.projector import update_projections
from games.rulebook import Reason, Refused, decide
from games.rulebook.audience import Audience
from games.rulebook.commands import Actor, Command, DropReservation, ExpirePhase, Open, Sit
from games.rulebook.events import Event, SeatTaken
from games.rulebook.expiry import expires_at
from games.rulebook.match import phase_id, reserved_seat_of, seat_of
from games.rulebook.phases import is_past_phase

SYSTEM_ACCOUNTS: dict[str, Actor] = {"clock": "clock", "staff": "staff"}
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


def handle_command(
    match_id: str,
    command: Command,
    *,
    metadata: CommandMetadata,
    invite_code: str | None = None,
    is_admitted: bool = False,
    seat_quota: int | None = None,
    lock_timeout_ms: int | None = None,
    environment: Environment = DEFAULT_ENVIRONMENT,
) -> CommandResult:
    """Execute one command in one transaction and return its result; replay the first result if it was processed before.

    Args:
        command: what is asked for.
        metadata: the account, its idempotency key for this command, the digest of the request, and what it expects.
        invite_code: lets the caller sit down at any match, even after having been kicked.
        is_admitted: lets the caller sit down at a private match without an invite: they have its password, or come
            from the match before.
        seat_quota: in how many unfinished matches the caller may have a seat; None is no limit.
        lock_timeout_ms: how long to wait for the match's lock, in milliseconds; None is as long as the settings say.
        environment: where time and salts come from.

    Raises:
        NoSuchMatch: there is no such match, the account may not see it, or the invite isn't valid for it.
        IdempotencyKeyReused, VersionMismatch, Refused, TooManyMatches: checked in this order; nothing has changed.
        StreamBlocked: somebody else holds the match's lock for too long.
        UnreadableLog: the match's log can't be read.
    """
    is_let_in = partial(_is_let_in, match_id, metadata.account_id, invite_code, is_admitted=is_admitted)
    try:
        with quota_slot(metadata.account_id, seat_quota), stream_slot(match_id), transaction.atomic():
            if lock_timeout_ms is not None:
                set_lock_timeout(lock_timeout_ms)
            with hidden_if_unreadable(match_id, metadata.account_id, is_let_in):
                locked_stream = lock_stream(match_id, metadata)
            state, processed = locked_stream.state, locked_stream.processed_command
            # A player who has left a private match can no longer see it, but a repeated command must still get its
            # first answer. The clock and the staff have no seat, so the check would always fail for them there.
            skips_visibility_check = metadata.account_id in SYSTEM_ACCOUNTS or (
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
            # Before the preconditions: they were met the first time, and the match has moved on since.
            if processed:
                return _replay_result(processed, state, metadata, match_id)
            check_preconditions(metadata, state)
            check_lobby_length(state, command)
            if isinstance(command, Sit) and usable_invite:
                command = use_invite(command, usable_invite)
            elif isinstance(command, ExpirePhase):
                command = replace(command, expires_at=expiry_of(state))
            actor = _actor_of(command, state, metadata.account_id)
            result = _commit(match_id, locked_stream, command, actor, metadata, environment)
            if seat_quota is not None and isinstance(command, Sit):
                check_seat_quota(metadata.account_id, seat_quota)
            return result
    except Refused as refused:
        raise (refused.with_phase(phase_id(state.match)) if state else refused) from None
    except IntegrityError:
        # The lock is per match. Two commands with one key for different matches don't wait for each other, so only the
        # unique index on (account, key) stops the second one.
        if find_processed_command(metadata):
            raise IdempotencyKeyReused from None
        raise


def _is_let_in(match_id: str, account: str, invite_code: str | None, *, is_admitted: bool) -> bool:
    """Return whether a caller who sees nothing of the match may still send it a command."""
    return is_admitted or account in SYSTEM_ACCOUNTS or has_invite(invite_code, match_id)


def _actor_of(command: Command, state: MatchState, account: str) -> Actor:
    """Return who sends the command, to the rules: a player acts from the seat, or from the one that is reserved."""
    if isinstance(command, Sit | DropReservation):
        return None
    seat = seat_of(state.match, account)
    return SYSTEM_ACCOUNTS.get(account) or (reserved_seat_of(state.match, account) if seat is None else seat)


def open_match(
    match_id: str,
    make_open_command: Callable[[], Open],
    seed: bytes,
    *,
    metadata: CommandMetadata,
    password: str | None = None,
    seat_quota: int | None = None,
    environment: Environment = DEFAULT_ENVIRONMENT,
) -> CommandResult:
    """Open a match under a new id and return the result; replay the first result if the command was processed before.

    Args:
        make_open_command: makes the command, and may raise; it isn't called for a replay, since what was acceptable
            then may not be acceptable now.
        seed: the 32 random bytes behind every shuffle of the match.
        metadata: the account, its idempotency key for this command, and the digest of the request.
        password: the password of a private match.
        seat_quota: in how many unfinished matches the account may have a seat; None is no limit.
        environment: where time and salts come from.

    Raises:
        IdempotencyKeyReused, Refused, TooManyMatches
    """
    # Before the transaction, which would hold a connection while the password waits for its turn to be hashed.
    password_hash = None if password is None else hash_password(password)
    try:
        with quota_slot(metadata.account_id, seat_quota), transaction.atomic():
            locked_stream = lock_stream(match_id, metadata)
            if locked_stream.processed_command:
                return _replay_open(locked_stream.processed_command, metadata)
            command = make_open_command()
            match_random.store_seed(match_id, seed)
            if password_hash is not None:
                store_password_hash(match_id, password_hash)
            result = _commit(match_id, locked_stream, command, command.seat, metadata, environment)
            if seat_quota is not None:
                check_seat_quota(metadata.account_id, seat_quota)
            return result
    except IntegrityError:
        # A new match has no head to lock, so two copies of one request can get this far; the second one fails on the
        # unique index on (account, key) and returns the match that the first one opened.
        if processed := find_processed_command(metadata):
            return _replay_open(processed, metadata)
        raise


def _commit(
    match_id: str,
    locked_stream: LockedStream,
    command: Command | Open,
    actor: Actor,
    metadata: CommandMetadata,
    environment: Environment,
) -> CommandResult:
    """Decide on the command, write what it leads to, and return the result.

    Raises:
        Refused: the rules don't allow the command.
    """
    state = locked_stream.state
    # Event times have milliseconds and never go backwards, even if the database's clock is set back.
    at = environment.now or locked_stream.now
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)
    at = max(at, state.last_event_at) if state else at
    # At the start itself this is still the head's hash, which `match_started` will name as its `prev`.
    salt = (state.hash_before_start or state.hash) if state else ""
    chance = match_random.MatchRandom(match_id=match_id, salt=salt)
    decided = decide(state.match if state else None, command, actor=actor, now=at, chance=chance)
    events = [event for event, _ in decided]
    # A player who sits down has no seat until the rules have chosen one.
    actor = events[0].seat if actor is None and isinstance(events[0], SeatTaken) else actor
    event_batch = EventBatch(
        match_id,
        state,
        decided,
        command_id=metadata.command_id,
        actor=actor,
        at=at,
        make_salt=environment.make_salt,
    )
    new_state, writes = event_batch.state_after, WriteBatch()
    append(event_batch, metadata, writes)
    update_projections(match_id, state, new_state, writes, map(type, events))
    writes.flush()

    def publish() -> None:
        match_state.cache_put(match_id, new_state)
        notifier.publish_match_update(match_id, new_state.version)
        notifier.publish_account_updates(_seated_people(events))

    # Only after the commit: neither the cache nor a subscriber may see a state that is still rolled back.
    transaction.on_commit(publish)
    return CommandResult(
        match_id=match_id,
        command_id=metadata.command_id,
        first_version=event_batch.first_version,
        last_version=new_state.version,
        head_hash=new_state.hash,
        audience=audience_of(new_state, metadata.account_id),
        event_batch=event_batch,
    )


def _seated_people(events: Iterable[Event]) -> list[str]:
    """Return the ids of the people who have taken seats by these events."""
    taken = (event for event in events if isinstance(event, SeatTaken) and event.kind != "bot")
    return [event.player.id for event in taken if event.player]


def _replay_result(
    processed: ProcessedCommand, state: MatchState, metadata: CommandMetadata, match_id: str
) -> CommandResult:
    if processed.match_id != match_id or not metadata.is_repetition(processed.request_digest):
        raise IdempotencyKeyReused
    return CommandResult(
        match_id=match_id,
        command_id=metadata.command_id,
        first_version=processed.first_version,
        last_version=processed.last_version,
        head_hash=hash_at_version(match_id, processed.last_version),
        audience=audience_of(state, metadata.account_id),
    )


def _replay_open(processed: ProcessedCommand, metadata: CommandMetadata) -> CommandResult:
    state = match_state.load(processed.match_id)
    assert state is not None, "an acknowledged command has its match"
    return _replay_result(processed, state, metadata, processed.match_id)


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
