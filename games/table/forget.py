"""Forgetting a person: live seats are left, then names and words are erased; the matches stay what they were."""

import secrets
from contextlib import suppress

from django.db import transaction

from games.eventlog import folds
from games.eventlog.append import lock
from games.eventlog.caller import Caller
from games.eventlog.erase import erase, forget_commands, naming
from games.eventlog.folds import Folded
from games.eventlog.read import recorded
from games.eventlog.sql import Writes
from games.projections.write import write
from games.rulebook import Refused
from games.rulebook.commands import Resign, Stand
from games.rulebook.match import Gathering, Over, seat_of
from games.rulebook.personal_values import personal_parts
from games.table.access import NoSuchMatch
from games.table.models import Invite
from games.table.play import play


def forget(account: str) -> int:
    """Leave every match of this account and erase its names and words; gives in how many matches there were any.

    It can be done again after a fault half-way, and changes nothing where nothing is left.
    """
    matches = naming(account)
    for match_id in matches:
        _leave(match_id, account)
        _erase(match_id, account)
    Invite.objects.filter(made_by=account).delete()
    forget_commands(account)
    return len(matches)


def leave_all(account: str) -> None:
    """Leave every match that isn't over; names and words stay."""
    for match_id in naming(account):
        _leave(match_id, account)


def _leave(match_id: str, account: str) -> None:
    """In the lobby stand up, later resign; the match may begin or end meanwhile."""
    while (folded := folds.now(match_id)) and _plays(folded, account):
        leave = Stand if isinstance(folded.match, Gathering) else Resign
        with suppress(Refused, NoSuchMatch):
            play(match_id, lambda seat, leave=leave: leave(seat=seat), caller=_caller(account))


def _plays(folded: Folded, account: str) -> bool:
    return not isinstance(folded.match, Over) and seat_of(folded.match, account) is not None


def _erase(match_id: str, account: str) -> None:
    with transaction.atomic():
        before = lock(match_id, _caller(account)).folded
        assert before is not None, "the match is there"
        log = ((record.version, record.event) for record in recorded(match_id, 0, before.version))
        erase(match_id, personal_parts(log, account))
        after = folds.anew(match_id, before.version, before.erased + 1)
        assert after is not None, "what has been erased was personal"
        writes = Writes()
        write(match_id, before, after, writes)
        writes.send()
        transaction.on_commit(lambda: folds.keep(match_id, after))


def _caller(account: str) -> Caller:
    return Caller(account=account, command_id=f"forget-{secrets.token_hex(12)}", request="forget")
