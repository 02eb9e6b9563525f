"""Play: the one function through which a match changes, for players, host and clock alike."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import IntegrityError, transaction

from games import notifier
from games.eventlog import match_state
from games.eventlog.append import LockedStream, ProcessedCommand, append, find_processed_command, lock
from games.eventlog.batched_sql import WriteBatch
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.event_reader import Audience
from games.eventlog.event_writer import EventBatch, EventMetadata, new_salt
from games.eventlog.match_state import MatchState
from games.matches import match_random
from games.matches.invites import admit_player, get_invite_to_match
from games.matches.match_access import NoSuchMatch, audience_of, is_correct_password, may_see, set_password
from games.matches.quota import check_open_match_quota
from games.projections.deadline_projection import expires_at
from games.projections.projector import update_projections
from games.rulebook import Match, Reason, Refused, decide
from games.rulebook.commands import Actor, Command, Open, Sit, TimeUp
from games.rulebook.events import SeatTaken
from games.rulebook.match import phase_id, seat_of
from games.rulebook.phases import is_past_phase

SYSTEM_ACCOUNTS: dict[str, Actor] = {"clock": "clock", "staff": "staff"}
"""The accounts in whose names the service itself sends commands, and who these are to the rules."""


class IdempotencyKeyReused(Exception):
    """This account has used the key for another request."""


class VersionMismatch(Exception):
    """The match is no longer at the version that the caller named."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


@dataclass(frozen=True, kw_only=True, slots=True)
class Precondition:
    """What the caller took for granted: the phase's id, the match's version."""

    phase: str | None = None
    version: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Environment:
    """Where time and salts come from; a simulation brings its own, so that it can be repeated to the byte."""

    now: datetime | None = None
    """The database's time unless given."""
    make_salt: Callable[[], str] = new_salt


DEFAULT_ENVIRONMENT = Environment()


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandResult:
    """An acknowledged command: the versions it led to, and as whom the caller is told of them."""

    match_id: str
    command_id: str
    first_version: int
    last_version: int
    audience: Audience
    event_batch: EventBatch | None = None
    """What it has written; None for a repetition."""


def handle_command(
    match_id: str,
    command: Command,
    *,
    metadata: CommandMetadata,
    precondition: Precondition | None = None,
    password: str | None = None,
    invite_code: str | None = None,
    is_admitted: bool = False,
    environment: Environment = DEFAULT_ENVIRONMENT,
) -> CommandResult:
    """Play one command, durably, or not at all; a repetition is answered as it was the first time.

    Args:
        caller: the account, its key for this command, and the digest of the request.
        password: for who sits down at a private match; `invited` are those who need none.
        invite: the code of an invite, by which somebody sits down, at whatever match.

    Raises:
        NoSuchMatch: there is none that this account may know of, or the invite is good for nothing here.
        KeyReused, MovedOn, Kicked, Refused: in this order of checks (key, `If-Match`, phase, rules); nothing has
            changed.
    """
    # Before the lock: a password's hash is slow on purpose.
    is_admitted = is_admitted or (password is not None and is_correct_password(match_id, password))
    try:
        with transaction.atomic():
            locked_stream = lock(match_id, metadata)
            state, processed = locked_stream.state, locked_stream.processed_command
            # Whoever has left a private match still gets the answers that were given there; the house sits nowhere.
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
            if processed:
                return _replay_result(processed, state, metadata, match_id)
            check_precondition(precondition or Precondition(), state)
            if isinstance(command, Sit):
                command = admit_player(command, state, usable_invite)
            elif isinstance(command, TimeUp):
                command = replace(command, expires_at=expires_at(state))
            actor = _actor(metadata.account_id, state.match)
            return _commit(state, command, _event_metadata(match_id, metadata, actor, locked_stream, environment))
    except Refused as refused:
        raise (refused.with_phase(phase_id(state.match)) if state else refused) from None
    except IntegrityError:
        # The same key at the same moment for another match: only the database can see that.
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
    """Open a match under a new id, with the luck of this seed; a repetition gives the match opened the first time.

    `opening` makes the command, and may refuse to; a repetition doesn't ask it. `most` is how many matches the account
    may have open.

    Raises:
        KeyReused, Refused, TooManyMatches
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
        if processed := find_processed_command(metadata):
            return _replay_opening(processed, metadata)
        raise


def _commit(state: MatchState | None, command: Command | Open, event_metadata: EventMetadata) -> CommandResult:
    match_id = event_metadata.match_id
    randomness = match_random.MatchRandom(
        match_id=match_id, salt=(state.hash_before_start or state.hash) if state else ""
    )
    events = decide(
        state.match if state else None,
        command,
        actor=event_metadata.actor,
        now=event_metadata.at,
        chance=randomness,
    )
    if event_metadata.actor is None and isinstance(events[0], SeatTaken):
        event_metadata = replace(event_metadata, actor=events[0].seat)
    writes = WriteBatch()
    event_batch = append(state, events, event_metadata, writes)
    new_state = event_batch.state_after
    update_projections(match_id, state, new_state, writes)
    writes.flush()
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
    """Whether the match is as the caller took for granted.

    Raises:
        MovedOn, Refused
    """
    if precondition.version is not None and precondition.version != state.version:
        raise VersionMismatch(state.version)
    if precondition.phase is not None and precondition.phase != phase_id(state.match):
        raise Refused(Reason.PHASE_OVER if is_past_phase(precondition.phase, state.match) else Reason.WRONG_PHASE)


def _actor(account_id: str, match: Match) -> Actor:
    return SYSTEM_ACCOUNTS.get(account_id) or seat_of(match, account_id)


def _event_metadata(
    match_id: str,
    metadata: CommandMetadata,
    actor: Actor,
    locked_stream: LockedStream,
    environment: Environment,
) -> EventMetadata:
    """Time goes to the millisecond, and never back: the database's clock may be set."""
    at = environment.now or locked_stream.now
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)
    at = max(at, locked_stream.state.last_event_at) if locked_stream.state else at
    return EventMetadata(
        match_id=match_id, command_metadata=metadata, actor=actor, at=at, salt_factory=environment.make_salt
    )
