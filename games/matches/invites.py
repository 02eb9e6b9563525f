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
from games.matches.match_access import Kicked, NoSuchMatch, may_see
from games.matches.models import Invite
from games.projections.models import MatchRow
from games.rulebook import Reason, Refused
from games.rulebook.commands import Sit
from games.rulebook.match import Gathering, seat_of

MAX_INVITES_PER_MATCH = 50
"""How many invites of a match can be good at a time."""


class TooManyInvites(Exception):
    """The match has as many good invites as it may."""


def create_invite(
    match_id: str, account: str, *, seat: int | None, uses: int, lifetime_seconds: int
) -> tuple[Invite, str]:
    """A new invite, and its code: the only moment at which the code is known.

    Raises:
        NoSuchMatch, TooManyInvites
        Refused: the account is not the host, there is no such seat, or the match has begun.
    """
    code = f"inv_{secrets.token_urlsafe(24)}"
    with transaction.atomic():
        now, lobby = _lock_hosted_lobby(match_id, account)
        if seat is not None and seat not in range(lobby.terms.seats):
            raise Refused(Reason.NO_SUCH_SEAT)
        match_invites = Invite.objects.filter(match_id=match_id)
        match_invites.filter(Q(expires_at__lte=now) | Q(used__gte=F("uses"))).delete()
        if match_invites.count() >= MAX_INVITES_PER_MATCH:
            raise TooManyInvites
        created = Invite.objects.create(
            id=f"i_{secrets.token_hex(8)}",
            match_id=match_id,
            digest=_code_digest(code),
            made_by=account,
            seat=seat,
            uses=uses,
            expires_at=now + timedelta(seconds=lifetime_seconds),
        )
        return created, code


def list_invites(match_id: str, account: str) -> list[Invite]:
    """The match's invites that are still good, for its host; those that last longest first.

    Raises:
        NoSuchMatch, Refused
    """
    _require_hosted_lobby(match_state.load(match_id), account)
    usable = Invite.objects.filter(match_id=match_id, expires_at__gt=timezone.now(), used__lt=F("uses"))
    return list(usable.order_by("-expires_at", "id"))


def revoke_invite(match_id: str, account: str, invite_id: str) -> Invite:
    """Make an invite good for nothing, at once and for ever.

    Raises:
        NoSuchMatch: or the match has no such invite.
        Refused
    """
    with transaction.atomic():
        _lock_hosted_lobby(match_id, account)
        found = Invite.objects.filter(match_id=match_id, id=invite_id).first()
        if found is None:
            raise NoSuchMatch
        Invite.objects.filter(id=invite_id).delete()
        return found


def get_usable_invite(code: str) -> Invite:
    """The invite with this code, if it is good for anything.

    Raises:
        NoSuchMatch: whatever is wrong with it.
    """
    lobbies = MatchRow.objects.filter(match_id=OuterRef("match_id"), status="gathering")
    found = _usable_invites(code, timezone.now()).filter(Exists(lobbies)).first()
    if found is None:
        raise NoSuchMatch
    return found


def get_invite_to_match(code: str, state: MatchState | None, match_id: str, now: datetime) -> Invite:
    """The same, for who sits down by it at this match, whose head is locked."""
    found = _usable_invites(code, now).filter(match_id=match_id).first()
    if found is None or state is None or not isinstance(state.match, Gathering):
        raise NoSuchMatch
    return found


def admit_player(sit: Sit, state: MatchState, usable_invite: Invite | None) -> Sit:
    """Who holds an invite sits where it says, unless they choose, even if they were kicked.

    Raises:
        Kicked
    """
    if usable_invite is not None:
        _record_use(usable_invite)
        return sit if sit.seat is not None else replace(sit, seat=usable_invite.seat)
    if sit.player.id in state.kicked_accounts:
        raise Kicked
    return sit


def _record_use(usable_invite: Invite) -> None:
    """Count a use; within the transaction that takes the seat and holds the match's head, so that each counts once."""
    Invite.objects.filter(id=usable_invite.id).update(used=F("used") + 1)


def _usable_invites(code: str, now: datetime) -> QuerySet[Invite]:
    """The invite with this code; one that is used up or has expired is not even read, so that time doesn't tell it from
    one that there never was."""
    return Invite.objects.filter(digest=_code_digest(code), expires_at__gt=now, used__lt=F("uses"))


def _lock_hosted_lobby(match_id: str, account: str) -> tuple[datetime, Gathering]:
    """The lobby, which nobody changes before this transaction has ended, and the database's time."""
    locked_stream = lock(match_id, CommandMetadata(account_id=account, command_id="", request_digest=""))
    return locked_stream.now, _require_hosted_lobby(locked_stream.state, account)


def _require_hosted_lobby(state: MatchState | None, account: str) -> Gathering:
    """The lobby, if this account is its host."""
    if state is None or not may_see(state.match, account):
        raise NoSuchMatch
    seat = seat_of(state.match, account)
    if seat is None:
        raise Refused(Reason.NOT_SEATED)
    if not isinstance(state.match, Gathering):
        raise Refused(Reason.WRONG_PHASE)
    if seat != state.match.host:
        raise Refused(Reason.NOT_THE_HOST)
    return state.match


def _code_digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
