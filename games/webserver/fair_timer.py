"""A timer for what a client has to do in time, which doesn't blame the client if the server itself stood still."""

import asyncio
from collections.abc import Callable

GRACE_SECONDS = 0.2


class FairTimer:
    """Calls `on_expiry` once its time is over, unless it is started again or canceled.

    After a pause of the whole process the event loop runs the timers that are due before it reads from connections, so
    they would expire although the client's data has long arrived. Therefore the timer runs for another `GRACE_SECONDS`
    after its time, in which the loop reads.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, on_expiry: Callable[[], None]) -> None:
        self._loop, self._on_expiry = loop, on_expiry
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_running(self) -> bool:
        return self._handle is not None

    def start(self, seconds: float) -> None:
        """Start, or start again."""
        self.cancel()
        self._handle = self._loop.call_later(seconds, self._grant_grace)

    def cancel(self) -> None:
        """Stop; does nothing if the timer isn't running."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _grant_grace(self) -> None:
        self._handle = self._loop.call_later(GRACE_SECONDS, self._expire)

    def _expire(self) -> None:
        self._handle = None
        self._on_expiry()
