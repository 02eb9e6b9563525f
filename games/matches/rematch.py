"""Rematches: a player of a finished match joins the one match that follows it, or opens that match."""

import secrets
from contextlib import suppress
from dataclasses import replace

from django.db import IntegrityError, transaction

from games import notifier
from games.eventlog import match_state
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.database_time import database_time
from games.eventlog.match_state import MatchState
from games.eventlog.processed_commands import find_processed_command
from games.eventlog.stream_slots import stream_slot
from games.matches import match_random
from games.matches.command_decision import CommandResult, check_preconditions
from games.matches.command_handler import handle_command
from games.matches.match_access import audience_of, copy_password, visible_state
from games.matches.next_match import next_open_command
from games.matches.rematch_links import create_link, next_match_id, replace_link
from games.matches.slow_lane import open_match
from games.rulebook import Reason, Refused
from games.rulebook.commands import Sit
from games.rulebook.match import Gathering, Over, assigned_seat_of, seat_of, seated_players

MAX_LOST_RACES = 3
"""How often a request that lost a race for opening the next match is tried again."""


def open_or_join_rematch(
    match_id: str,
    sit: Sit,
    *,
    metadata: CommandMetadata,
    seat_quota: int | None = None,
) -> CommandResult:
    """Open the next match on the same terms, or join it; replay the first result if the command was processed before.

    Raises:
        NoSuchMatch, IdempotencyKeyReused, VersionMismatch: as for other commands.
        Refused: the caller didn't play the match, it isn't over, or the next one is full or has started.
        TooManyMatches: the caller has seats in as many unfinished matches as allowed.
    """
    state = visible_state(match_id, metadata.account_id)
    if processed := find_processed_command(metadata):
        return handle_command(processed.match_id, sit, metadata=metadata)
    check_preconditions(metadata, state)
    is_running = not isinstance(state.match, Over)
    if (seat_of if is_running else assigned_seat_of)(state.match, metadata.account_id) is None:
        raise Refused(Reason.NOT_SEATED)
    if is_running:
        raise Refused(Reason.WRONG_PHASE)
    # The caller's expectations were about this match, and the rest is about the next one.
    metadata = replace(metadata, expected_phase=None, expected_version=None)
    sit = replace(sit, former_seat=assigned_seat_of(state.match, metadata.account_id))
    for _ in range(MAX_LOST_RACES):
        # Another player may open the next match at the same moment, and it may end in its lobby before it is joined.
        with suppress(IntegrityError):
            return _join_or_open_next_match(match_id, state, sit, metadata, seat_quota)
    return _join_or_open_next_match(match_id, state, sit, metadata, seat_quota)


def _join_or_open_next_match(
    match_id: str, state: MatchState, sit: Sit, metadata: CommandMetadata, seat_quota: int | None
) -> CommandResult:
    """Join the next match, or open it.

    Raises:
        IntegrityError: another player has opened it first.
    """
    return _join_next_match(match_id, sit, metadata, seat_quota) or _open_next_match(
        match_id, state, sit, metadata, seat_quota
    )


def _join_next_match(
    match_id: str, sit: Sit, metadata: CommandMetadata, seat_quota: int | None
) -> CommandResult | None:
    """Join the next match; None if there is none, or if it ended in its lobby."""
    next_id = next_match_id(match_id)
    if next_id is None or _ended_in_lobby(next_id):
        return None
    try:
        return handle_command(next_id, sit, metadata=metadata, is_admitted=True, seat_quota=seat_quota)
    except Refused:
        if result := result_if_seated(next_id, metadata):
            return result
        raise


def _ended_in_lobby(next_id: str) -> bool:
    """Return whether the match ended before it started: then another rematch may replace it."""
    state = match_state.load(next_id)
    return state is not None and isinstance(state.match, Over) and isinstance(state.match.last_phase, Gathering)


def result_if_seated(match_id: str, metadata: CommandMetadata) -> CommandResult | None:
    """Return the match's current version as a result, if the account already has a seat there; None otherwise."""
    state = match_state.load(match_id)
    assert state is not None, "the link to a match is committed together with its first events"
    if assigned_seat_of(state.match, metadata.account_id) is None:
        return None
    return CommandResult(
        match_id=match_id,
        command_id=metadata.command_id,
        first_version=state.version,
        last_version=state.version,
        head_hash=state.hash,
        audience=audience_of(state, metadata.account_id),
    )


def _open_next_match(
    match_id: str, state: MatchState, sit: Sit, metadata: CommandMetadata, seat_quota: int | None
) -> CommandResult:
    next_id, replaced_id, seed = secrets.token_hex(16), next_match_id(match_id), match_random.new_seed()
    open_command = next_open_command(
        state, sit, match_random.seed_commitment(seed), is_first=replaced_id is None, now=database_time()
    )
    # Everybody asks for the rematch at the same moment, and waits for the first who has.
    with stream_slot(match_id), transaction.atomic():
        _link_next_match(match_id, replaced_id, next_id)
        copy_password(match_id, next_id)
        former_players = [player.id for _, player, _ in seated_players(state.match) if player.id is not None]
        transaction.on_commit(lambda: notifier.publish_account_updates(former_players))
        return open_match(next_id, lambda: open_command, seed, metadata=metadata, seat_quota=seat_quota)


def _link_next_match(match_id: str, replaced_id: str | None, next_id: str) -> None:
    """Link the match to the next one, in place of one that ended in its lobby, and announce it after the commit.

    Raises:
        IntegrityError: another transaction, for which this one has waited, has linked its match first.
    """
    if replaced_id is None:
        create_link(match_id, next_id)
    elif _ended_in_lobby(replaced_id):
        replace_link(match_id, replaced_id, next_id)
    else:
        # It was linked after this player had found no rematch to join.
        raise IntegrityError
    transaction.on_commit(lambda: notifier.publish_rematch(match_id))
