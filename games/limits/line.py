"""The line to Redis: nobody waits long for one that is away, and for a while nobody asks it again."""

import time
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from typing import Any

from django.conf import settings
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 0.1
"""Seconds that a request waits for Redis."""
PAUSE = 2.0
"""Seconds in which Redis isn't asked again when it hasn't answered."""


class Away(Exception):
    """Redis doesn't answer, or didn't a moment ago."""


def answered(script: str, keys: Sequence[str], arguments: Sequence[str | int]) -> Any:
    """What a script answers.

    Raises:
        Away
    """
    url = settings.REDIS_URL
    if not url or time.monotonic() < _silent.get(url, 0.0):
        raise Away
    try:
        return _script(url, script)(keys=keys, args=arguments)
    except (OSError, RedisError):
        _silent[url] = time.monotonic() + PAUSE
        raise Away from None


def digest(who: str) -> str:
    """For a key: nobody's address or account can be read off it without the service's secret."""
    return blake2b(who.encode(), key=settings.SECRET_KEY.encode()[:64], digest_size=16).hexdigest()


@cache
def _line(url: str) -> Redis:
    timeouts: Any = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 0)}
    return Redis.from_url(url, **timeouts)


@cache
def _script(url: str, text: str) -> Any:
    return _line(url).register_script(text)


_silent: dict[str, float] = {}
"""Until when each Redis is left alone."""
