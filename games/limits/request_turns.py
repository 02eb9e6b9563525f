"""Turns: a process handles few requests of an address at a time, and the others wait for theirs.

Each request that is handled takes a thread. Without turns one client could occupy hundreds of them, and everybody else
would share the processor with all of these. A turn rests after its request, so that even a client that always has the
next one ready leaves the process time for others.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from weakref import WeakKeyDictionary

from games.limits.limit_factor import scale_limit

MAX_REQUESTS_PER_ADDRESS = 4
"""Requests of an address that a process handles at a time. The setting `RATE_LIMITS` multiplies it."""
TURN_TIMEOUT_SECONDS = 15.0
"""How long a request waits for its turn."""
MAX_REST_SECONDS = 0.05
"""A turn rests for as long as its request took, but no longer than this: most of a longer time was spent waiting."""

_current_turn: ContextVar["Turn | None"] = ContextVar("current_turn", default=None)


class NoTurn(Exception):
    """A request has waited for its turn for too long."""


class AddressQueue:
    """The requests of one address: how many are being handled, and those that wait."""

    def __init__(self) -> None:
        self.running = 0
        self.waiting: deque[asyncio.Future[None]] = deque()


class RequestTurns:
    """The queues of all addresses that have requests; not thread-safe."""

    def __init__(self) -> None:
        self._queues: dict[str, AddressQueue] = {}

    async def take(self, address: str, limit: int, timeout_seconds: float | None = None) -> "Turn":
        """Wait until fewer than `limit` requests of the address are being handled; 0 is no limit.

        Raises:
            NoTurn: it took too long.
        """
        queue = self._queues.setdefault(address, AddressQueue())
        if limit and queue.running >= limit:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            queue.waiting.append(waiter)
            try:
                # `pass_on` has counted this request when it sets the result.
                await asyncio.wait_for(waiter, timeout_seconds)
            except BaseException as error:
                if waiter.done() and not waiter.cancelled():
                    self.pass_on(address)
                if isinstance(error, TimeoutError):
                    raise NoTurn from None
                raise
        else:
            queue.running += 1
        return Turn(self, address, rests=bool(limit))

    def pass_on(self, address: str) -> None:
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
    """The turn of one request; to be used in the event loop only."""

    def __init__(self, turns: RequestTurns, address: str, *, rests: bool) -> None:
        self._turns, self._address, self._rests = turns, address, rests
        self._loop = asyncio.get_running_loop()
        self._started_at = self._loop.time()
        self._has_ended = False

    def make_current(self) -> None:
        """Let `end_turn` end it, in this request's task and those that it starts."""
        _current_turn.set(self)

    def end(self) -> None:
        """Let the next request have its turn after a rest; does nothing the second time."""
        if self._has_ended:
            return
        self._has_ended = True
        if self._rests:
            rest = min(self._loop.time() - self._started_at, MAX_REST_SECONDS)
            self._loop.call_later(rest, self._turns.pass_on, self._address)
        else:
            self._turns.pass_on(self._address)


def end_turn() -> None:
    """End the turn of the current request, which goes on but only waits from now on."""
    if (turn := _current_turn.get()) is not None:
        turn.end()


@asynccontextmanager
async def turn_of(address: str, timeout_seconds: float | None = None) -> AsyncIterator[Turn]:
    """Hold a turn of an address, once it gets one.

    Raises:
        NoTurn: it took too long.
    """
    turns = _turns_by_loop.setdefault(asyncio.get_running_loop(), RequestTurns())
    turn = await turns.take(address, scale_limit(MAX_REQUESTS_PER_ADDRESS), timeout_seconds)
    try:
        yield turn
    finally:
        turn.end()


# A web process has one event loop; tests have many, and a turn's rest ends with the loop.
_turns_by_loop = WeakKeyDictionary[asyncio.AbstractEventLoop, RequestTurns]()
