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

SOCKET_TIMEOUT_SECONDS = 0.1
"""Seconds that a request waits for Redis."""
CIRCUIT_OPEN_SECONDS = 2.0
"""Seconds in which Redis isn't asked again when it hasn't answered."""


class RedisUnavailable(Exception):
    """Redis doesn't answer, or didn't a moment ago."""


def run_script(script: str, keys: Sequence[str], arguments: Sequence[str | int]) -> Any:
    """What a script answers.

    Raises:
        Away
    """
    url = settings.REDIS_URL
    if not url or time.monotonic() < _circuit_open_until.get(url, 0.0):
        raise RedisUnavailable
    try:
        return _registered_script(url, script)(keys=keys, args=arguments)
    except (OSError, RedisError):
        _circuit_open_until[url] = time.monotonic() + CIRCUIT_OPEN_SECONDS
        raise RedisUnavailable from None


def keyed_digest(identity: str) -> str:
    """For a key: nobody's address or account can be read off it without the service's secret."""
    return blake2b(identity.encode(), key=settings.SECRET_KEY.encode()[:64], digest_size=16).hexdigest()


@cache
def _redis_client(url: str) -> Redis:
    timeouts: Any = {
        "socket_timeout": SOCKET_TIMEOUT_SECONDS,
        "socket_connect_timeout": SOCKET_TIMEOUT_SECONDS,
        "retry": Retry(NoBackoff(), 0),
    }
    return Redis.from_url(url, **timeouts)


@cache
def _registered_script(url: str, text: str) -> Any:
    return _redis_client(url).register_script(text)


_circuit_open_until: dict[str, float] = {}
"""Until when each Redis is left alone."""
