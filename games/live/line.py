"""The line to one client: ASGI's messages as frames and ends."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from games.limits.client_address import resolve_client_address
from games.live.closing import Closed, Code
from games.live.frames import SUBPROTOCOL, Frame, frame_of
from games.live.member import PATIENCE
from games.protocol.problems import Problem

Scope: TypeAlias = Mapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]
Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]

GONE = (OSError, RuntimeError)
"""What uvicorn raises when a frame is sent to who has gone."""


class Gone(Exception):
    """The client has closed the socket."""


class Line:
    """A WebSocket as the server hands it over."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.offered = SUBPROTOCOL in scope["subprotocols"]
        self.query = bool(scope["query_string"])
        header = dict(scope["headers"]).get(b"authorization")
        self.authorization: str | None = None if header is None else header.decode("latin-1")
        self.address = _address(scope)
        self._receive, self._send = receive, send

    async def accept(self) -> None:
        """Accept before anything else, so that browsers see the code of a close."""
        await self._receive()
        await self._send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL if self.offered else None})

    async def text(self) -> str:
        """The next frame's text.

        Raises:
            Gone, Closed
        """
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        text: str | None = message.get("text")
        if text is None:
            raise Closed(Code.BAD_FRAME, "Frames are text.")
        return text

    async def write(self, texts: AsyncIterable[str]) -> None:
        """Send texts as they come; whoever has gone is noticed by who reads."""
        with suppress(*GONE):
            async for text in texts:
                await self._send({"type": "websocket.send", "text": text})

    async def close(self, closed: Closed) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._send({"type": "websocket.close", "code": int(closed.code), "reason": closed.reason})
        except TimeoutError:
            self._cut()
        except GONE:
            return

    def _cut(self) -> None:
        """Cut off a client that doesn't read on: the server would wait for that for ever, and ASGI has no word."""
        transport = getattr(getattr(self._send, "__self__", None), "transport", None)
        if transport is not None:
            transport.abort()


def _address(scope: Scope) -> str:
    """Where the socket comes from."""
    hops = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    peer, _ = scope.get("client") or ("", 0)
    return resolve_client_address(peer, ",".join(hops))


def decoded(text: str) -> Frame:
    """The frame that a text is; whatever else it is closes the socket."""
    try:
        return frame_of(text)
    except Problem as problem:
        fault = problem.errors[0] if problem.errors else None
        words = f"{fault.pointer}: {fault.detail}" if fault else problem.detail
        # The reason of a close has at most 123 bytes.
        raise Closed(Code.BAD_FRAME, words.encode()[:120].decode(errors="ignore")) from None
