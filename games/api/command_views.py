"""Commands over HTTP: one view function for all of them."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from games.api.plain_views import PRIVATE_HEADERS, ViewFunction, authenticate, plain_view, read_json_body
from games.api.query_params import parse_query
from games.api.throttle import client_address
from games.matches.command_decision import CommandResult
from games.matches.match_queries import encode_command_response, receipt_json, view_after_command
from games.protocol.command_bodies import CommandBody, PutBody
from games.protocol.command_specs import SLOW_COMMANDS, execute_command
from games.protocol.problems import Problem
from games.protocol.strict_parsing import strict_convert

JSON_MEDIA_TYPE = "application/json"

SEAT_COMMAND_BODIES: dict[str, type[CommandBody]] = {"bot": PutBody, "clear": CommandBody}
"""Commands whose seat is part of the URL, with the types of their bodies, which have no `seat`."""


def command_endpoint(name: str, status: int = 200) -> ViewFunction:
    """Return the view function of one type of command. It answers only after the command is committed."""

    def handle_request(request: HttpRequest, match_id: str, seat: str | None = None) -> HttpResponse:
        parse_query(request.GET)
        user = authenticate(request, "match:play", match_id, must_be_current=name in SLOW_COMMANDS).user
        result = execute_command(
            name,
            match_id,
            read_json_body(request) if seat is None else _with_seat_from_url(name, seat, read_json_body(request)),
            user,
            address=client_address(request),
            idempotency_key=request.headers.get("Idempotency-Key"),
            expected_version=if_match_version(request.headers.get("If-Match")),
        )
        return command_response(result, status)

    return handle_request


def command_response(result: CommandResult, status: int = 200) -> HttpResponse:
    """Return the answer to an acknowledged command."""
    body = encode_command_response(result)
    return HttpResponse(body, status=status, content_type=JSON_MEDIA_TYPE, headers=PRIVATE_HEADERS)


def post_rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    """Open or join the match that follows a finished one: 201 if the caller opened it, 200 if the caller joined."""
    parse_query(request.GET)
    user = authenticate(request, "match:play", match_id, must_be_current=True).user
    key, version = request.headers.get("Idempotency-Key"), if_match_version(request.headers.get("If-Match"))
    result = execute_command(
        "rematch",
        match_id,
        read_json_body(request),
        user,
        address=client_address(request),
        idempotency_key=key,
        expected_version=version,
    )
    return match_response(result, user)


def match_response(result: CommandResult, user: User) -> HttpResponse:
    """Return the match and the receipt after opening it (201) or joining it (200)."""
    visible_match = view_after_command(result, user.id)
    headers = {
        **PRIVATE_HEADERS,
        "Location": f"/api/v1/matches/{result.match_id}",
        "ETag": f'"{visible_match.version}"',
    }
    # Version 1 is always the opening.
    status = 201 if result.first_version == 1 else 200
    body = {**msgspec.to_builtins(visible_match), "receipt": msgspec.Raw(receipt_json(result).encode())}
    return HttpResponse(msgspec.json.encode(body), status=status, content_type=JSON_MEDIA_TYPE, headers=headers)


def _with_seat_from_url(name: str, seat: str, payload: Any) -> dict[str, Any]:
    """Return the body with the seat from the URL, which is the form the command has on the socket."""
    # `isdigit` alone would accept the digits of other scripts.
    if not (seat.isascii() and seat.isdigit() and len(seat) < 4):
        raise Problem("not_found")
    return {**msgspec.to_builtins(strict_convert(payload, SEAT_COMMAND_BODIES[name])), "seat": int(seat)}


def if_match_version(header: str | None) -> int | None:
    """Return the version in If-Match (`"17"`, or without quotes); None if there is no header or it is `*`, any version.

    Raises:
        Problem: `malformed`.
    """
    if header is None or header.strip() == "*":
        return None
    text = header.strip().removeprefix('"').removesuffix('"')
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        raise Problem("malformed", 'If-Match must be one version in quotes, such as "17".')
    return int(text)


def post_command_view(name: str, status: int = 200) -> ViewFunction:
    return plain_view(post=command_endpoint(name, status))


rematch_view = plain_view(post=post_rematch)
seat_command_view = plain_view(put=command_endpoint("bot"), delete=command_endpoint("clear"))


def delete_command_view(name: str) -> ViewFunction:
    return plain_view(delete=command_endpoint(name))
