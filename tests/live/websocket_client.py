"""A WebSocket client for tests: it sends frames and stores the events it receives."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeAlias

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.api.api_client import Json
from tests.services.deployment import Deployment

RECEIVE_TIMEOUT_SECONDS = 10.0
EventJson: TypeAlias = str


class WebSocketClient:
    """One socket and what it has received.

    `event_texts` has the events of each match as JSON texts, in order of arrival, and `presence_changes` which seats
    have connected and disconnected.
    """

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.event_texts: dict[str, list[EventJson]] = {}
        self.frames: list[Json] = []
        self.presence_changes: list[tuple[int, bool]] = []
        self._last_frame_id = 0

    async def send(self, t: str, **content: Any) -> str:
        """Send a frame and return its id."""
        self._last_frame_id += 1
        frame_id = str(self._last_frame_id)
        await self.connection.send(json.dumps({"t": t, "id": frame_id, **content}))
        return frame_id

    async def receive(self) -> Json:
        """Return the next frame that isn't about presence; also store events as they arrived."""
        async with asyncio.timeout(RECEIVE_TIMEOUT_SECONDS):
            while (frame := json.loads(text := await self._receive_text()))["t"] == "presence":
                self.presence_changes.append((frame["seat"], frame["connected"]))
        if frame["t"] == "event":
            start = text.index('"event":{') + len('"event":')
            self.event_texts.setdefault(frame["match"], []).append(text[start:-1])
        self.frames.append(frame)
        return dict(frame)

    async def _receive_text(self) -> EventJson:
        text = await self.connection.recv()
        assert isinstance(text, str), "frames are text"
        return text

    async def request(self, t: str, **content: Any) -> Json:
        """Send a frame and return its reply."""
        frame_id = await self.send(t, **content)
        while True:
            frame = await self.receive()
            if frame.get("re") == frame_id:
                return frame

    async def wait_for_version(self, match: str, version: int) -> list[EventJson]:
        """Return all events of a match so far, once the one of this version has arrived."""
        while not self.event_texts.get(match) or json.loads(self.event_texts[match][-1])["version"] < version:
            await self.receive()
        return self.event_texts[match]

    async def wait_for_close_code(self) -> int:
        """Return how the socket was closed, ignoring earlier frames."""
        with suppress(ConnectionClosed):
            while True:
                await self.receive()
        code = self.connection.close_code
        assert code is not None, "the socket is open"
        return code


@asynccontextmanager
async def open_websocket(address: str, token: str | None = None, **options: Any) -> AsyncIterator[WebSocketClient]:
    """Open a socket, and authenticate it if there is a token."""
    target = address.replace("http", "ws", 1) + options.pop("path", "/ws/v1")
    # Frames that are unread at the end of a test need not be read.
    options = {"subprotocols": ["dixit.v1"], "compression": None, "close_timeout": 0.2, **options}
    async with connect(target, **options) as connection:
        client = WebSocketClient(connection)
        if token is not None:
            assert (await client.receive())["t"] == "hello"
            assert (await client.request("auth", token=token))["t"] == "ready"
        yield client


def execute_sql(deployment: Deployment, statement: str) -> None:
    """Execute a statement directly on the deployment's database, bypassing the service."""
    url = deployment.environment["DATABASE_URL"]
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20) as sqlite_connection:
            sqlite_connection.execute(statement)
        sqlite_connection.close()
    else:
        with psycopg.connect(url) as connection:
            connection.execute(statement.encode())
