"""Invites to a match: its host makes them and takes them back, and whoever holds a code sees what it leads to."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from games.api.matches import lines
from games.api.play import JSON
from games.api.query import checked
from games.api.thin import PRIVATE, caller, content, public, thin
from games.matches import invites
from games.matches.match_access import NoSuchMatch
from games.matches.models import Invite
from games.projections.models import MatchRow
from games.protocol.lobby_bodies import InviteBody
from games.protocol.strict_parsing import strict_convert


def make(request: HttpRequest, match_id: str) -> HttpResponse:
    checked(request.GET)
    user = caller(request, "match:play", match_id)
    body = strict_convert(content(request), InviteBody)
    made, code = invites.create_invite(
        match_id, user.id, seat=body.seat, uses=body.uses, lifetime_seconds=body.expires_in
    )
    return _answer({**told(made), "code": code, "address": f"/api/v1/invites/{code}"}, status=201)


def every(request: HttpRequest, match_id: str) -> HttpResponse:
    checked(request.GET)
    user = caller(request, "match:play", match_id)
    return _answer({"results": [told(one) for one in invites.list_invites(match_id, user.id)]})


def take_back(request: HttpRequest, match_id: str, invite: str) -> HttpResponse:
    checked(request.GET)
    user = caller(request, "match:play", match_id)
    return _answer(told(invites.revoke_invite(match_id, user.id, invite)))


def look(request: HttpRequest, code: str) -> HttpResponse:
    """What the invite leads to: for whoever holds the code, with a token or without."""
    checked(request.GET)
    found = invites.get_usable_invite(code)
    line = MatchRow.objects.filter(match_id=found.match_id).first()
    if line is None:
        raise NoSuchMatch
    whole = told(found)
    about = {name: whole[name] for name in ("seat", "uses_left", "expires_at")}
    return _answer({"invite": about, "match": lines([line])[0]})


def told(invite: Invite) -> dict[str, Any]:
    """An invite as who has made it sees it."""
    return {
        "id": invite.id,
        "match": invite.match_id,
        "seat": invite.seat,
        "uses": invite.uses,
        "uses_left": invite.uses_left,
        "expires_at": invite.expires_at,
    }


def _answer(told: Any, status: int = 200) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(told), status=status, content_type=JSON, headers=PRIVATE)


of_match = thin(get=every, post=make)
one = thin(delete=take_back)
held = public(get=look)
