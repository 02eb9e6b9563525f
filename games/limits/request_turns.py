"""Turns: a process handles few requests of an address at a time, and the others wait for theirs.

Each request that is handled takes a thread. Without turns one client could occupy hundreds of them, and everybody else
would share the processor with all of these.
"""

import asyncio
from collections import deque
from contextvars import ContextVar

MAX_REQUESTS_PER_ADDRESS = 8
"""Requests of an address that a process handles at a time. The setting `RATE_LIMITS` multiplies it."""
TURN_TIMEOUT_SECONDS = 15.0
"""How long a request waits for its turn."""

_current_turn: ContextVar["Turn | None"] = ContextVar("current_turn", default=None)


class AddressQueue:
    """The requests of one address: how many are being handled, and those that wait."""

    def __init__(self) -> None:
        self.running = 0
        self.waiting: deque[asyncio.Future[None]] = deque()


class RequestTurns:
    """The queues of all addresses that have requests; not thread-safe."""

    def __init__(self) -> None:
        self._queues: dict[str, AddressQueue] = {}

    async def take(self, address: str, limit: int) -> "Turn":
        """Wait until fewer than `limit` requests of the address are being handled; 0 is no limit.

        Raises:
            TimeoutError: it took too long.
        """
        queue = self._queues.setdefault(address, AddressQueue())
        if limit and queue.running >= limit:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            queue.waiting.append(waiter)
            try:
                # `_pass_on` has counted this request when it sets the result.
                await asyncio.wait_for(waiter, TURN_TIMEOUT_SECONDS)
            except BaseException:
                if waiter.done() and not waiter.cancelled():
                    self._pass_on(address)
                raise
        else:
            queue.running += 1
        return Turn(self, address)

    def _pass_on(self, address: str) -> None:
        """Give a turn that has ended to the next request that still waits."""
        queue = self._queues[address]
        while queue.waiting:
            waiter = queue.waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
        queue.running -= 1
        if not queue.running:
            del self._queues[address]


class Turn:
    """The turn of one request."""

    def __init__(self, turns: RequestTurns, address: str) -> None:
        self._turns, self._address = turns, address
        self._has_ended = False

    def make_current(self) -> None:
        """Let `end_turn` end it, in this request's task and those that it starts."""
        _current_turn.set(self)

    def end(self) -> None:
        """Let the next request have its turn; does nothing the second time."""
        if not self._has_ended:
            self._has_ended = True
            self._turns._pass_on(self._address)  # noqa: SLF001  (a part of `RequestTurns`)


def end_turn() -> None:
    """End the turn of the current request, which goes on but only waits from now on."""
    if (turn := _current_turn.get()) is not None:
        turn.end()


REQUEST_TURNS = RequestTurns()
