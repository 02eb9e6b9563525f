"""The line to one client: ASGI's messages as frames and ends."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from games.limits.client_address import resolve_client_address
from games.live.close_codes import CloseCode, CloseSocket
from games.live.connection import SEND_TIMEOUT_SECONDS
from games.live.frames import SUBPROTOCOL, ClientFrame, parse_frame
from games.protocol.problems import Problem

AsgiScope: TypeAlias = Mapping[str, Any]
AsgiReceive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]
AsgiSend: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]

DISCONNECT_ERRORS = (OSError, RuntimeError)
"""What uvicorn raises when a frame is sent to who has gone."""


class ClientDisconnected(Exception):
    """The client has closed the socket."""


class AsgiWebSocket:
    """A WebSocket as the server hands it over."""

    def __init__(self, scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
        self.offers_subprotocol = SUBPROTOCOL in scope["subprotocols"]
        self.has_query_string = bool(scope["query_string"])
        header = dict(scope["headers"]).get(b"authorization")
        self.authorization: str | None = None if header is None else header.decode("latin-1")
        self.client_address = _client_address(scope)
        self._receive, self._send = receive, send

    async def accept(self) -> None:
        """Accept before anything else, so that browsers see the code of a close."""
        await self._receive()
        await self._send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL if self.offers_subprotocol else None})

    async def receive_text(self) -> str:
        """The next frame's text.

        Raises:
            Gone, Closed
        """
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise ClientDisconnected
        text: str | None = message.get("text")
        if text is None:
            raise CloseSocket(CloseCode.BAD_FRAME, "Frames are text.")
        return text

    async def send_texts(self, texts: AsyncIterable[str]) -> None:
        """Send texts as they come; whoever has gone is noticed by who reads."""
        with suppress(*DISCONNECT_ERRORS):
            async for text in texts:
                await self._send({"type": "websocket.send", "text": text})

    async def close(self, closing: CloseSocket) -> None:
        try:
            async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
                await self._send({"type": "websocket.close", "code": int(closing.code), "reason": closing.reason})
        except TimeoutError:
            self._abort_transport()
        except DISCONNECT_ERRORS:
            return

    def _abort_transport(self) -> None:
        """Cut off a client that doesn't read on: the server would wait for that for ever, and ASGI has no word."""
        transport = getattr(getattr(self._send, "__self__", None), "transport", None)
        if transport is not None:
            transport.abort()


def _client_address(scope: AsgiScope) -> str:
    """Where the socket comes from."""
    hops = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    peer, _ = scope.get("client") or ("", 0)
    return resolve_client_address(peer, ",".join(hops))


def parse_frame_or_close(text: str) -> ClientFrame:
    """The frame that a text is; whatever else it is closes the socket."""
    try:
        return parse_frame(text)
    except Problem as problem:
        fault = problem.errors[0] if problem.errors else None
        reason = f"{fault.pointer}: {fault.detail}" if fault else problem.detail
        # The reason of a close has at most 123 bytes.
        raise CloseSocket(CloseCode.BAD_FRAME, reason.encode()[:120].decode(errors="ignore")) from None
