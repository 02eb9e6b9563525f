"""The fast path of commands over HTTP: an ASGI application that answers them without Django's handler.

Mostly it needs no thread either: only for a token or a rate limit that this process has nothing of in memory. Whatever
is unusual about a request goes to Django, whose views do the same.
"""

import logging
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpResponse

from accounts.authentication import BadToken, peek_token, token_from_header
from accounts.models import Token
from games.api.command_views import command_response, if_match_version
from games.api.security_headers import add_common_headers
from games.live.executor import run_in_background, run_in_thread
from games.lobby_presence import is_noted, note_request
from games.matches.match_queries import may_need_log
from games.protocol.command_specs import COMMAND_SPECS, SLOW_COMMANDS, execute_in_batch
from games.protocol.problems import Problem, problem_from_exception
from games.protocol.scopes import require_scopes
from games.protocol.strict_parsing import MAX_BODY_BYTES, parse_json
from games.protocol.throttling import enforce_rate_limits, rate_limit_headers, try_enforce_locally
from games.webserver.peer_address import client_address
from games.webserver.request_queue import AsgiApplication

WITH_SEAT_IN_URL = ("bot", "clear", "stand")
"""Commands with other routes than their names."""
FAST_COMMANDS = COMMAND_SPECS.keys() - {*SLOW_COMMANDS, *WITH_SEAT_IN_URL}
ROUTE = re.compile(rf"/api/v1/matches/([A-Za-z0-9_-]{{1,40}})/({'|'.join(sorted(FAST_COMMANDS))})")
RELEVANT_HEADERS = (b"authorization", b"content-type", b"content-length", b"idempotency-key", b"if-match")
SCOPE = "match:play"


class ClientGone(Exception):
    """The client has closed the connection before all of its request came; nobody reads the answer."""


log = logging.getLogger("django.request")


class CommandRequest(NamedTuple):
    """A command that has nothing unusual about it."""

    name: str
    match_id: str
    address: str
    headers: Mapping[bytes, str]


class Admission(NamedTuple):
    """Who sends a command, and the header fields about the rate limits that it was charged to."""

    token: Token
    rate_limit_headers: Mapping[str, str]


def with_fast_commands(application: AsgiApplication) -> AsgiApplication:
    """Return an application for HTTP that answers commands itself where it can, and passes on all other requests."""

    async def handle(scope: dict[str, Any], receive: Any, send: Any) -> None:
        request = _command_request(scope)
        response = request and await _answer(request, receive)
        if response is None:
            await application(scope, receive, send)
        else:
            await _send(response, send)

    return handle


def _command_request(scope: dict[str, Any]) -> CommandRequest | None:
    """Return the command of a request; None if it is for Django."""
    route = ROUTE.fullmatch(scope["path"]) if scope["method"] == "POST" and not scope["query_string"] else None
    headers = _single_headers(scope["headers"]) if route else None
    if route is None or headers is None or not _has_short_json_body(headers):
        return None
    match_id, name = route.groups()
    return CommandRequest(name, match_id, client_address(scope["headers"], scope.get("client")), headers)


async def _answer(request: CommandRequest, receive: Any) -> HttpResponse | None:
    """Return the answer to a command; None if it is for Django, which then charges it to the limits."""
    try:
        admission = _admit_from_memory(request) or await run_in_thread(_admit)(request)
    except Exception as error:  # noqa: BLE001  (as below)
        return add_common_headers(_problem_response(request, error), {})
    if admission is None:
        return None
    if not is_noted(admission.token.user_id, request.match_id):
        # A hint: nobody has to wait for it.
        run_in_background(note_request, admission.token.user_id, request.match_id)
    try:
        response = await _execute(request, admission.token, receive)
    except Exception as error:  # noqa: BLE001  (answered as Django's handler would)
        response = _problem_response(request, error)
    return add_common_headers(response, admission.rate_limit_headers)


def _admit_from_memory(request: CommandRequest) -> Admission | None:
    """Return the admission of a command if this process remembers all that it needs; charged to nothing otherwise."""
    try:
        token = peek_token(request.headers.get(b"authorization", ""))
    except BadToken:
        return None
    if token is None:
        return None
    results = try_enforce_locally("play", account=token.user_id, address=request.address, match=request.match_id)
    return None if results is None else Admission(token, rate_limit_headers(results))


def _admit(request: CommandRequest) -> Admission | None:
    """Return the admission of a command, from the database and Redis; None without a valid token.

    Raises:
        Problem: `too_many_requests`.
    """
    try:
        token = token_from_header(request.headers.get(b"authorization"), may_be_cached=True)
    except BadToken:
        return None
    if token is None:
        return None
    results = enforce_rate_limits("play", account=token.user_id, address=request.address, match=request.match_id)
    return Admission(token, rate_limit_headers(results))


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


async def _execute(request: CommandRequest, token: Token, receive: Any) -> HttpResponse:
    # In the order of Django's views, so that a request with several faults gets the same answer.
    user = require_scopes(token, SCOPE).user
    body = await _read_body(receive)
    result = await execute_in_batch(
        request.name,
        request.match_id,
        parse_json(body) if body.strip() else {},
        user,
        idempotency_key=request.headers.get(b"idempotency-key"),
        expected_version=if_match_version(request.headers.get(b"if-match")),
    )
    return await run_in_thread(command_response)(result) if may_need_log(result) else command_response(result)


async def _read_body(receive: Any) -> bytes:
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _problem_response(request: CommandRequest, error: Exception) -> HttpResponse:
    problem = problem_from_exception(error)
    if problem is None and not isinstance(error, ClientGone):
        log.error("Internal Server Error: a command to match %s", request.match_id, exc_info=error)
    return (problem or Problem("server_error")).response()


async def _send(response: HttpResponse, send: Any) -> None:
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
