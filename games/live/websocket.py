"""A WebSocket over plain ASGI messages."""

import asyncio
from collections.abc import AsyncIterable, Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from games.limits.client_address import resolve_client_address
from games.live.close_codes import CloseCode, CloseSocket
from games.live.connection import SEND_TIMEOUT_SECONDS
from games.live.frames import SUBPROTOCOL, ClientFrame, InvalidFrame, parse_frame
from games.protocol.problems import Problem

AsgiScope: TypeAlias = Mapping[str, Any]
AsgiReceive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]
AsgiSend: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]

DISCONNECT_ERRORS = (OSError, RuntimeError)
"""What uvicorn raises when a message is sent to a client that has disconnected."""


class ClientDisconnected(Exception):
    """The client has closed the socket."""


class AsgiWebSocket:
    """A WebSocket connection as the ASGI server passes it."""

    def __init__(self, scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
        self.offers_subprotocol = SUBPROTOCOL in scope["subprotocols"]
        self.has_query_string = bool(scope["query_string"])
        header = dict(scope["headers"]).get(b"authorization")
        self.authorization: str | None = None if header is None else header.decode("latin-1")
        self.client_address = _client_address(scope)
        self._receive, self._send = receive, send

    async def accept(self) -> None:
        """Accept the handshake, always: browsers hide the close code of a rejected one from scripts."""
        await self._receive()
        await self._send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL if self.offers_subprotocol else None})

    async def receive_text(self) -> str:
        """Return the next frame's text.

        Raises:
            ClientDisconnected
            CloseSocket: the frame is binary.
        """
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise ClientDisconnected
        text: str | None = message.get("text")
        if text is None:
            raise CloseSocket(CloseCode.BAD_FRAME, "Frames must be text.")
        return text

    async def send_texts(self, texts: AsyncIterable[str]) -> None:
        """Send texts as they come; errors are ignored, as `receive_text` reports a disconnect."""
        with suppress(*DISCONNECT_ERRORS):
            async for text in texts:
                await self._send({"type": "websocket.send", "text": text})

    async def close(self, closing: CloseSocket) -> None:
        """Send the close frame; cut the connection if the client doesn't read it in time."""
        try:
            async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
                await self._send({"type": "websocket.close", "code": int(closing.code), "reason": closing.reason})
        except TimeoutError:
            self._abort_transport()
        except DISCONNECT_ERRORS:
            return

    def _abort_transport(self) -> None:
        """Abort the TCP connection of a client that has stopped reading."""
        # uvicorn would wait forever for its write buffer to drain, and ASGI has no message for this, so reach for the
        # transport behind `send`, which is a bound method of uvicorn's protocol object.
        transport = getattr(getattr(self._send, "__self__", None), "transport", None)
        if transport is not None:
            transport.abort()


def _client_address(scope: AsgiScope) -> str:
    """Return the address of the client, which rate limits and connection slots are counted by."""
    hops = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    peer, _ = scope.get("client") or ("", 0)
    return resolve_client_address(peer, ",".join(hops))


def parse_frame_or_close(text: str) -> ClientFrame | InvalidFrame:
    """Decode a frame.

    Raises:
        CloseSocket: the text is not a frame that can be answered; the reason names the first error.
    """
    try:
        return parse_frame(text)
    except Problem as problem:
        raise bad_frame(problem) from None


def bad_frame(problem: Problem) -> CloseSocket:
    """Return the exception that closes the socket because of a frame; its reason is the first error."""
    # RFC 6455 allows a close reason of at most 123 bytes of UTF-8.
    return CloseSocket(CloseCode.BAD_FRAME, problem.detail.encode()[:120].decode(errors="ignore"))
