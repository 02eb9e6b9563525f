"""Blocks of requests that this process has acquired from Redis in advance, so that most requests need no round trip.

A block is small and short-lived, and as large as the process has lately used: a client that sends one request now and
then gets no blocks. What is left of a block is given back with a later call.
"""

import os
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from games.limits.rate_limit import RateLimit, RateLimitResult
from games.limits.sliding_window import Granted, Unused, Wanted, acquire_in_redis

MAX_BLOCK = 8
"""The most requests of a block."""
LEASE_SECONDS = 0.9
"""How long a block may be used. Redis allows a little longer, because clocks don't run equally fast."""
MAX_BLOCKS = 10_000
"""Blocks held in memory; those acquired first are given back first."""
MAX_RETURNS_PER_CALL = 16

KeyedLimits = Sequence[tuple[RateLimit, str]]


@dataclass(slots=True)
class Block:
    """What is left of a block, and how many of its requests were used. `remaining` is what Redis had left after it."""

    acquired_at: float
    stamp: int
    left: int
    used: int
    remaining: int
    frees_at: float

    def is_usable(self, now: float) -> bool:
        return self.left > 0 and now < self.acquired_at + LEASE_SECONDS


class LimitLeases:
    """The blocks of this process, by Redis key. Limits that may not be leased are acquired one by one."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget all blocks; what is left of them counts as used."""
        # In the order in which they were acquired.
        self._blocks: OrderedDict[str, Block] = OrderedDict()
        self._unused: list[Unused] = []
        # A new one: in a forked child, the old one may be held by a thread that doesn't exist there.
        self._lock = Lock()
        self._process = secrets.token_hex(8)

    def try_acquire(self, requested: KeyedLimits) -> tuple[RateLimitResult, ...] | None:
        """Acquire one request from each limit's block; None if one has none left. Needs no I/O and never waits."""
        now = time.monotonic()
        with self._lock:
            blocks = [self._usable_block(limit, key, now) for limit, key in requested]
            if None in blocks:
                return None
            return tuple(_use(limit, block, now) for (limit, _), block in zip(requested, blocks, strict=True) if block)

    def acquire_all(self, requested: KeyedLimits) -> tuple[RateLimitResult, ...]:
        """Acquire one request from each limit, or from none unless all allow it, from blocks or from Redis.

        Raises:
            RedisUnavailable
        """
        if (results := self.try_acquire(requested)) is not None:
            return results
        # Before the call, so that a block can't be used for longer than Redis allows.
        asked_at = time.monotonic()
        with self._lock:
            held = [self._take(limit, key, asked_at) for limit, key in requested]
            wanted = [
                Wanted(limit, key, 0 if block else self._block_size(limit, key, asked_at))
                for (limit, key), block in zip(requested, held, strict=True)
            ]
            unused = self._take_unused(asked_at)
        lefts = [block.left if block else 0 for block in held]
        granted = acquire_in_redis(wanted, unused, self._process)
        all_allowed = all(one.allowed for one in granted)
        with self._lock:
            for want, block, one in zip(wanted, held, granted, strict=True):
                if block:
                    self._settle(block, one, all_allowed=all_allowed)
                elif one.count and want.limit.may_be_leased:
                    self._store(want.key, one, asked_at)
        return tuple(
            RateLimitResult(
                limit=limit,
                allowed=one.allowed,
                remaining=one.remaining + (left + (not all_allowed) if block else max(one.count - 1, 0)),
                wait_seconds=one.wait_seconds,
            )
            for (limit, _), block, left, one in zip(requested, held, lefts, granted, strict=True)
        )

    def _usable_block(self, limit: RateLimit, key: str, now: float) -> Block | None:
        block = self._blocks.get(key) if limit.may_be_leased else None
        return block if block and block.is_usable(now) else None

    def _take(self, limit: RateLimit, key: str, now: float) -> Block | None:
        """Take one request from the limit's block, and return the block; None if there is none left."""
        block = self._usable_block(limit, key, now)
        if block:
            block.left -= 1
            block.used += 1
        return block

    def _settle(self, block: Block, one: Granted, *, all_allowed: bool) -> None:
        """Note what Redis has left, and put back what was taken from a block if another limit refuses."""
        block.remaining = min(block.remaining, one.remaining)
        if not all_allowed:
            block.left += 1
            block.used -= 1

    def _block_size(self, limit: RateLimit, key: str, now: float) -> int:
        """Return how many requests to ask for: twice a block that was used up, otherwise what was used of it."""
        block = self._blocks.get(key) if limit.may_be_leased else None
        if block is None or now > block.acquired_at + 2 * LEASE_SECONDS:
            return 1
        return min(max(block.used * (1 if block.left else 2), 1), MAX_BLOCK)

    def _store(self, key: str, one: Granted, asked_at: float) -> None:
        self._drop(key)
        self._blocks[key] = Block(
            acquired_at=asked_at,
            stamp=one.stamp,
            left=one.count - 1,
            used=1,
            remaining=one.remaining,
            frees_at=asked_at + one.wait_seconds,
        )
        if len(self._blocks) > MAX_BLOCKS:
            self._drop(next(iter(self._blocks)))

    def _take_unused(self, now: float) -> list[Unused]:
        """Return what to give back: what is left of blocks that nobody has used for a while."""
        while self._blocks:
            key, block = next(iter(self._blocks.items()))
            if now <= block.acquired_at + 2 * LEASE_SECONDS:
                break
            self._drop(key)
        taken, self._unused = self._unused[:MAX_RETURNS_PER_CALL], self._unused[MAX_RETURNS_PER_CALL:][:MAX_BLOCKS]
        return taken

    def _drop(self, key: str) -> None:
        block = self._blocks.pop(key, None)
        if block and block.left:
            self._unused.append(Unused(key, block.stamp, block.left))


def _use(limit: RateLimit, block: Block, now: float) -> RateLimitResult:
    block.left -= 1
    block.used += 1
    return RateLimitResult(
        limit=limit,
        allowed=True,
        remaining=block.remaining + block.left,
        wait_seconds=max(block.frees_at - now, 0.0),
    )


LEASES = LimitLeases()
# A child would otherwise use the same blocks as its parent.
os.register_at_fork(after_in_child=LEASES.clear)
