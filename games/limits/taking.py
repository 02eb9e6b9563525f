"""Taking from limits: exactly where Redis answers, by this process's own cap where it doesn't."""

import time
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from math import ceil

from django.conf import settings
from redis import RedisError

from games.limits.counting import counted
from games.limits.limit import Limit, Taken
from games.limits.local import LocalCap

KEY = "dixit:limit:"
PAUSE = 2.0
"""Seconds in which Redis isn't asked again when it hasn't answered."""


def take(limit: Limit, who: str) -> Taken:
    """One more for this one, if there is room."""
    return take_all([(limit, who)])[0]


def take_all(asked: Sequence[tuple[Limit, str]]) -> tuple[Taken, ...]:
    """One more from each of these limits, or from none unless all have room; one round trip to Redis.

    `RATE_LIMITS` scales every limit; 0 lets everything pass.
    """
    if not settings.RATE_LIMITS:
        return tuple(Taken(limit=limit, passed=True, left=limit.most, wait=0.0) for limit, _ in asked)
    named = [(_scaled(limit), key_of(limit, who)) for limit, who in asked]
    url = settings.REDIS_URL
    if not url or time.monotonic() < _silent.get(url, 0.0):
        return _here.take(named)
    try:
        return counted(url, named)
    except (OSError, RedisError):
        _silent[url] = time.monotonic() + PAUSE
        return _here.take(named)


def key_of(limit: Limit, who: str) -> str:
    """Where it is counted; nobody's address or account can be read off it without the service's secret."""
    digest = blake2b(who.encode(), key=settings.SECRET_KEY.encode()[:64], digest_size=16).hexdigest()
    return f"{KEY}{limit.name}:{digest}"


def _scaled(limit: Limit) -> Limit:
    factor: float = settings.RATE_LIMITS
    return limit if factor == 1 else replace(limit, most=ceil(limit.most * factor))


_here = LocalCap()
_silent: dict[str, float] = {}
"""Until when each Redis is left alone."""
