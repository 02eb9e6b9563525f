"""The slow lane: commands with a transaction of their own.

They need more than the match itself, such as a quota, an invite or a new match, or wait for a match that somebody else
has locked.
"""

from collections.abc import Callable

from django.db import IntegrityError, transaction

from games.eventlog import match_state
from games.eventlog.append import lock_stream
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.match_state import MatchState
from games.eventlog.processed_commands import ProcessedCommand, find_processed_command
from games.eventlog.stream_slots import set_lock_timeout, stream_slot
from games.eventlog.write_batch import WriteBatch
from games.matches import match_random
from games.matches.command_decision import (
    DEFAULT_ENVIRONMENT,
    SYSTEM_ACCOUNTS,
    CommandResult,
    Decision,
    Environment,
    IdempotencyKeyReused,
    decide_command,
    decide_events,
    replay_result,
    skips_visibility_check,
)
from games.matches.command_writes import MatchWrites
from games.matches.invites import get_invite_to_match, has_invite, use_invite
from games.matches.match_access import hash_password, hidden_if_unreadable, store_password_hash
from games.matches.match_random import with_seed
from games.matches.quota import check_seat_quota, quota_slot
from games.rulebook.commands import Command, Open, Sit


def execute_alone(
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
    """Execute one command in a transaction of its own; see `handle_command`."""

    def is_let_in() -> bool:
        return is_admitted or metadata.account_id in SYSTEM_ACCOUNTS or has_invite(invite_code, match_id)

    try:
        with quota_slot(metadata.account_id, seat_quota), stream_slot(match_id), transaction.atomic():
            if lock_timeout_ms is not None:
                set_lock_timeout(lock_timeout_ms)
            with hidden_if_unreadable(match_id, metadata.account_id, is_let_in):
                stream = lock_stream(match_id, metadata)
            if invite_code is not None and not skips_visibility_check(match_id, stream, metadata):
                invite = get_invite_to_match(invite_code, stream.state, match_id, stream.now)
                command = use_invite(command, invite) if isinstance(command, Sit) else command
                is_admitted = True
            decision = with_seed(
                match_id,
                lambda: decide_command(
                    match_id, stream, command, metadata, is_admitted=is_admitted, environment=environment
                ),
            )
            if isinstance(decision, CommandResult):
                return decision
            _write(match_id, stream.state, decision, metadata)
            if seat_quota is not None and isinstance(command, Sit):
                check_seat_quota(metadata.account_id, seat_quota)
            return decision.result
    except IntegrityError:
        # The lock is per match. Two commands with one key for different matches don't wait for each other, so only the
        # unique index on (account, key) stops the second one.
        if find_processed_command(metadata):
            raise IdempotencyKeyReused from None
        raise


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
        match_id: the new id.
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
            stream = lock_stream(match_id, metadata)
            if stream.processed_command:
                return _replay_open(stream.processed_command, metadata)
            command = make_open_command()
            match_random.store_seed(match_id, seed)
            if password_hash is not None:
                store_password_hash(match_id, password_hash)
            decision = decide_events(
                match_id, stream.state, command, command.seat, metadata, now=stream.now, environment=environment
            )
            _write(match_id, stream.state, decision, metadata)
            if seat_quota is not None:
                check_seat_quota(metadata.account_id, seat_quota)
            return decision.result
    except IntegrityError:
        # A new match has no head to lock, so two copies of one request can get this far; the second one fails on the
        # unique index on (account, key) and returns the match that the first one opened.
        if processed := find_processed_command(metadata):
            return _replay_open(processed, metadata)
        raise


def _write(match_id: str, before: MatchState | None, decision: Decision, metadata: CommandMetadata) -> None:
    match_writes, writes = MatchWrites(match_id, before), WriteBatch()
    match_writes.add(decision, metadata)
    match_writes.add_rows(writes)
    writes.flush()
    transaction.on_commit(match_writes.cache_state)
    transaction.on_commit(match_writes.announce)


def _replay_open(processed: ProcessedCommand, metadata: CommandMetadata) -> CommandResult:
    state = match_state.load(processed.match_id)
    assert state is not None, "an acknowledged command has its match"
    return replay_result(processed, state, metadata, processed.match_id)
