"""Commands over HTTP: one thin view for all of them."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from games.api.query import checked
from games.api.thin import PRIVATE, View, caller, content, thin
from games.matches.command_handler import CommandResult
from games.matches.match_queries import receipt_json, view_after_command
from games.protocol.command_bodies import CommandBody, PutBody
from games.protocol.command_specs import execute_and_encode, execute_command
from games.protocol.problems import Problem
from games.protocol.strict_parsing import strict_convert

JSON = "application/json"


PLACED: dict[str, type[CommandBody]] = {"bot": PutBody, "clear": CommandBody}
"""Commands about a seat that stands in the address, and the bodies they have beside."""


def command(name: str, status: int = 200) -> View:
    """The view of one kind of command: answered only once it is committed."""

    def answer(request: HttpRequest, match_id: str, seat: str | None = None) -> HttpResponse:
        checked(request.GET)
        user = caller(request, "match:play", match_id)
        body = execute_and_encode(
            name,
            match_id,
            content(request) if seat is None else _placed(name, seat, content(request)),
            user,
            idempotency_key=request.headers.get("Idempotency-Key"),
            expected_version=_version(request.headers.get("If-Match")),
        )
        return HttpResponse(body, status=status, content_type=JSON, headers=PRIVATE)

    return answer


def again(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match that follows one that is over: 201 for who has opened it, 200 for who sits down there."""
    checked(request.GET)
    user = caller(request, "match:play", match_id)
    key, version = request.headers.get("Idempotency-Key"), _version(request.headers.get("If-Match"))
    return with_view(
        execute_command("rematch", match_id, content(request), user, idempotency_key=key, expected_version=version),
        user,
    )


def with_view(done: CommandResult, user: User) -> HttpResponse:
    """The match that somebody has come to: 201 for who has opened it, 200 for who sits down there."""
    seen = view_after_command(done, user.id)
    headers = {**PRIVATE, "Location": f"/api/v1/matches/{done.match_id}", "ETag": f'"{seen.version}"'}
    status = 201 if done.first_version == 1 else 200
    body = {**msgspec.to_builtins(seen), "receipt": msgspec.Raw(receipt_json(done).encode())}
    return HttpResponse(msgspec.json.encode(body), status=status, content_type=JSON, headers=headers)


def _placed(name: str, seat: str, asked: Any) -> dict[str, Any]:
    """What is asked of a seat, as the socket would say it."""
    if not (seat.isascii() and seat.isdigit() and len(seat) < 4):
        raise Problem("not_found")
    return {**msgspec.to_builtins(strict_convert(asked, PLACED[name])), "seat": int(seat)}


def _version(header: str | None) -> int | None:
    """The version that If-Match names: `"17"`; `*` is any."""
    if header is None or header.strip() == "*":
        return None
    text = header.strip().removeprefix('"').removesuffix('"')
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise Problem("malformed", 'If-Match is one version in quotes: "17".')
    return int(text)


def post(name: str, status: int = 200) -> View:
    return thin(post=command(name, status))


rematch = thin(post=again)
place = thin(put=command("bot"), delete=command("clear"))


def delete(name: str) -> View:
    return thin(delete=command(name))
