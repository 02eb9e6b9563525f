"""Acquiring from rate limits: from Redis or blocks leased from it, or approximately while Redis is unavailable."""

from collections.abc import Sequence

from django.conf import settings

from games.limits.leases import LEASES
from games.limits.limit_factor import scaled_limit
from games.limits.local_limit import LocalRateLimiter
from games.limits.rate_limit import RateLimit, RateLimitResult
from games.limits.sliding_window import release_in_redis
from games.redis_client import RedisUnavailable, keyed_digest

RATE_LIMIT_KEY_PREFIX = "dixit:limit:"


def acquire_one(limit: RateLimit, identity: str) -> RateLimitResult:
    """Acquire one request from a limit for an identity; see `acquire_all`."""
    return acquire_all([(limit, identity)])[0]


def acquire_all(requested: Sequence[tuple[RateLimit, str]]) -> tuple[RateLimitResult, ...]:
    """Acquire one request from each limit, or from none unless all allow it, in at most one round trip to Redis.

    The setting `RATE_LIMITS` scales every limit; 0 turns them off.

    Args:
        requested: limits, each with the identity it is counted for, such as an account or address.

    Returns:
        One result for each limit, in order.
    """
    if not settings.RATE_LIMITS:
        return _unlimited(requested)
    keyed_limits = _keyed(requested)
    try:
        return LEASES.acquire_all(keyed_limits)
    except RedisUnavailable:
        return _local_limiter.acquire_all(keyed_limits)


def try_acquire_locally(requested: Sequence[tuple[RateLimit, str]]) -> tuple[RateLimitResult, ...] | None:
    """Acquire one request from each limit without any I/O, from blocks that this process has leased.

    Returns:
        One result for each limit, all allowed; None if Redis has to be asked, by `acquire_all`. It never refuses.
    """
    return LEASES.try_acquire(_keyed(requested)) if settings.RATE_LIMITS else _unlimited(requested)


def release_all(requested: Sequence[tuple[RateLimit, str]]) -> None:
    """Give back one request that was acquired from each of these limits, as if it had never been made."""
    if not settings.RATE_LIMITS:
        return
    keyed_limits = _keyed(requested)
    try:
        release_in_redis([key for _, key in keyed_limits])
    except RedisUnavailable:
        _local_limiter.release_all(keyed_limits)


def rate_limit_key(limit: RateLimit, identity: str) -> str:
    """Return the Redis key of a limit for an identity."""
    return f"{RATE_LIMIT_KEY_PREFIX}{limit.name}:{keyed_digest(identity)}"


def _keyed(requested: Sequence[tuple[RateLimit, str]]) -> list[tuple[RateLimit, str]]:
    """Return the limits, scaled, each with its Redis key."""
    return [(scaled_limit(limit), rate_limit_key(limit, identity)) for limit, identity in requested]


def _unlimited(requested: Sequence[tuple[RateLimit, str]]) -> tuple[RateLimitResult, ...]:
    return tuple(
        RateLimitResult(limit=limit, allowed=True, remaining=limit.max_requests, wait_seconds=0.0)
        for limit, _ in requested
    )


_local_limiter = LocalRateLimiter()
