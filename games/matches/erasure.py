"""Erasing a person: they leave every running match, then their names and texts are erased; the matches stay valid."""

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress

from django.db import DatabaseError, transaction

from games.eventlog import match_state
from games.eventlog.append import lock_stream
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.event_reader import load_events
from games.eventlog.part_erasure import delete_commands, erase_parts, match_ids_with_player
from games.eventlog.stream_slots import StreamBlocked, stream_slot
from games.eventlog.write_batch import WriteBatch
from games.matches.command_handler import handle_command
from games.matches.match_access import NoSuchMatch, match_now
from games.matches.models import Invite
from games.projections.counters import fold_all_changes
from games.projections.projector import update_projections
from games.rulebook import Match, Refused
from games.rulebook.commands import Command, DropReservation, Resign, Stand
from games.rulebook.match import Gathering, Over, reserved_seat_of, seat_of
from games.rulebook.personal_values import personal_parts


def erase_account(account: str) -> int:
    """Leave every match of this account, erase its names and texts, and return the number of matches it appeared in.

    Idempotent: it can be repeated after a failure half-way. If one match can't be erased from, because it is locked or
    can't be read, all others are before the exception is raised.
    """
    match_ids = match_ids_with_player(account)

    def erase(match_id: str) -> None:
        # Left first: once the id is erased, the log no longer shows which seat to leave.
        _leave_match(match_id, account)
        _erase_from_match(match_id, account)

    _for_each(match_ids, erase)
    Invite.objects.filter(made_by=account).delete()
    delete_commands(account)
    # Changes that wait, and counters that are at zero now, name the account and its house rules.
    fold_all_changes()
    return len(match_ids)


def leave_all_matches(account: str) -> None:
    """Leave every match that isn't over; names and texts stay."""
    _for_each(match_ids_with_player(account), lambda match_id: _leave_match(match_id, account))


def _for_each(match_ids: Iterable[str], work: Callable[[str], None]) -> None:
    """Do this with each match, and only then raise what went wrong with the first that failed."""
    first_failure: Exception | None = None
    for match_id in match_ids:
        try:
            work(match_id)
        except DatabaseError as error:
            if not isinstance(error, StreamBlocked):
                raise
            first_failure = first_failure or error
        except Exception as error:  # noqa: BLE001  (raised below)
            first_failure = first_failure or error
    if first_failure is not None:
        raise first_failure


def _leave_match(match_id: str, account: str) -> None:
    """Leave the seat in a lobby, or the one that is reserved there; resign from a match that has started."""
    # A loop, because the match may start or end between the read and the command, which is then refused.
    while (state := match_state.load(match_id)) and (leave := _leaving_command(match_now(state.match), account)):
        with suppress(Refused, NoSuchMatch):
            handle_command(match_id, leave, metadata=_command_metadata(account))


def _leaving_command(match: Match, account: str) -> Command | None:
    """Return the command by which the account leaves the match; None if it doesn't play and has no reserved seat."""
    if isinstance(match, Over):
        return None
    if (reserved_seat := reserved_seat_of(match, account)) is not None:
        return DropReservation(target_seat=reserved_seat)
    if seat_of(match, account) is None:
        return None
    return Stand() if isinstance(match, Gathering) else Resign()


def _erase_from_match(match_id: str, account: str) -> None:
    with stream_slot(match_id), transaction.atomic():
        before = lock_stream(match_id, _command_metadata(account)).state
        assert before is not None, "a match that lists this player exists"
        events = ((record.version, record.event) for record in load_events(match_id, 0, before.version))
        erasure_count = erase_parts(match_id, personal_parts(events, account), before.erasure_count)
        # A cached state still has the erased texts, and so would a fold that continues it: start from the log.
        after = match_state.reload(match_id, before.version, erasure_count)
        assert after is not None, "erasing parts deletes no events"
        writes = WriteBatch()
        update_projections(match_id, before, after, writes)
        writes.flush()
        transaction.on_commit(lambda: match_state.cache_put(match_id, after))


def _command_metadata(account: str) -> CommandMetadata:
    return CommandMetadata(account_id=account, command_id=f"forget-{secrets.token_hex(12)}", request_digest="forget")
