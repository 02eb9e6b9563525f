"""Invites: whoever holds the code of one may sit down in a lobby, until it is used up, has expired or is taken back."""

import secrets
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.eventlog import match_state
from games.eventlog.append import lock
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.match_state import MatchState
from games.projections.models import MatchRow
from games.rulebook import Reason, Refused
from games.rulebook.commands import Sit
from games.rulebook.match import Gathering, seat_of
from games.table.access import Kicked, NoSuchMatch, may_see
from games.table.models import Invite

MOST = 50
"""How many invites of a match can be good at a time."""


class TooManyInvites(Exception):
    """The match has as many good invites as it may."""


def invite(match_id: str, account: str, *, seat: int | None, uses: int, seconds: int) -> tuple[Invite, str]:
    """A new invite, and its code: the only moment at which the code is known.

    Raises:
        NoSuchMatch, TooManyInvites
        Refused: the account is not the host, there is no such seat, or the match has begun.
    """
    code = f"inv_{secrets.token_urlsafe(24)}"
    with transaction.atomic():
        now, lobby = _locked(match_id, account)
        if seat is not None and seat not in range(lobby.terms.seats):
            raise Refused(Reason.NO_SUCH_SEAT)
        of_match = Invite.objects.filter(match_id=match_id)
        of_match.filter(Q(expires_at__lte=now) | Q(used__gte=F("uses"))).delete()
        if of_match.count() >= MOST:
            raise TooManyInvites
        made = Invite.objects.create(
            id=f"i_{secrets.token_hex(8)}",
            match_id=match_id,
            digest=_digest(code),
            made_by=account,
            seat=seat,
            uses=uses,
            expires_at=now + timedelta(seconds=seconds),
        )
        return made, code


def invites(match_id: str, account: str) -> list[Invite]:
    """The match's invites that are still good, for its host; those that last longest first.

    Raises:
        NoSuchMatch, Refused
    """
    _hosted(match_state.load(match_id), account)
    good_ones = Invite.objects.filter(match_id=match_id, expires_at__gt=timezone.now(), used__lt=F("uses"))
    return list(good_ones.order_by("-expires_at", "id"))


def take_back(match_id: str, account: str, invite_id: str) -> Invite:
    """Make an invite good for nothing, at once and for ever.

    Raises:
        NoSuchMatch: or the match has no such invite.
        Refused
    """
    with transaction.atomic():
        _locked(match_id, account)
        found = Invite.objects.filter(match_id=match_id, id=invite_id).first()
        if found is None:
            raise NoSuchMatch
        Invite.objects.filter(id=invite_id).delete()
        return found


def held(code: str) -> Invite:
    """The invite with this code, if it is good for anything.

    Raises:
        NoSuchMatch: whatever is wrong with it.
    """
    lobbies = MatchRow.objects.filter(match_id=OuterRef("match_id"), status="gathering")
    found = _usable(code, timezone.now()).filter(Exists(lobbies)).first()
    if found is None:
        raise NoSuchMatch
    return found


def good(code: str, folded: MatchState | None, match_id: str, now: datetime) -> Invite:
    """The same, for who sits down by it at this match, whose head is locked."""
    found = _usable(code, now).filter(match_id=match_id).first()
    if found is None or folded is None or not isinstance(folded.match, Gathering):
        raise NoSuchMatch
    return found


def let_in(sit: Sit, folded: MatchState, held: Invite | None) -> Sit:
    """Who holds an invite sits where it says, unless they choose, even if they were kicked.

    Raises:
        Kicked
    """
    if held is not None:
        _spend(held)
        return sit if sit.seat is not None else replace(sit, seat=held.seat)
    if sit.player.id in folded.kicked_accounts:
        raise Kicked
    return sit


def _spend(found: Invite) -> None:
    """Count a use; within the transaction that takes the seat and holds the match's head, so that each counts once."""
    Invite.objects.filter(id=found.id).update(used=F("used") + 1)


def _usable(code: str, now: datetime) -> QuerySet[Invite]:
    """The invite with this code; one that is used up or has expired is not even read, so that time doesn't tell it from
    one that there never was."""
    return Invite.objects.filter(digest=_digest(code), expires_at__gt=now, used__lt=F("uses"))


def _locked(match_id: str, account: str) -> tuple[datetime, Gathering]:
    """The lobby, which nobody changes before this transaction has ended, and the database's time."""
    locked = lock(match_id, CommandMetadata(account_id=account, command_id="", request_digest=""))
    return locked.now, _hosted(locked.state, account)


def _hosted(folded: MatchState | None, account: str) -> Gathering:
    """The lobby, if this account is its host."""
    if folded is None or not may_see(folded.match, account):
        raise NoSuchMatch
    seat = seat_of(folded.match, account)
    if seat is None:
        raise Refused(Reason.NOT_SEATED)
    if not isinstance(folded.match, Gathering):
        raise Refused(Reason.WRONG_PHASE)
    if seat != folded.match.host:
        raise Refused(Reason.NOT_THE_HOST)
    return folded.match


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
