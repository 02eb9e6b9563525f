"""A WebSocket without a server: the ASGI application itself, on this thread's database connection."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from accounts.models import User
from games.live import personal_subscription, session, socket_connection, subscriptions
from games.matches.command_decision import CommandResult
from games.protocol.command_specs import execute_command
from tests.api.api_client import Json

OUTCOME_BY_CLOSE_CODE = {4501: "unauthenticated", 4502: "unauthenticated", 4504: "not_found", 4500: "malformed"}
"""The REST equivalents of the ways a socket closes without a reply."""


class SilentHub:
    """A hub that never receives an update: replies to frames do not depend on updates."""

    @contextmanager
    def track_connection(self, member: Any) -> Iterator[None]:
        yield

    def update_presence_soon(self) -> None: ...
    def add_watcher(self, match_id: str, watcher: Any) -> None: ...
    def start_watcher(self, match_id: str, watcher: Any, version: int) -> None: ...
    def remove_watcher(self, match_id: str, watcher: Any) -> None: ...

    @contextmanager
    def read_feed(self, account: str, cursor: str | None) -> Iterator["SilentReader"]:
        yield SilentReader()


class SilentReader:
    """A reader of a personal feed that never gets a page."""

    async def pages(self) -> AsyncIterator[Json]:
        await asyncio.Event().wait()
        yield {}


def run_sockets_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sockets work inside the test's own transaction."""
    for module in (session, subscriptions, personal_subscription):
        monkeypatch.setattr(
            module, "run_in_thread", lambda work, threads=None: sync_to_async(work, thread_sensitive=True)
        )
    monkeypatch.setattr(session, "execute_in_batch", _execute_in_transaction)
    monkeypatch.setattr(socket_connection, "hub_of", lambda loop: SilentHub())


async def _execute_in_transaction(name: str, match_id: str, payload: Any, user: User) -> CommandResult:
    # The command writer's thread would not see what the test has written.
    execute = sync_to_async(execute_command, thread_sensitive=True)
    return await execute(name, match_id, payload, user, address="127.0.0.1")


def reply_to_frame(token: str | None, frame: Json) -> Json:
    """Return the reply to a frame, the first one after `auth`, or how the socket was closed."""
    auth_frames = [] if token is None else [{"t": "auth", "id": "first", "token": token}]
    received = async_to_sync(_exchange_frames)([*auth_frames, frame])
    *_, last = received
    return last


async def _exchange_frames(frames: list[Json]) -> list[Json]:
    """Return everything that is sent until the last frame has its reply."""
    messages = [{"type": "websocket.receive", "text": json.dumps(frame)} for frame in frames]
    inbox = iter([{"type": "websocket.connect"}, *messages])
    received: list[Json] = []
    done = asyncio.Event()

    async def receive() -> dict[str, Any]:
        for message in inbox:
            return message
        await done.wait()
        return {"type": "websocket.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            received.append(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            received.append({"closed": message["code"], "reason": message["reason"]})
        if received and (received[-1].get("re") == frames[-1]["id"] or "closed" in received[-1]):
            done.set()

    scope = {"subprotocols": ["dixit.v1"], "query_string": b"", "headers": []}
    await socket_connection.websocket_app(scope, receive, send)
    return received


def outcome(reply: Json) -> str:
    """Return a reply's outcome as the matrix names it."""
    if "closed" in reply:
        return OUTCOME_BY_CLOSE_CODE[reply["closed"]]
    return str(reply["problem"]["code"]) if reply["t"] == "error" else "ok"
