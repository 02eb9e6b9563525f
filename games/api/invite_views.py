"""Invites to a match: its host creates and revokes them, and anyone with a code can see what it leads to."""

from functools import partial
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from games.api.answer_once import answer_once, repeatable_request
from games.api.command_views import JSON_MEDIA_TYPE
from games.api.match_list_views import serialize_matches
from games.api.plain_views import (
    PRIVATE_HEADERS,
    authenticate,
    plain_view,
    public_view,
    read_json_body,
)
from games.api.query_params import parse_query
from games.eventlog.stream_slots import stream_slot
from games.matches import invites
from games.matches.match_access import NoSuchMatch
from games.matches.models import Invite
from games.matches.stored_answers import Answer
from games.projections.models import MatchRow
from games.protocol.lobby_bodies import InviteBody
from games.protocol.strict_parsing import strict_convert


def post_invite(request: HttpRequest, match_id: str) -> HttpResponse:
    """Create an invite. Its code is in this response only: the server stores nothing that it can read it from."""
    parse_query(request.GET)
    user = authenticate(request, "match:play", match_id, must_be_current=True).user
    body = strict_convert(read_json_body(request), InviteBody)
    repeatable = repeatable_request(request, body, caller=user.id)

    def create_invite() -> Answer:
        new_invite, code = invites.create_invite(
            match_id, user.id, seat=body.seat, uses=body.uses, lifetime_seconds=body.expires_in
        )
        content = {**serialize_invite(new_invite), "code": code, "address": f"/api/v1/invites/{code}"}
        return Answer(content=msgspec.json.encode(content), user=user, invite_id=new_invite.id)

    content = answer_once(repeatable, lambda: create_invite, slot=partial(stream_slot, match_id))
    return _json_response(content, status=201)


def get_invites(request: HttpRequest, match_id: str) -> HttpResponse:
    parse_query(request.GET)
    user = authenticate(request, "match:play", match_id).user
    return _json_response({"results": [serialize_invite(invite) for invite in invites.list_invites(match_id, user.id)]})


def delete_invite(request: HttpRequest, match_id: str, invite: str) -> HttpResponse:
    parse_query(request.GET)
    user = authenticate(request, "match:play", match_id).user
    return _json_response(serialize_invite(invites.revoke_invite(match_id, user.id, invite)))


def get_invite(request: HttpRequest, code: str) -> HttpResponse:
    """Return what the invite leads to. The code is enough; no token is needed, not even for a private match."""
    parse_query(request.GET)
    # A code has 192 random bits, so nobody finds one by trying.
    invite = invites.get_usable_invite(code)
    match_row = MatchRow.objects.filter(match_id=invite.match_id).first()
    if match_row is None:
        raise NoSuchMatch
    invite_fields = serialize_invite(invite)
    public_fields = {name: invite_fields[name] for name in ("seat", "uses_left", "expires_at")}
    return _json_response({"invite": public_fields, "match": serialize_matches([match_row])[0]})


def serialize_invite(invite: Invite) -> dict[str, Any]:
    """Return an invite as its creator sees it, without the code, which isn't stored."""
    return {
        "id": invite.id,
        "match": invite.match_id,
        "seat": invite.seat,
        "uses": invite.uses,
        "uses_left": invite.uses_left,
        "expires_at": invite.expires_at,
    }


def _json_response(data: Any, status: int = 200) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(data), status=status, content_type=JSON_MEDIA_TYPE, headers=PRIVATE_HEADERS)


match_invites_view = plain_view(get=get_invites, post=post_invite)
match_invite_view = plain_view(delete=delete_invite)
invite_view = public_view(get=get_invite)
