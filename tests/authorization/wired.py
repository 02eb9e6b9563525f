"""A socket without a server: the ASGI application itself, on this thread's connection to the database."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from games.live import session, socket_connection, subscriptions
from tests.api.client import Json

CLOSED = {4501: "unauthenticated", 4502: "unauthenticated", 4504: "not_found", 4500: "malformed"}
"""How an end without a reply is told in the words of REST."""


class Deaf:
    """A hub that hears of nothing: what a frame is answered with doesn't depend on it."""

    @contextmanager
    def track_connection(self, member: Any) -> Iterator[None]:
        yield

    def update_presence_soon(self) -> None: ...
    def add_watcher(self, match_id: str, watcher: Any) -> None: ...
    def start_watcher(self, match_id: str, watcher: Any, version: int) -> None: ...
    def remove_watcher(self, match_id: str, watcher: Any) -> None: ...


def wire(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sockets work inside the test's own transaction."""
    for module in (session, subscriptions):
        monkeypatch.setattr(module, "off_loop", lambda work: sync_to_async(work, thread_sensitive=True))
    monkeypatch.setattr(socket_connection, "hub_of", lambda loop: Deaf())


def answered(token: str | None, frame: Json) -> Json:
    """What a frame, the first one after `auth`, is answered with: the reply, or how the socket was closed."""
    first = [] if token is None else [{"t": "auth", "id": "first", "token": token}]
    sent = async_to_sync(_told)([*first, frame])
    *_, last = sent
    return last


async def _told(frames: list[Json]) -> list[Json]:
    """Everything that is sent until the last frame has its reply."""
    texts = [{"type": "websocket.receive", "text": json.dumps(frame)} for frame in frames]
    inbox = iter([{"type": "websocket.connect"}, *texts])
    told: list[Json] = []
    done = asyncio.Event()

    async def receive() -> dict[str, Any]:
        for message in inbox:
            return message
        await done.wait()
        return {"type": "websocket.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            told.append(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            told.append({"closed": message["code"], "reason": message["reason"]})
        if told and (told[-1].get("re") == frames[-1]["id"] or "closed" in told[-1]):
            done.set()

    scope = {"subprotocols": ["dixit.v1"], "query_string": b"", "headers": []}
    await socket_connection.websocket_app(scope, receive, send)
    return told


def outcome(reply: Json) -> str:
    """A reply in the words of the matrix."""
    if "closed" in reply:
        return CLOSED[reply["closed"]]
    return str(reply["problem"]["code"]) if reply["t"] == "error" else "ok"
