"""Invites: anyone with the code may sit down in the lobby, until the invite is used up, expired or revoked."""

import secrets
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from games.eventlog.append import lock_stream
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.match_state import MatchState
from games.eventlog.stream_slots import stream_slot
from games.matches.match_access import NoSuchMatch, hidden_if_unreadable, may_see, visible_state
from games.matches.models import Invite
from games.projections.models import MatchRow
from games.rulebook import Reason, Refused
from games.rulebook.commands import Sit
from games.rulebook.match import Gathering, seat_of

MAX_INVITES_PER_MATCH = 50
"""How many invites of a match can be valid at a time."""


class TooManyInvites(Exception):
    """The match already has the maximum number of valid invites."""


def create_invite(
    match_id: str, account: str, *, seat: int | None, uses: int, lifetime_seconds: int
) -> tuple[Invite, str]:
    """Create an invite and return it with its code, which is stored only as a digest and can't be shown again.

    Args:
        match_id: the match, which must be in its lobby.
        account: the account that invites, which must be the host.
        seat: where an invited player sits unless they choose another seat; it isn't reserved.
        uses: how many players may sit down with the invite.
        lifetime_seconds: how long it is valid.

    Raises:
        NoSuchMatch: there is no such match, or the account may not see it.
        TooManyInvites: the match has `MAX_INVITES_PER_MATCH` valid ones.
        Refused: the account is not the host, there is no such seat, or the match has started.
    """
    code = f"inv_{secrets.token_urlsafe(24)}"
    with stream_slot(match_id), transaction.atomic():
        now, lobby = _lock_hosted_lobby(match_id, account)
        if seat is not None and seat not in range(lobby.terms.seats):
            raise Refused(Reason.NO_SUCH_SEAT)
        # Counted under the match's lock, so that two requests at once can't exceed the limit.
        match_invites = Invite.objects.filter(match_id=match_id)
        match_invites.filter(Q(expires_at__lte=now) | Q(used__gte=F("uses"))).delete()
        if match_invites.count() >= MAX_INVITES_PER_MATCH:
            raise TooManyInvites
        invite = Invite.objects.create(
            id=f"i_{secrets.token_hex(8)}",
            match_id=match_id,
            digest=_code_digest(code),
            made_by=account,
            seat=seat,
            uses=uses,
            expires_at=now + timedelta(seconds=lifetime_seconds),
        )
        return invite, code


def list_invites(match_id: str, account: str) -> list[Invite]:
    """Return the match's valid invites for its host, the one that expires last first.

    Raises:
        NoSuchMatch: there is no such match, or the account may not see it.
        Refused: the account is not the host, or the match has started.
    """
    _require_hosted_lobby(visible_state(match_id, account), account)
    usable = Invite.objects.filter(match_id=match_id, expires_at__gt=Now(), used__lt=F("uses"))
    return list(usable.order_by("-expires_at", "id"))


def revoke_invite(match_id: str, account: str, invite_id: str) -> Invite:
    """Delete an invite and return it.

    Raises:
        NoSuchMatch: there is no such match, the account may not see it, or the match has no such invite.
        Refused: the account is not the host, or the match has started.
    """
    with stream_slot(match_id), transaction.atomic():
        _lock_hosted_lobby(match_id, account)
        invite = Invite.objects.filter(match_id=match_id, id=invite_id).first()
        if invite is None:
            raise NoSuchMatch
        # Not `invite.delete()`, which would set the primary key of the returned object to None.
        Invite.objects.filter(id=invite_id).delete()
        return invite


def get_usable_invite(code: str) -> Invite:
    """Return the invite with this code, if it is valid and its match still in the lobby.

    Raises:
        NoSuchMatch: in every other case, so that an unknown code looks like one that was valid once.
    """
    lobbies = MatchRow.objects.filter(match_id=OuterRef("match_id"), status="gathering")
    invite = _usable_invites(code, Now()).filter(Exists(lobbies)).first()
    if invite is None:
        raise NoSuchMatch
    return invite


def get_invite_to_match(code: str, state: MatchState | None, match_id: str, now: datetime) -> Invite:
    """Return the valid invite with this code to this match, whose head is locked and whose state is given.

    Raises:
        NoSuchMatch: there is no such invite, or the match has started.
    """
    invite = _usable_invites(code, now).filter(match_id=match_id).first()
    if invite is None or state is None or not isinstance(state.match, Gathering):
        raise NoSuchMatch
    return invite


def has_invite(code: str | None, match_id: str) -> bool:
    """Return whether this is the code of a valid invite to the match."""
    return code is not None and _usable_invites(code, Now()).filter(match_id=match_id).exists()


def use_invite(sit: Sit, usable_invite: Invite) -> Sit:
    """Count a use of the invite, and return the command with its seat, unless the player has chosen another."""
    # In the transaction that takes the seat and holds the match's lock: a use counts if and only if a player sits down.
    Invite.objects.filter(id=usable_invite.id).update(used=F("used") + 1)
    return replace(sit, seat=usable_invite.seat if sit.seat is None else sit.seat, is_invited=True)


def _usable_invites(code: str, now: datetime | Now) -> QuerySet[Invite]:
    # The query excludes invites that are used up or expired: loading one to check it here would take longer than
    # finding no row, and the time would reveal that the code once existed.
    return Invite.objects.filter(digest=_code_digest(code), expires_at__gt=now, used__lt=F("uses"))


def _lock_hosted_lobby(match_id: str, account: str) -> tuple[datetime, Gathering]:
    """Return the database's time and the lobby, locked until the transaction ends, if this account is its host."""
    with hidden_if_unreadable(match_id, account):
        locked_stream = lock_stream(match_id, CommandMetadata(account_id=account, command_id="", request_digest=""))
    return locked_stream.now, _require_hosted_lobby(locked_stream.state, account)


def _require_hosted_lobby(state: MatchState | None, account: str) -> Gathering:
    """Return the lobby if this account is its host."""
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
    # Codes are pasted, with blanks and line feeds around them or where a mail program has broken the line.
    return sha256("".join(code.split()).encode()).hexdigest()
