"""Approximate rate limits within this process, used while Redis is unavailable so that limits are never fully off."""

import time
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from games.limits.rate_limit import RateLimit, RateLimitResult

MAX_TRACKED_KEYS = 10_000
"""Keys held in memory; the least recently used is dropped first."""


class LocalRateLimiter:
    """Token buckets that refill evenly. Each is stored as one number: the monotonic time at which it is full again."""

    def __init__(self) -> None:
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def acquire_all(self, requested: Sequence[tuple[RateLimit, str]]) -> tuple[RateLimitResult, ...]:
        """Acquire from each of these limits or from none, as `acquire_in_redis` does; results are not `exact`."""
        now = time.monotonic()
        with self._lock:
            all_allowed = all(self._used(limit, key, now) + 1 <= limit.max_requests for limit, key in requested)
            return tuple(self._acquire(limit, key, now, all_allowed=all_allowed) for limit, key in requested)

    def _acquire(self, limit: RateLimit, key: str, now: float, *, all_allowed: bool) -> RateLimitResult:
        used = self._used(limit, key, now)
        allowed = used + 1 <= limit.max_requests
        if all_allowed:
            used += 1
            self._full_at[key] = now + used * limit.window_seconds / limit.max_requests
            self._full_at.move_to_end(key)
            if len(self._full_at) > MAX_TRACKED_KEYS:
                self._full_at.popitem(last=False)
        # Seconds until a refused request would pass, or until an allowed limit has one more request left.
        wait_seconds = (
            max(used + 1 - limit.max_requests, 0 if not allowed else 1) * limit.window_seconds / limit.max_requests
        )
        return RateLimitResult(
            limit=limit,
            allowed=allowed,
            remaining=int(limit.max_requests - used),
            wait_seconds=wait_seconds,
            exact=False,
        )

    def _used(self, limit: RateLimit, key: str, now: float) -> float:
        # Rounded: float errors would otherwise refuse the last request that a limit allows.
        return round(max(self._full_at.get(key, now) - now, 0.0) * limit.max_requests / limit.window_seconds, 6)
