"""Detection of clients whose connection has broken without a sign: power cut, cable pulled, network changed."""

import asyncio
import socket
from contextlib import suppress

KEEPALIVE_IDLE_SECONDS = 60
"""Silence after which the kernel asks whether the client is still there."""
KEEPALIVE_INTERVAL_SECONDS = 15
KEEPALIVE_PROBES = 4
UNACKNOWLEDGED_SECONDS = 60
"""How long sent data may stay without the client's acknowledgement; by default it is some 15 minutes."""

OPTIONS: tuple[tuple[int, str, int], ...] = (
    (socket.SOL_SOCKET, "SO_KEEPALIVE", 1),
    (socket.IPPROTO_TCP, "TCP_KEEPIDLE", KEEPALIVE_IDLE_SECONDS),
    (socket.IPPROTO_TCP, "TCP_KEEPINTVL", KEEPALIVE_INTERVAL_SECONDS),
    (socket.IPPROTO_TCP, "TCP_KEEPCNT", KEEPALIVE_PROBES),
    (socket.IPPROTO_TCP, "TCP_USER_TIMEOUT", UNACKNOWLEDGED_SECONDS * 1000),
)


def cut_when_unreachable(transport: asyncio.BaseTransport) -> None:
    """Let the kernel end the connection if the client no longer answers; does what the system knows of this."""
    connection = transport.get_extra_info("socket")
    if connection is None or connection.family not in (socket.AF_INET, socket.AF_INET6):
        return
    for level, name, value in OPTIONS:
        if hasattr(socket, name):
            with suppress(OSError):
                connection.setsockopt(level, getattr(socket, name), value)
