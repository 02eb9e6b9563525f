"""An ASGI application that lets the requests of each address wait for their turns."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import msgspec

from games.api.security_headers import CORS_HEADERS, SECURITY_HEADERS
from games.limits.request_turns import TURN_TIMEOUT_SECONDS, NoTurn, Turn, turn_of
from games.protocol.problems import Problem
from games.webserver.peer_address import client_address

AsgiMessage: TypeAlias = dict[str, Any]
AsgiApplication: TypeAlias = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


def with_turns(application: AsgiApplication) -> AsgiApplication:
    """Return an application for HTTP that handles few requests of an address at a time.

    A turn ends with the first part of the answer's body, or before that when the request begins to wait for news.
    """

    async def handle_in_turn(scope: dict[str, Any], receive: Any, send: Any) -> None:
        try:
            async with turn_of(client_address(scope["headers"], scope.get("client")), TURN_TIMEOUT_SECONDS) as turn:
                turn.make_current()
                await application(scope, receive, _ending(turn, send))
        except NoTurn:
            await _send_unavailable(send)

    return handle_in_turn


def _ending(turn: Turn, send: Any) -> Callable[[AsgiMessage], Awaitable[None]]:
    async def send_and_end(message: AsgiMessage) -> None:
        if message["type"] == "http.response.body":
            # Before it is sent: the client may read slowly.
            turn.end()
        await send(message)

    return send_and_end


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
