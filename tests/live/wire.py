"""A client of the socket, as a test wants one: it sends frames and keeps what it is told."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeAlias

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.api.client import Json
from tests.services.house import House

SOON = 10.0
Text: TypeAlias = str


class Wire:
    """One socket; `told` has the text of each event by match, in the order in which they came, `presence` who has come
    and gone by seat."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.told: dict[str, list[Text]] = {}
        self.frames: list[Json] = []
        self.presence: list[tuple[int, bool]] = []
        self._next = 0

    async def send(self, t: str, **content: Any) -> str:
        """Send a frame; its id."""
        self._next += 1
        frame_id = str(self._next)
        await self.connection.send(json.dumps({"t": t, "id": frame_id, **content}))
        return frame_id

    async def receive(self) -> Json:
        """The next frame that isn't about presence; events are kept besides as they came."""
        async with asyncio.timeout(SOON):
            while (frame := json.loads(text := await self._text()))["t"] == "presence":
                self.presence.append((frame["seat"], frame["connected"]))
        if frame["t"] == "event":
            start = text.index('"event":{') + len('"event":')
            self.told.setdefault(frame["match"], []).append(text[start:-1])
        self.frames.append(frame)
        return dict(frame)

    async def _text(self) -> Text:
        text = await self.connection.recv()
        assert isinstance(text, str), "frames are text"
        return text

    async def ask(self, t: str, **content: Any) -> Json:
        """Send a frame and wait for its reply."""
        frame_id = await self.send(t, **content)
        while True:
            frame = await self.receive()
            if frame.get("re") == frame_id:
                return frame

    async def until(self, match: str, version: int) -> list[Text]:
        """All events of a match so far, once the one of this version has come."""
        while not self.told.get(match) or json.loads(self.told[match][-1])["version"] < version:
            await self.receive()
        return self.told[match]

    async def code(self) -> int:
        """How the socket was closed, whatever came before."""
        with suppress(ConnectionClosed):
            while True:
                await self.receive()
        code = self.connection.close_code
        assert code is not None, "the socket is open"
        return code


@asynccontextmanager
async def dial(address: str, token: str | None = None, **options: Any) -> AsyncIterator[Wire]:
    """A socket that is open and, with a token, knows who it is."""
    target = address.replace("http", "ws", 1) + options.pop("path", "/ws/v1")
    # What is unread when a scene ends need not be read.
    options = {"subprotocols": ["dixit.v1"], "compression": None, "close_timeout": 0.2, **options}
    async with connect(target, **options) as connection:
        wire = Wire(connection)
        if token is not None:
            assert (await wire.receive())["t"] == "hello"
            assert (await wire.ask("auth", token=token))["t"] == "ready"
        yield wire


def execute(house: House, statement: str) -> None:
    """A statement on the house's database, past the house."""
    url = house.environment["DATABASE_URL"]
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20) as line:
            line.execute(statement)
        line.close()
    else:
        with psycopg.connect(url) as connection:
            connection.execute(statement.encode())
