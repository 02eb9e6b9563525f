"""The life of a WebSocket: accept, authenticate, handle frames one by one, close with a code."""

import asyncio
from collections.abc import Collection
from typing import Any

from django.conf import settings

from games.limits import RateLimit
from games.limits.connection_slots import ConnectionSlot
from games.limits.local_limit import TokenBucket
from games.live.close_codes import CloseCode, CloseSocket
from games.live.connection import SEND_TIMEOUT_SECONDS
from games.live.frames import PROTOCOL_VERSION, SUBPROTOCOL, Auth, ClientFrame, InvalidFrame, encode_frame, server_time
from games.live.hub import hub_of
from games.live.send_buffer import SendBuffer
from games.live.session import Session
from games.live.websocket import (
    AsgiReceive,
    AsgiScope,
    AsgiSend,
    AsgiWebSocket,
    ClientDisconnected,
    bad_frame,
    parse_frame_or_close,
)
from games.metrics.registry import OPEN_SOCKETS

HEARTBEAT_SECONDS = 45.0
"""Interval in which clients should send a frame; the socket is closed after twice that long without one."""
AUTH_TIMEOUT_SECONDS = 5.0
"""How long a client may take to authenticate."""
FRAME_LIMIT = RateLimit(name="frames", max_requests=200, window_seconds=4)
"""Frames that one client may send: bursts of 200, and 50 a second on average."""
CODES_WITHOUT_FLUSH = (CloseCode.TOO_SLOW, CloseCode.TOKEN_INVALID)
"""Close codes before which buffered texts are dropped: they could not be sent, or must no longer be."""


async def websocket_app(scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
    """The ASGI application of `/ws/v1`."""
    # Not a Channels consumer: each consumer has a Redis subscription of its own, and can't start without Redis.
    with OPEN_SOCKETS.track_inprogress():
        await SocketConnection(AsgiWebSocket(scope, receive, send)).run()


class SocketConnection:
    """A WebSocket from its handshake to its close; a `LiveConnection`."""

    def __init__(self, websocket: AsgiWebSocket) -> None:
        self._websocket = websocket
        self._loop = asyncio.get_running_loop()
        self._last_frame_at = self._loop.time()
        # Counted here and not in Redis: all frames of a socket arrive in this process.
        self._frame_bucket = TokenBucket()
        self._closing: CloseSocket | None = None
        self._main_task: asyncio.Task[Any] | None = asyncio.current_task()
        self._send_buffer = SendBuffer(lambda: self.request_close(CloseCode.TOO_SLOW))
        self._session = Session(hub_of(self._loop), self._send_buffer, self._websocket.client_address)

    @property
    def token_id(self) -> str | None:
        return self._session.token.id if self._session.token else None

    @property
    def account(self) -> str | None:
        return self._session.token.user_id if self._session.token else None

    @property
    def streaming_account(self) -> str | None:
        return None

    @property
    def connection_slots(self) -> Collection[ConnectionSlot]:
        return self._session.connection_slots

    def check_health(self, now: float) -> None:
        if self._send_buffer.sending_since is not None and now - self._send_buffer.sending_since > SEND_TIMEOUT_SECONDS:
            self.request_close(CloseCode.TOO_SLOW)
        elif now - self._last_frame_at > 2 * HEARTBEAT_SECONDS:
            self.request_close(CloseCode.HEARTBEAT)

    def request_close(self, code: CloseCode) -> None:
        if self._closing is None and self._main_task is not None:
            # `run` is blocked on receiving, sending or the database: cancelling it is what wakes it.
            self._closing = CloseSocket(code)
            self._send_buffer.close(send_rest=code not in CODES_WITHOUT_FLUSH)
            self._main_task.cancel()

    async def run(self) -> None:
        """Serve the socket until either side closes it."""
        await self._websocket.accept()
        writer = asyncio.create_task(self._websocket.send_texts(self._send_buffer))
        try:
            with hub_of(self._loop).track_connection(self):
                await self._serve()
        except CloseSocket as closed:
            self._closing = self._closing or closed
        except asyncio.CancelledError:
            # Cancelled by `request_close` if a code is set, by the server otherwise.
            if self._closing is None:
                raise
        except ClientDisconnected:
            # ASGI allows no close message after a disconnect.
            self._closing = None
        finally:
            self._main_task = None
            self._session.close()
            await self._flush_and_close(writer)

    async def _flush_and_close(self, writer: asyncio.Task[None]) -> None:
        """Send what is still buffered, unless the code forbids it, then the close frame."""
        closing = self._closing
        send_rest = closing is not None and closing.code not in CODES_WITHOUT_FLUSH
        self._send_buffer.close(send_rest=send_rest)
        if send_rest:
            await asyncio.wait([writer], timeout=SEND_TIMEOUT_SECONDS)
        writer.cancel()
        if closing is not None:
            await self._websocket.close(closing)

    async def _serve(self) -> None:
        if not self._websocket.offers_subprotocol:
            raise CloseSocket(CloseCode.BAD_FRAME, f"Offer the subprotocol {SUBPROTOCOL}.")
        if self._websocket.has_query_string:
            raise CloseSocket(CloseCode.BAD_FRAME, "Remove the query string; send the token in the auth frame.")
        self._send_buffer.put(
            [
                encode_frame(
                    "hello",
                    protocol=PROTOCOL_VERSION,
                    version=settings.VERSION,
                    heartbeat_ms=int(HEARTBEAT_SECONDS * 1000),
                    server_time=server_time(),
                )
            ]
        )
        try:
            async with asyncio.timeout(AUTH_TIMEOUT_SECONDS):
                await self._authenticate()
        except TimeoutError:
            raise CloseSocket(CloseCode.NO_AUTH) from None
        while True:
            # Backpressure: a client that doesn't read its replies gets no further frames handled.
            await self._send_buffer.drain()
            await self._session.handle_frame(await self._receive_frame())

    async def _authenticate(self) -> None:
        """Authenticate by the handshake's Authorization header, or else by the first frame.

        Raises:
            CloseSocket
        """
        if self._websocket.authorization is not None:
            await self._session.authenticate(self._websocket.authorization, None)
            return
        frame = await self._receive_frame()
        if isinstance(frame, InvalidFrame):
            raise bad_frame(frame.problem)
        if not isinstance(frame, Auth):
            raise CloseSocket(CloseCode.NO_AUTH)
        await self._session.handle_frame(frame)
        # An unexpected error, already answered by an error frame; without a user the socket can't go on.
        if self._session.token is None:
            raise CloseSocket(CloseCode.UNAVAILABLE)

    async def _receive_frame(self) -> ClientFrame | InvalidFrame:
        text = await self._websocket.receive_text()
        self._last_frame_at = self._loop.time()
        if not self._frame_bucket.try_take(FRAME_LIMIT):
            raise CloseSocket(CloseCode.RATE)
        return parse_frame_or_close(text)
