"""The ASGI application with an illness, named by the environment variable ILL."""

import os
import random
import socket
from importlib import import_module
from typing import Any

from dixit.asgi import application as application  # noqa: PLC0414  (uvicorn looks for it here)

feed: Any = import_module("games.live.feed")
listener: Any = import_module("games.live.listener")
hub: Any = import_module("games.live.hub")


class Bells:
    """A channel layer of which half of the rings are lost, and others come twice, late or wrong; `deaf` hears none."""

    def __init__(self, layer: Any) -> None:
        self.layer, self.luck = layer, random.Random(7)
        self.late: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.layer, name)

    async def receive(self, channel: str) -> Any:
        while True:
            if self.late and self.luck.random() < 0.5:
                return self.late.pop(0)
            ring = await self.layer.receive(channel)
            fate = self.luck.random()
            if os.environ["ILL"] == "deaf" or fate < 0.5:
                continue
            if fate < 0.7:
                self.late += [ring, ring]
            elif fate < 0.85:
                self.late.append({"moved": {match: version + 9 for match, version in ring["moved"].items()}})
            else:
                return ring


async def trust(members: Any) -> None:
    """Let everybody stay."""


async def close_without_a_reason(self: Any, closed: Any) -> None:
    await self._send({"type": "websocket.close", "code": 1000})


def narrow(line: Any) -> None:
    """Let the kernel hold little for a client that calls itself stalled: else it would hide megabytes of a socket."""
    begin, accept = line.AsgiWebSocket.__init__, line.AsgiWebSocket.accept

    def begun(self: Any, scope: Any, receive: Any, send: Any) -> None:
        begin(self, scope, receive, send)
        self.narrow = dict(scope["headers"]).get(b"user-agent") == b"stalled"

    async def accepted(self: Any) -> None:
        await accept(self)
        if self.narrow:
            kernel = self._send.__self__.transport.get_extra_info("socket")
            kernel.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)

    line.AsgiWebSocket.__init__, line.AsgiWebSocket.accept = begun, accepted


def fall_ill() -> None:
    match os.environ["ILL"]:
        case "bells":
            healthy = listener.get_channel_layer
            listener.get_channel_layer = lambda: Bells(healthy())
        case "deaf":
            healthy = listener.get_channel_layer
            listener.get_channel_layer, hub.POLL_INTERVAL_SECONDS = lambda: Bells(healthy()), 3600.0
        case "impatient":
            sockets: Any = import_module("games.live.socket_connection")
            sockets.HEARTBEAT_SECONDS = 1.0
        case "trusting":
            # Nobody looks whether tokens are still good.
            token_revalidation: Any = import_module("games.live.token_revalidation")
            token_revalidation.revalidate_tokens = trust
        case "vague":
            # Says of no socket why it is closed.
            line: Any = import_module("games.live.websocket")
            line.AsgiWebSocket.close = close_without_a_reason
        case "boundless":
            # Keeps for a stalled reader whatever there is.
            outbox: Any = import_module("games.live.send_buffer")
            outbox.MAX_BUFFERED_CHARS = outbox.LOW_WATER_MARK_CHARS = 1 << 40
            member: Any = import_module("games.live.socket_connection")
            member.SEND_TIMEOUT_SECONDS = 3600.0
        case "forgetful":
            # Tells each watcher only of the newest event that was read.
            spread = feed.Feed._send_events

            def spread_less(self: Any, watchers: Any, news: Any, after: int) -> None:
                for watcher in watchers:
                    watcher.version = max(watcher.version, news.version - 1)
                spread(self, watchers, news, after)

            feed.Feed._send_events = spread_less


narrow(import_module("games.live.websocket"))
fall_ill()
