"""The Redis client of the limits. Short timeouts and a circuit breaker keep an outage from slowing down requests."""

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
"""How long a request waits for Redis."""
CIRCUIT_OPEN_SECONDS = 2.0
"""How long Redis isn't tried again after an error."""


class RedisUnavailable(Exception):
    """Redis is not configured, doesn't answer, or didn't within the last `CIRCUIT_OPEN_SECONDS`."""


def run_script(script: str, keys: Sequence[str], arguments: Sequence[str | int]) -> Any:
    """Run a Lua script and return its reply.

    Raises:
        RedisUnavailable
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
    """Return a digest for use in Redis keys: without `SECRET_KEY` it can't be traced to an account or address."""
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
"""By URL, the monotonic time until which Redis isn't tried."""
