"""The fast path of commands over HTTP: an ASGI application that answers them without Django's handler or a thread.

It takes a request only if all that it needs is in memory: the token, a block of each rate limit, the hint that the
player is there. Everything else, and whatever is unusual about a request, goes to Django, whose views do the same.
"""

import logging
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpResponse

from accounts.authentication import BadToken, peek_token
from accounts.models import Token
from games.api.command_views import command_response, if_match_version
from games.api.security_headers import add_common_headers
from games.live.executor import run_in_thread
from games.lobby_presence import is_noted
from games.matches.match_queries import may_need_log
from games.protocol.command_specs import COMMAND_SPECS, SLOW_COMMANDS, execute_in_batch
from games.protocol.problems import Problem, problem_from_exception
from games.protocol.scopes import require_scopes
from games.protocol.strict_parsing import MAX_BODY_BYTES, parse_json
from games.protocol.throttling import rate_limit_headers, try_enforce_locally
from games.webserver.peer_address import client_address
from games.webserver.request_queue import AsgiApplication

WITH_SEAT_IN_URL = ("bot", "clear", "stand")
"""Commands with other routes than their names."""
FAST_COMMANDS = COMMAND_SPECS.keys() - {*SLOW_COMMANDS, *WITH_SEAT_IN_URL}
ROUTE = re.compile(rf"/api/v1/matches/([A-Za-z0-9_-]{{1,40}})/({'|'.join(sorted(FAST_COMMANDS))})")
RELEVANT_HEADERS = (b"authorization", b"content-type", b"content-length", b"idempotency-key", b"if-match")
SCOPE = "match:play"

log = logging.getLogger("django.request")


class CommandRequest(NamedTuple):
    """A command that needs nothing but memory."""

    name: str
    match_id: str
    token: Token
    headers: Mapping[bytes, str]
    answer_headers: Mapping[str, str]
    """Header fields about rate limits."""


def with_fast_commands(application: AsgiApplication) -> AsgiApplication:
    """Return an application for HTTP that answers commands itself where it can, and passes on all other requests."""

    async def handle(scope: dict[str, Any], receive: Any, send: Any) -> None:
        request = _fast_request(scope)
        if request is None:
            await application(scope, receive, send)
            return
        body = await _read_body(receive)
        if body is not None:
            await _send(add_common_headers(await _answer(request, body), request.answer_headers), send)

    return handle


def _fast_request(scope: dict[str, Any]) -> CommandRequest | None:
    """Return the command of a request, charged to its limits; None if it must go to Django, charged to nothing yet."""
    route = ROUTE.fullmatch(scope["path"]) if scope["method"] == "POST" and not scope["query_string"] else None
    headers = _single_headers(scope["headers"]) if route else None
    if route is None or headers is None or not _has_short_json_body(headers):
        return None
    match_id, name = route.groups()
    try:
        token = peek_token(headers.get(b"authorization", ""))
    except BadToken:
        return None
    if token is None or not is_noted(token.user_id, match_id):
        return None
    address = client_address(scope["headers"], scope.get("client"))
    results = try_enforce_locally("play", account=token.user_id, address=address, match=match_id)
    if results is None:
        return None
    return CommandRequest(name, match_id, token, headers, rate_limit_headers(results))


def _single_headers(headers: list[tuple[bytes, bytes]]) -> Mapping[bytes, str] | None:
    """Return the headers that matter here; None if one is doubled, which Django joins."""
    pairs = [(name, value.decode("latin-1")) for name, value in headers if name in RELEVANT_HEADERS]
    found = dict(pairs)
    return found if len(found) == len(pairs) else None


def _has_short_json_body(headers: Mapping[bytes, str]) -> bool:
    """Return whether the request has a short body of JSON, or an empty one, whose type doesn't matter."""
    length = headers.get(b"content-length", "")
    is_json = headers.get(b"content-type") == "application/json" or length == "0"
    return is_json and length.isascii() and length.isdigit() and int(length) <= MAX_BODY_BYTES


async def _read_body(receive: Any) -> bytes | None:
    """Return the body; None if the client has gone."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


async def _answer(request: CommandRequest, body: bytes) -> HttpResponse:
    try:
        # In the order of Django's views, so that a request with several faults gets the same answer.
        user = require_scopes(request.token, SCOPE).user
        result = await execute_in_batch(
            request.name,
            request.match_id,
            parse_json(body) if body.strip() else {},
            user,
            idempotency_key=request.headers.get(b"idempotency-key"),
            expected_version=if_match_version(request.headers.get(b"if-match")),
        )
        if may_need_log(result):
            return await run_in_thread(command_response)(result)
        return command_response(result)
    except Exception as error:
        problem = problem_from_exception(error)
        if problem is None:
            log.exception("Internal Server Error: a command to match %s", request.match_id)
        return (problem or Problem("server_error")).response()


async def _send(response: HttpResponse, send: Any) -> None:
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
