"""Detection of clients that don't read what is sent to them."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from games.webserver.fair_timer import FairTimer

MIN_BYTES_PER_CHECK = 4096
"""How much a client has to read between two checks in order not to count as stalled."""


class WriteWatch:
    """Watches a transport's write buffer, and calls `on_stall` if it hardly shrinks.

    Args:
        seconds: the interval of the checks.
        on_stall: called once, after which the watch is off.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        transport: asyncio.WriteTransport,
        seconds: float,
        on_stall: Callable[[], None],
    ) -> None:
        self._transport, self._seconds, self._on_stall = transport, seconds, on_stall
        self._timer = FairTimer(loop, self._check)
        self._unread_bytes = 0

    def start(self) -> None:
        """Watch until the buffer is empty or `stop` is called."""
        self._unread_bytes = self._buffer_size()
        if self._unread_bytes:
            self._timer.start(self._seconds)

    def stop(self) -> None:
        self._timer.cancel()

    def _check(self) -> None:
        unread_bytes = self._buffer_size()
        if unread_bytes > max(self._unread_bytes - MIN_BYTES_PER_CHECK, 0):
            self._on_stall()
        elif unread_bytes:
            self.start()

    def _buffer_size(self) -> int:
        # uvloop raises RuntimeError for a connection that was aborted.
        with suppress(RuntimeError):
            return self._transport.get_write_buffer_size()
        return 0
