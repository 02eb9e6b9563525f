"""What waits to be sent to one client: bounded, so that a slow reader costs no memory and nobody's time."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable

MAX_BUFFERED_CHARS = 192 * 1024
"""Characters that may wait; what is beyond that ends the connection."""
LOW_WATER_MARK_CHARS = 32 * 1024
"""Characters from which on nothing that could wait itself is added."""


class SendBuffer:
    """Texts in order, for the one task that sends them."""

    def __init__(self, on_overflow: Callable[[], None]) -> None:
        self.sending_since: float | None = None
        """When the text that is being sent was begun with; None while nothing is."""
        self._on_overflow = on_overflow
        self._texts: deque[str] = deque()
        self._buffered_chars = 0
        self._is_open = True
        self._wake_up = asyncio.Event()
        self._drained = asyncio.Event()
        self._drained.set()

    def put(self, texts: Iterable[str]) -> None:
        """Add texts; never waits, and does nothing once the outbox is shut."""
        if not self._is_open:
            return
        for text in texts:
            self._texts.append(text)
            self._buffered_chars += len(text)
        if self._buffered_chars > MAX_BUFFERED_CHARS:
            self.close()
            self._on_overflow()
            return
        if self._buffered_chars > LOW_WATER_MARK_CHARS:
            self._drained.clear()
        self._wake_up.set()

    async def drain(self) -> None:
        """Wait until little is left to be sent."""
        await self._drained.wait()

    def close(self, *, send_rest: bool = False) -> None:
        """End: nothing is added any more, and what waits is sent or dropped."""
        self._is_open = False
        if not send_rest:
            self._texts.clear()
            self._buffered_chars = 0
        self._wake_up.set()
        self._drained.set()

    async def __aiter__(self) -> AsyncIterator[str]:
        """Each text in its turn, until the outbox is shut."""
        clock = asyncio.get_running_loop().time
        while True:
            while self._texts:
                text = self._texts.popleft()
                self.sending_since = clock()
                yield text
                self.sending_since = None
                self._on_sent(len(text))
            if not self._is_open:
                return
            self._wake_up.clear()
            await self._wake_up.wait()

    def _on_sent(self, size: int) -> None:
        self._buffered_chars = max(0, self._buffered_chars - size)
        if self._buffered_chars <= LOW_WATER_MARK_CHARS:
            self._drained.set()
