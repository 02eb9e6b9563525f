"""A bounded queue of texts to one client, so that a slow reader holds up neither memory nor other clients."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable

MAX_BUFFERED_CHARS = 192 * 1024
"""Size of the buffer; the connection is closed when it overflows."""
MAX_COUNTED_CHARS = 64 * 1024
"""Size that a longer text counts as. So one that is larger than the buffer, as the end of a very long match can be, is
sent all the same; the bound is on how much waits because a client is slow."""
LOW_WATER_MARK_CHARS = 32 * 1024
"""`drain` waits until no more than this is buffered. It paces replies and backlogs, but not live events."""


class SendBuffer:
    """Texts in order, consumed by iteration in the one task that sends them.

    Args:
        on_overflow: called once when more than `MAX_BUFFERED_CHARS` wait; the buffer is closed by then.
        idle_text: added to the texts when there was nothing to send for `idle_seconds`.
    """

    def __init__(
        self, on_overflow: Callable[[], None], *, idle_text: str = "", idle_seconds: float | None = None
    ) -> None:
        self.sending_since: float | None = None
        """Event loop time at which sending of the current text began; None while nothing is being sent."""
        self._on_overflow = on_overflow
        self._idle_text, self._idle_seconds = idle_text, idle_seconds
        self._texts: deque[str] = deque()
        self._buffered_chars = 0
        self._is_open = True
        self._wake_up = asyncio.Event()
        self._drained = asyncio.Event()
        self._drained.set()

    def put(self, texts: Iterable[str]) -> None:
        """Add texts without waiting; does nothing once the buffer is closed."""
        if not self._is_open:
            return
        for text in texts:
            self._texts.append(text)
            self._buffered_chars += min(len(text), MAX_COUNTED_CHARS)
        if self._buffered_chars > MAX_BUFFERED_CHARS:
            self.close()
            self._on_overflow()
            return
        if self._buffered_chars > LOW_WATER_MARK_CHARS:
            self._drained.clear()
        self._wake_up.set()

    async def drain(self) -> None:
        """Wait until no more than `LOW_WATER_MARK_CHARS` are left to send, or the buffer is closed."""
        await self._drained.wait()

    def close(self, *, send_rest: bool = False) -> None:
        """Accept no more texts; `send_rest` decides whether those that wait are still sent or dropped."""
        self._is_open = False
        if not send_rest:
            self._texts.clear()
            self._buffered_chars = 0
        self._wake_up.set()
        self._drained.set()

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield each text in turn until the buffer is closed."""
        clock = asyncio.get_running_loop().time
        while True:
            while self._texts:
                text = self._texts.popleft()
                self.sending_since = clock()
                yield text
                self.sending_since = None
                self._on_sent(min(len(text), MAX_COUNTED_CHARS))
            if not self._is_open:
                return
            self._wake_up.clear()
            try:
                await asyncio.wait_for(self._wake_up.wait(), self._idle_seconds)
            except TimeoutError:
                self.put([self._idle_text])

    def _on_sent(self, size: int) -> None:
        # `close` may have reset the count while the text was being sent.
        self._buffered_chars = max(0, self._buffered_chars - size)
        if self._buffered_chars <= LOW_WATER_MARK_CHARS:
            self._drained.set()
