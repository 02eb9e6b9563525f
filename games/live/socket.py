"""One socket: accepted, authenticated, its frames taken one after the other, and closed with a code that says why."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from games.live.closing import Closed, Code
from games.live.frames import PROTOCOL, SUBPROTOCOL, Auth, Frame, frame_of, framed, now
from games.live.hub import hub_of
from games.live.member import PATIENCE
from games.live.outbox import Outbox
from games.live.rate import Rate
from games.live.session import Session
from games.wire.problems import Problem

Scope: TypeAlias = Mapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]
Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]

HEARTBEAT = 45.0
"""Seconds within which a client should let hear of itself; twice that long without a frame is too long."""
AUTH = 5.0
"""Seconds within which a client has to say who it is."""
WITHOUT_A_WORD = (Code.TOO_SLOW, Code.TOKEN_GONE)
"""Ends after which nothing more is sent."""

GONE = (OSError, RuntimeError)
"""What uvicorn raises when a frame is sent to who has gone."""


class Gone(Exception):
    """The client has closed the socket."""


async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application of `/ws/v1`.

    No consumer of Channels: each of those has a Redis subscription of its own, and can't begin without Redis.
    """
    await Socket(scope, receive, send).run()


class Socket:
    """A socket from its handshake to its end; a member of the hub."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._loop = asyncio.get_running_loop()
        self._heard = self._loop.time()
        self._rate = Rate()
        self._ending: Closed | None = None
        self._main: asyncio.Task[Any] | None = asyncio.current_task()
        self.outbox = Outbox(lambda: self.end(Code.TOO_SLOW))
        self.session = Session(hub_of(self._loop), self.outbox)

    @property
    def token_id(self) -> str | None:
        return self.session.token.id if self.session.token else None

    def look(self, now: float) -> None:
        if self.outbox.since is not None and now - self.outbox.since > PATIENCE:
            self.end(Code.TOO_SLOW)
        elif now - self._heard > 2 * HEARTBEAT:
            self.end(Code.HEARTBEAT)

    def end(self, code: Code) -> None:
        if self._ending is None and self._main is not None:
            self._ending = Closed(code)
            self.outbox.shut(send_rest=code not in WITHOUT_A_WORD)
            self._main.cancel()

    async def run(self) -> None:
        await self._receive()
        offered = SUBPROTOCOL in self._scope["subprotocols"]
        await self._send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL if offered else None})
        writer = asyncio.create_task(self._write())
        try:
            with hub_of(self._loop).member(self):
                await self._live(offered=offered)
        except Closed as closed:
            self._ending = self._ending or closed
        except asyncio.CancelledError:
            if self._ending is None:
                raise
        except Gone:
            self._ending = None
        finally:
            self._main = None
            self.session.end()
            await self._finish(writer)

    async def _finish(self, writer: asyncio.Task[None]) -> None:
        """Send what may still be sent, then the code."""
        ending = self._ending
        self.outbox.shut(send_rest=ending is not None and ending.code not in WITHOUT_A_WORD)
        if ending is not None:
            await asyncio.wait([writer], timeout=PATIENCE)
        writer.cancel()
        if ending is not None:
            await self._close(ending)

    async def _live(self, *, offered: bool) -> None:
        if not offered:
            raise Closed(Code.BAD_FRAME, f"Offer the subprotocol {SUBPROTOCOL}.")
        if self._scope["query_string"]:
            raise Closed(Code.BAD_FRAME, "The address takes no parameters; a token goes into the auth frame.")
        self.outbox.put([framed("hello", protocol=PROTOCOL, heartbeat_ms=int(HEARTBEAT * 1000), server_time=now())])
        try:
            async with asyncio.timeout(AUTH):
                await self._authenticate()
        except TimeoutError:
            raise Closed(Code.NO_AUTH) from None
        while True:
            # Who doesn't read the answers is asked nothing more.
            await self.outbox.room()
            await self.session.take(await self._frame())

    async def _authenticate(self) -> None:
        """By the handshake's header, or else by the first frame."""
        header = dict(self._scope["headers"]).get(b"authorization")
        if header is not None:
            await self.session.authenticate(header.decode("latin-1"), None)
        while self.session.token is None:
            frame = await self._frame()
            if not isinstance(frame, Auth):
                raise Closed(Code.NO_AUTH)
            await self.session.take(frame)

    async def _frame(self) -> Frame:
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        self._heard = self._loop.time()
        if not self._rate.take():
            raise Closed(Code.RATE)
        if message.get("text") is None:
            raise Closed(Code.BAD_FRAME, "Frames are text.")
        try:
            return frame_of(message["text"])
        except Problem as problem:
            raise Closed(Code.BAD_FRAME, words(problem)) from None

    async def _write(self) -> None:
        # Whoever has gone is noticed by who reads.
        with suppress(*GONE):
            async for text in self.outbox:
                await self._send({"type": "websocket.send", "text": text})

    async def _close(self, closed: Closed) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._send({"type": "websocket.close", "code": int(closed.code), "reason": closed.reason})
        except TimeoutError:
            _abort(self._send)
        except GONE:
            return


def words(problem: Problem) -> str:
    """A problem as the reason of a close, which has at most 123 bytes."""
    fault = problem.errors[0] if problem.errors else None
    text = f"{fault.pointer}: {fault.detail}" if fault else problem.detail
    return text.encode()[:120].decode(errors="ignore")


def _abort(send: Send) -> None:
    """Cut the line of a client that doesn't read on: the server would wait for that for ever, and ASGI has no word."""
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    if transport is not None:
        transport.abort()
