"""The life of a WebSocket: accept, authenticate, handle frames one by one, close with a code."""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from django.conf import settings

from games.limits.connection_slots import ConnectionSlot
from games.limits.request_turns import turn_of
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
"""How long a client may take to send its first frame."""
AUTH_GRACE_SECONDS = 0.3
"""Time for reading a first frame that has arrived already, if the process itself stood still for a while."""
TOKEN_LOOKUP_TIMEOUT_SECONDS = 4.0
"""How long the server may take to look up a token before it asks the client to come back later."""
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
        self._waiting_since: float | None = None
        """Event loop time since which the client could have sent a frame; None while one is being handled."""
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
        # The web server closes sockets whose clients don't read: only it knows whether they read a long text slowly.
        if self._waiting_since is not None and now - self._waiting_since > 2 * HEARTBEAT_SECONDS:
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
        await self._authenticate()
        while True:
            # Backpressure: a client that doesn't read its replies gets no further frames handled.
            await self._send_buffer.drain()
            frame = await self._receive_frame()
            # Not with the address's HTTP requests: commands may wait for a match that is locked.
            async with turn_of(f"socket {self._websocket.client_address}"):
                await self._session.handle_frame(frame)

    async def _authenticate(self) -> None:
        """Authenticate by the handshake's Authorization header, or else by the first frame.

        Raises:
            CloseSocket
        """
        frame = None if self._websocket.authorization is not None else await self._receive_first_frame()
        if isinstance(frame, InvalidFrame):
            raise bad_frame(frame.problem)
        if not (frame is None or isinstance(frame, Auth)):
            raise CloseSocket(CloseCode.NO_AUTH)
        try:
            async with asyncio.timeout(TOKEN_LOOKUP_TIMEOUT_SECONDS):
                if isinstance(frame, Auth):
                    await self._session.handle_frame(frame)
                else:
                    await self._session.authenticate(self._websocket.authorization or "", None)
        except TimeoutError:
            # The server is slow, not the client: it should come back.
            raise CloseSocket(CloseCode.UNAVAILABLE) from None
        # An unexpected error, already answered by an error frame; without a user the socket can't go on.
        if self._session.token is None:
            raise CloseSocket(CloseCode.UNAVAILABLE)

    async def _receive_first_frame(self) -> ClientFrame | InvalidFrame:
        """Return the first frame.

        Raises:
            CloseSocket: none came in time.
        """
        # If the process stood still, the event loop runs timers before it reads from connections. A second, short wait
        # makes sure that it has read what came meanwhile.
        for seconds in (AUTH_TIMEOUT_SECONDS, AUTH_GRACE_SECONDS):
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    return await self._receive_frame()
        raise CloseSocket(CloseCode.NO_AUTH)

    async def _receive_frame(self) -> ClientFrame | InvalidFrame:
        self._waiting_since = self._loop.time()
        text = await self._websocket.receive_text()
        self._waiting_since = None
        return parse_frame_or_close(text)
