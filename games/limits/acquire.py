"""Taking from limits: exactly where Redis answers, by this process's own cap where it doesn't."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from django.conf import settings

from games.limits.local_limit import LocalRateLimiter
from games.limits.rate_limit import RateLimit, RateLimitResult
from games.limits.redis_client import RedisUnavailable, keyed_digest
from games.limits.sliding_window import acquire_in_redis

RATE_LIMIT_KEY_PREFIX = "dixit:limit:"


def acquire_one(limit: RateLimit, identity: str) -> RateLimitResult:
    """One more for this one, if there is room."""
    return acquire_all([(limit, identity)])[0]


def acquire_all(requested: Sequence[tuple[RateLimit, str]]) -> tuple[RateLimitResult, ...]:
    """One more from each of these limits, or from none unless all have room; one round trip to Redis.

    `RATE_LIMITS` scales every limit; 0 lets everything pass.
    """
    if not settings.RATE_LIMITS:
        return tuple(
            RateLimitResult(limit=limit, allowed=True, remaining=limit.max_requests, wait_seconds=0.0)
            for limit, _ in requested
        )
    keyed_limits = [(_scaled(limit), rate_limit_key(limit, identity)) for limit, identity in requested]
    try:
        return acquire_in_redis(keyed_limits)
    except RedisUnavailable:
        return _local_limiter.acquire_all(keyed_limits)


def rate_limit_key(limit: RateLimit, identity: str) -> str:
    """Where it is counted."""
    return f"{RATE_LIMIT_KEY_PREFIX}{limit.name}:{keyed_digest(identity)}"


def _scaled(limit: RateLimit) -> RateLimit:
    factor: float = settings.RATE_LIMITS
    return limit if factor == 1 else replace(limit, max_requests=ceil(limit.max_requests * factor))


_local_limiter = LocalRateLimiter()
