"""uvicorn's WebSocket protocol, with bounds on frames of every kind and on clients that don't read."""

import asyncio
from asyncio.transports import BaseTransport
from typing import Any, cast

from django.conf import settings
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from games.limits import RateLimit
from games.limits.limit_factor import scaled_limit
from games.limits.local_limit import LocalRateLimiter, TokenBucket
from games.live.close_codes import CloseCode
from games.live.connection import SEND_TIMEOUT_SECONDS
from games.webserver.connection_count import OPEN_CONNECTIONS
from games.webserver.peer_address import client_address
from games.webserver.write_watch import WriteWatch

FRAME_LIMIT = RateLimit(name="frames", max_requests=200, window_seconds=4)
"""Frames that one client may send, control frames and fragments included: bursts of 200, and 50 a second on average."""
ADDRESS_FRAME_LIMIT = RateLimit(name="address-frames", max_requests=1000, window_seconds=2)
"""Frames of all sockets of an address: many sockets that each send what one may would stop the event loop together. The
setting `RATE_LIMITS` multiplies it."""
MAX_SLICE_BYTES = 1024
"""Bytes that are parsed before frames are counted. The smallest frame has six, so these are at most 170 frames."""
CLOSE_SECONDS = 2.0
"""How long a client has to read the close frame before the connection is cut."""

_address_limiter = LocalRateLimiter()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Counts every frame before the application sees it, and stops reading while the client doesn't read.

    uvicorn answers pings and collects fragments itself, so limits of the application never see them.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._frame_bucket = TokenBucket()
        self._client_address = ""
        self._address_limit: RateLimit | None = None
        self._has_ended = False

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._write_watch = WriteWatch(
            self.loop,
            cast(asyncio.Transport, transport),
            SEND_TIMEOUT_SECONDS,
            lambda: self._end(CloseCode.TOO_SLOW),
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self._write_watch.stop()
        OPEN_CONNECTIONS.remove(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), MAX_SLICE_BYTES):
            if self._has_ended:
                return
            super().data_received(data[start : start + MAX_SLICE_BYTES])

    def handle_events(self) -> None:
        for event in self.conn.events:
            if isinstance(event, Frame) and not self._may_send_frame():
                self._end(CloseCode.RATE)
                return
        super().handle_events()

    def _may_send_frame(self) -> bool:
        return self._frame_bucket.try_take(FRAME_LIMIT) and (
            self._address_limit is None or _address_limiter.try_take(self._address_limit, self._client_address)
        )

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_complete:
            # The handshake was refused.
            return
        self._client_address = client_address(self.scope["headers"], self.client)
        if settings.RATE_LIMITS:
            self._address_limit = scaled_limit(ADDRESS_FRAME_LIMIT)

    def handle_cont(self, event: Frame) -> None:
        # One buffer instead of a list: an object for each fragment costs far more memory than its bytes.
        self.frames = [b"".join([*self.frames, event.data])]
        if event.fin:
            self.send_receive_event_to_app()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()
        self._write_watch.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._write_watch.stop()
        if not (self.read_paused or self._has_ended):
            self.transport.resume_reading()

    async def receive(self) -> Any:
        message = await super().receive()
        # uvicorn has just resumed reading, whatever the reason was for which it was paused.
        if self._has_ended or not self.writable.is_set():
            self.transport.pause_reading()
        return message

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.close":
            self._cut_soon(self.close_timeout)

    def handle_parser_exception(self) -> None:
        # The close frame with the code for what was wrong is part of the output already.
        self._end(CloseCode.BAD_FRAME)

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self._cut_soon(CLOSE_SECONDS)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut_soon(CLOSE_SECONDS)

    def _end(self, code: CloseCode) -> None:
        """Read no more, send a close frame with this code unless one was sent, and cut the connection soon."""
        if self._has_ended:
            return
        self._has_ended = True
        self.stop_keepalive()
        self._write_watch.stop()
        if not self.handshake_complete:
            self.transport.abort()
            return
        # Not closed at once: the kernel would discard the close frame if there is data that was not read.
        self.transport.pause_reading()
        self.conn.fail(code, code.default_reason)
        sent = self.conn.close_sent
        self.queue.put_nowait({"type": "websocket.disconnect", "code": sent.code if sent else code})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._cut_soon(CLOSE_SECONDS)

    def _cut_soon(self, seconds: float) -> None:
        """Cut the connection after some seconds, even if data is left that the client doesn't read."""
        if self.close_timer is not None:
            self.close_timer.cancel()
        # uvicorn's own timer: while there is one it doesn't close the connection when the application ends, and it
        # cancels it when the connection is lost.
        self.close_timer = self.loop.call_later(seconds, self.transport.abort)
