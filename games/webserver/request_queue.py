"""An ASGI application that lets the requests of each address wait for their turns."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import msgspec

from games.api.security_headers import CORS_HEADERS, SECURITY_HEADERS
from games.limits import request_turns
from games.limits.client_address import resolve_client_address
from games.limits.limit_factor import scale_limit
from games.limits.request_turns import REQUEST_TURNS, Turn
from games.protocol.problems import Problem

AsgiMessage: TypeAlias = dict[str, Any]
AsgiApplication: TypeAlias = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


def with_turns(application: AsgiApplication) -> AsgiApplication:
    """Return an application for HTTP that handles few requests of an address at a time.

    A turn ends with the beginning of the answer, or before that when the request begins to wait for news.
    """

    async def handle_in_turn(scope: dict[str, Any], receive: Any, send: Any) -> None:
        try:
            limit = scale_limit(request_turns.MAX_REQUESTS_PER_ADDRESS)
            turn = await REQUEST_TURNS.take(_client_address(scope), limit)
        except TimeoutError:
            await _send_unavailable(send)
            return
        turn.make_current()
        try:
            await application(scope, receive, _ending(turn, send))
        finally:
            turn.end()

    return handle_in_turn


def _ending(turn: Turn, send: Any) -> Callable[[AsgiMessage], Awaitable[None]]:
    async def send_and_end(message: AsgiMessage) -> None:
        turn.end()
        await send(message)

    return send_and_end


def _client_address(scope: dict[str, Any]) -> str:
    hops = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    peer, _ = scope.get("client") or ("", 0)
    return resolve_client_address(peer, ",".join(hops))


async def _send_unavailable(send: Any) -> None:
    problem = Problem("unavailable", "Too many requests of this address are waiting.")
    headers = {"Content-Type": "application/problem+json", "Cache-Control": "no-store", **problem.headers}
    pairs = {**headers, **SECURITY_HEADERS, **CORS_HEADERS}.items()
    await send(
        {
            "type": "http.response.start",
            "status": problem.status,
            "headers": [(name.lower().encode(), value.encode()) for name, value in pairs],
        }
    )
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem.body)})
