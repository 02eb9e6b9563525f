"""The ASGI application with a fault, named by the environment variable LIVE_FAULT."""

import os
import random
import socket
import time
from importlib import import_module
from typing import Any

from dixit.asgi import application as application  # noqa: PLC0414  (uvicorn looks for it here)

feed: Any = import_module("games.live.feed")
listener: Any = import_module("games.live.listener")
hub: Any = import_module("games.live.hub")


class UnreliableChannelLayer:
    """A channel layer that loses half of the notifications and delivers others twice, late or wrongly; with the fault
    `no_notifications` it delivers none."""

    def __init__(self, layer: Any) -> None:
        self.layer, self.rng = layer, random.Random(7)
        self.delayed: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.layer, name)

    async def receive(self, channel: str) -> Any:
        while True:
            if self.delayed and self.rng.random() < 0.5:
                return self.delayed.pop(0)
            message = await self.layer.receive(channel)
            outcome = self.rng.random()
            if os.environ["LIVE_FAULT"] == "no_notifications" or outcome < 0.5:
                continue
            if outcome < 0.7:
                self.delayed += [message, message]
            elif outcome < 0.85:
                self.delayed.append({"moved": {match: version + 9 for match, version in message["moved"].items()}})
            else:
                return message


async def skip_revalidation(members: Any) -> None:
    """Skip the revalidation, so that every connection stays."""


async def close_with_generic_code(self: Any, closed: Any) -> None:
    await self._send({"type": "websocket.close", "code": 1000})


def shrink_stalled_send_buffers(websocket_module: Any) -> None:
    """Shrink the kernel's buffers for a client that is named as stalled; otherwise they would hide megabytes of a
    socket."""
    original_init, original_accept = websocket_module.AsgiWebSocket.__init__, websocket_module.AsgiWebSocket.accept

    def init_and_mark_stalled(self: Any, scope: Any, receive: Any, send: Any) -> None:
        original_init(self, scope, receive, send)
        self.narrow = dict(scope["headers"]).get(b"user-agent") == b"stalled"

    async def accept_with_small_buffer(self: Any) -> None:
        await original_accept(self)
        if self.narrow:
            transport_socket = self._send.__self__.transport.get_extra_info("socket")
            transport_socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)

    websocket_module.AsgiWebSocket.__init__, websocket_module.AsgiWebSocket.accept = (
        init_and_mark_stalled,
        accept_with_small_buffer,
    )


def slow_token_lookups() -> None:
    """Let looking up one token take longer than the server takes for that, and shorten its times for clients."""
    session_module: Any = import_module("games.live.session")
    connection_module: Any = import_module("games.live.socket_connection")
    original_admit = session_module._admit_connection

    def admit_slowly(header: str, *rest: Any) -> Any:
        time.sleep(1.0 if header.endswith("dxt_slow") else 0.0)
        return original_admit(header, *rest)

    session_module._admit_connection = admit_slowly
    http_module: Any = import_module("games.webserver.http_protocol")
    http_module.HEAD_TIMEOUT_SECONDS = 0.5
    connection_module.AUTH_TIMEOUT_SECONDS = connection_module.TOKEN_LOOKUP_TIMEOUT_SECONDS = 0.5


def inject_fault() -> None:  # noqa: C901  (a case each)
    match os.environ["LIVE_FAULT"]:
        case "unreliable_notifications":
            original_get_channel_layer = listener.get_channel_layer
            listener.get_channel_layer = lambda: UnreliableChannelLayer(original_get_channel_layer())
        case "no_notifications":
            original_get_channel_layer = listener.get_channel_layer
            listener.get_channel_layer, hub.POLL_INTERVAL_SECONDS = (
                lambda: UnreliableChannelLayer(original_get_channel_layer()),
                3600.0,
            )
        case "no_polling":
            # Learns of changes by notifications alone.
            hub.POLL_INTERVAL_SECONDS = 3600.0
        case "short_heartbeat":
            socket_module: Any = import_module("games.live.socket_connection")
            socket_module.HEARTBEAT_SECONDS = 1.0
        case "short_auth":
            slow_token_lookups()
        case "no_revalidation":
            # Never checks whether tokens are still valid.
            token_revalidation: Any = import_module("games.live.token_revalidation")
            token_revalidation.revalidate_tokens = skip_revalidation
        case "generic_close_code":
            # Gives no reason when it closes a socket.
            websocket_module: Any = import_module("games.live.websocket")
            websocket_module.AsgiWebSocket.close = close_with_generic_code
        case "unbounded_buffer":
            # Buffers everything for a stalled reader.
            buffer_module: Any = import_module("games.live.send_buffer")
            buffer_module.MAX_BUFFERED_CHARS = buffer_module.LOW_WATER_MARK_CHARS = 1 << 40
            connection_module: Any = import_module("games.live.socket_connection")
            connection_module.SEND_TIMEOUT_SECONDS = 3600.0
            protocol_module: Any = import_module("games.webserver.websocket_protocol")
            protocol_module.SEND_TIMEOUT_SECONDS = 3600.0
        case "newest_event_only":
            # Sends each watcher only the newest of the events that were read.
            original_spread = feed.Feed._send_events

            def spread_newest_only(self: Any, watchers: Any, update: Any, after: int) -> None:
                for watcher in watchers:
                    watcher.version = max(watcher.version, update.version - 1)
                original_spread(self, watchers, update, after)

            feed.Feed._send_events = spread_newest_only


shrink_stalled_send_buffers(import_module("games.live.websocket"))
inject_fault()
