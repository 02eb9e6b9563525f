"""What waits to be sent to one client: bounded, so that a slow reader costs no memory and nobody's time."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable

MOST = 192 * 1024
"""Characters that may wait; what is beyond that ends the connection."""
ROOM = 32 * 1024
"""Characters from which on nothing that could wait itself is added."""


class Outbox:
    """Texts in order, for the one task that sends them."""

    def __init__(self, too_slow: Callable[[], None]) -> None:
        self.since: float | None = None
        """When the text that is being sent was begun with; None while nothing is."""
        self._too_slow = too_slow
        self._texts: deque[str] = deque()
        self._size = 0
        self._open = True
        self._something = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()

    def put(self, texts: Iterable[str]) -> None:
        """Add texts; never waits, and does nothing once the outbox is shut."""
        if not self._open:
            return
        for text in texts:
            self._texts.append(text)
            self._size += len(text)
        if self._size > MOST:
            self.shut()
            self._too_slow()
            return
        if self._size > ROOM:
            self._room.clear()
        self._something.set()

    async def room(self) -> None:
        """Wait until little is left to be sent."""
        await self._room.wait()

    def shut(self, *, send_rest: bool = False) -> None:
        """End: nothing is added any more, and what waits is sent or dropped."""
        self._open = False
        if not send_rest:
            self._texts.clear()
            self._size = 0
        self._something.set()
        self._room.set()

    async def __aiter__(self) -> AsyncIterator[str]:
        """Each text in its turn, until the outbox is shut."""
        clock = asyncio.get_running_loop().time
        while True:
            while self._texts:
                text = self._texts.popleft()
                self.since = clock()
                yield text
                self.since = None
                self._sent(len(text))
            if not self._open:
                return
            self._something.clear()
            await self._something.wait()

    def _sent(self, size: int) -> None:
        self._size = max(0, self._size - size)
        if self._size <= ROOM:
            self._room.set()
