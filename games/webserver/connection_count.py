"""The open connections of this process, bounded in all and for each client address."""

import asyncio
import resource
from collections import Counter

from django.conf import settings

from games.limits.client_address import resolve_client_address
from games.limits.limit_factor import scale_limit
from games.protocol.problems import Problem

MAX_CONNECTIONS_PER_ADDRESS = 500
"""Connections of any kind that one address may have open to this process. The setting `RATE_LIMITS` multiplies it."""
RESERVED_FILES = 200
"""Open files that are left to the database, Redis, logs, and connections that are being refused."""

RETRY_SECONDS = 5


class ConnectionCount:
    """Counts connections from their opening to their end, whatever protocol they switch to."""

    def __init__(self) -> None:
        self._address_by_transport: dict[asyncio.BaseTransport, str | None] = {}
        self._count_by_address = Counter[str]()

    def add(self, transport: asyncio.BaseTransport, peer: str | None) -> Problem | None:
        """Count a connection, and return why it has to be closed, if it does; it counts until it is closed.

        Args:
            peer: the address of the TCP connection; None for a Unix socket.
        """
        # Behind a proxy all connections come from its address; the proxy limits those of its clients.
        address = None if peer is None or settings.TRUSTED_PROXIES else resolve_client_address(peer, None)
        self._address_by_transport[transport] = address
        if address is not None:
            self._count_by_address[address] += 1
        if len(self._address_by_transport) > max_connections():
            return Problem("unavailable", "Too many connections are open.", retry_after=RETRY_SECONDS)
        limit = scale_limit(MAX_CONNECTIONS_PER_ADDRESS)
        if address is not None and limit and self._count_by_address[address] > limit:
            detail = f"An address can have at most {limit} connections."
            return Problem("too_many_requests", detail, limit="address", retry_after=RETRY_SECONDS)
        return None

    def remove(self, transport: asyncio.BaseTransport) -> None:
        """Stop counting a connection; does nothing if it isn't counted."""
        address = self._address_by_transport.pop(transport, None)
        if address is not None:
            self._count_by_address[address] -= 1
            if self._count_by_address[address] <= 0:
                del self._count_by_address[address]


def raise_file_limit() -> None:
    """Raise this process's limit of open files as far as the system allows; the usual 1,024 are too few for sockets."""
    open_files, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.MAX_CONNECTIONS + RESERVED_FILES
    if resource.RLIM_INFINITY not in (open_files, allowed) and open_files < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, allowed), allowed))


def max_connections() -> int:
    """Return the number of connections that this process accepts: the setting, or fewer if files would run out."""
    open_files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    by_files = settings.MAX_CONNECTIONS if open_files == resource.RLIM_INFINITY else max(open_files - RESERVED_FILES, 1)
    return min(settings.MAX_CONNECTIONS, by_files)


OPEN_CONNECTIONS = ConnectionCount()
