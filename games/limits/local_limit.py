"""Approximate rate limits within this process: token buckets.

They apply while Redis is unavailable, so that limits are never fully off, and to what concerns one process only.
"""

import time
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from games.limits.rate_limit import RateLimit, RateLimitResult

MAX_TRACKED_KEYS = 10_000
"""Keys held in memory; the least recently used is dropped first."""


class TokenBucket:
    """A bucket of `max_requests` tokens that refills evenly within `window_seconds`; not thread-safe."""

    __slots__ = ("_full_at",)

    def __init__(self) -> None:
        # One number says how full it is: the monotonic time at which it will be full again.
        self._full_at = 0.0

    def used_tokens(self, limit: RateLimit, now: float) -> float:
        """Return how many tokens are missing."""
        # Rounded: float errors would otherwise refuse the last request that a limit allows.
        return round(max(self._full_at - now, 0.0) * limit.max_requests / limit.window_seconds, 6)

    def take(self, limit: RateLimit, now: float) -> None:
        """Take a token, even if there is none."""
        self._full_at = max(self._full_at, now) + limit.window_seconds / limit.max_requests

    def give_back(self, limit: RateLimit) -> None:
        """Put a token back."""
        self._full_at -= limit.window_seconds / limit.max_requests

    def try_take(self, limit: RateLimit) -> bool:
        """Take a token; return False if there is none."""
        now = time.monotonic()
        allowed = self.used_tokens(limit, now) + 1 <= limit.max_requests
        if allowed:
            self.take(limit, now)
        return allowed


class LocalRateLimiter:
    """A token bucket for each key."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        self._lock = Lock()

    def acquire_all(self, requested: Sequence[tuple[RateLimit, str]]) -> tuple[RateLimitResult, ...]:
        """Acquire from each of these limits or from none, as `acquire_in_redis` does; results are not `exact`."""
        now = time.monotonic()
        with self._lock:
            buckets = [(limit, key, self._buckets.get(key) or TokenBucket()) for limit, key in requested]
            all_allowed = all(bucket.used_tokens(limit, now) + 1 <= limit.max_requests for limit, _, bucket in buckets)
            results = tuple(
                _result(limit, bucket.used_tokens(limit, now), taken=all_allowed) for limit, _, bucket in buckets
            )
            if all_allowed:
                for limit, key, bucket in buckets:
                    bucket.take(limit, now)
                    self._store(key, bucket)
            return results

    def try_take(self, limit: RateLimit, key: str) -> bool:
        """Acquire from one limit; return False if it is used up."""
        with self._lock:
            bucket = self._buckets.get(key) or TokenBucket()
            allowed = bucket.try_take(limit)
            self._store(key, bucket)
            return allowed

    def release_all(self, requested: Sequence[tuple[RateLimit, str]]) -> None:
        """Give back one request to each of these limits, as far as they are still held."""
        with self._lock:
            for limit, key in requested:
                if bucket := self._buckets.get(key):
                    bucket.give_back(limit)

    def _store(self, key: str, bucket: TokenBucket) -> None:
        self._buckets[key] = bucket
        self._buckets.move_to_end(key)
        # A key that is dropped starts again with a full bucket. Memory that grows with every address would be worse.
        if len(self._buckets) > MAX_TRACKED_KEYS:
            self._buckets.popitem(last=False)


def _result(limit: RateLimit, used_before: float, *, taken: bool) -> RateLimitResult:
    allowed = used_before + 1 <= limit.max_requests
    used = used_before + taken
    # Seconds until a refused request would pass, or until an allowed limit has one more request left.
    missing = max(used + 1 - limit.max_requests, 0 if not allowed else 1)
    return RateLimitResult(
        limit=limit,
        allowed=allowed,
        remaining=int(limit.max_requests - used),
        wait_seconds=missing * limit.window_seconds / limit.max_requests,
        exact=False,
    )
