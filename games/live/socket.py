"""One socket: accepted, authenticated, its frames taken one after the other, and closed with a code that says why."""

import asyncio
from collections.abc import Collection
from typing import Any

from games.limits.connection_slots import ConnectionSlot
from games.live.closing import Closed, Code
from games.live.frames import PROTOCOL, SUBPROTOCOL, Auth, Frame, framed, now
from games.live.hub import hub_of
from games.live.line import Gone, Line, Receive, Scope, Send, decoded
from games.live.member import PATIENCE
from games.live.outbox import Outbox
from games.live.rate import Rate
from games.live.session import Session
from games.metrics.counted import SOCKETS

HEARTBEAT = 45.0
"""Seconds within which a client should let hear of itself; twice that long without a frame is too long."""
AUTH = 5.0
"""Seconds within which a client has to say who it is."""
WITHOUT_A_WORD = (Code.TOO_SLOW, Code.TOKEN_GONE)
"""Ends after which nothing more is sent."""


async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application of `/ws/v1`.

    No consumer of Channels: each of those has a Redis subscription of its own, and can't begin without Redis.
    """
    with SOCKETS.track_inprogress():
        await Socket(Line(scope, receive, send)).run()


class Socket:
    """A socket from its handshake to its end; a member of the hub."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._loop = asyncio.get_running_loop()
        self._heard = self._loop.time()
        self._rate = Rate()
        self._ending: Closed | None = None
        self._main: asyncio.Task[Any] | None = asyncio.current_task()
        self._outbox = Outbox(lambda: self.end(Code.TOO_SLOW))
        self._session = Session(hub_of(self._loop), self._outbox, self._line.address)

    @property
    def token_id(self) -> str | None:
        return self._session.token.id if self._session.token else None

    @property
    def account(self) -> str | None:
        return self._session.token.user_id if self._session.token else None

    @property
    def places(self) -> Collection[ConnectionSlot]:
        return self._session.places

    def look(self, now: float) -> None:
        if self._outbox.since is not None and now - self._outbox.since > PATIENCE:
            self.end(Code.TOO_SLOW)
        elif now - self._heard > 2 * HEARTBEAT:
            self.end(Code.HEARTBEAT)

    def end(self, code: Code) -> None:
        if self._ending is None and self._main is not None:
            self._ending = Closed(code)
            self._outbox.shut(send_rest=code not in WITHOUT_A_WORD)
            self._main.cancel()

    async def run(self) -> None:
        await self._line.accept()
        writer = asyncio.create_task(self._line.write(self._outbox))
        try:
            with hub_of(self._loop).member(self):
                await self._live()
        except Closed as closed:
            self._ending = self._ending or closed
        except asyncio.CancelledError:
            if self._ending is None:
                raise
        except Gone:
            self._ending = None
        finally:
            self._main = None
            self._session.end()
            await self._finish(writer)

    async def _finish(self, writer: asyncio.Task[None]) -> None:
        """Send what may still be sent, then the code."""
        ending = self._ending
        send_rest = ending is not None and ending.code not in WITHOUT_A_WORD
        self._outbox.shut(send_rest=send_rest)
        if send_rest:
            await asyncio.wait([writer], timeout=PATIENCE)
        writer.cancel()
        if ending is not None:
            await self._line.close(ending)

    async def _live(self) -> None:
        if not self._line.offered:
            raise Closed(Code.BAD_FRAME, f"Offer the subprotocol {SUBPROTOCOL}.")
        if self._line.query:
            raise Closed(Code.BAD_FRAME, "The address takes no parameters; a token goes into the auth frame.")
        self._outbox.put([framed("hello", protocol=PROTOCOL, heartbeat_ms=int(HEARTBEAT * 1000), server_time=now())])
        try:
            async with asyncio.timeout(AUTH):
                await self._authenticate()
        except TimeoutError:
            raise Closed(Code.NO_AUTH) from None
        while True:
            # Who doesn't read the answers is asked nothing more.
            await self._outbox.room()
            await self._session.take(await self._frame())

    async def _authenticate(self) -> None:
        """By the handshake's header, or else by the first frame."""
        if self._line.authorization is not None:
            await self._session.authenticate(self._line.authorization, None)
            return
        frame = await self._frame()
        if not isinstance(frame, Auth):
            raise Closed(Code.NO_AUTH)
        await self._session.take(frame)
        if self._session.token is None:
            raise Closed(Code.UNAVAILABLE)

    async def _frame(self) -> Frame:
        text = await self._line.text()
        self._heard = self._loop.time()
        if not self._rate.take():
            raise Closed(Code.RATE)
        return decoded(text)
