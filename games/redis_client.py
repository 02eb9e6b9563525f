"""Redis clients: timeouts and a circuit breaker keep an outage from slowing anything down.

Redis only holds what can be missing for a while: counters, presence and metrics. Requests wait for it very briefly and,
after an error, not at all for a moment. Background work waits longer and always tries.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from typing import Any

from django.conf import settings
from redis import Redis, RedisError
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError
from redis.retry import Retry

REQUEST_TIMEOUT_SECONDS = 0.1
"""How long a request waits for Redis."""
BACKGROUND_TIMEOUT_SECONDS = 1.0
"""How long background work waits for Redis."""
CIRCUIT_OPEN_SECONDS = 2.0
"""How long requests don't try Redis again after an error."""


class RedisUnavailable(Exception):
    """Redis is not configured, doesn't answer, or didn't within the last `CIRCUIT_OPEN_SECONDS`."""


@contextmanager
def request_client() -> Iterator[Redis]:
    """Yield a client for use by a request.

    Raises:
        RedisUnavailable: also in place of any error of Redis inside the context.
    """
    url = settings.REDIS_URL
    if time.monotonic() < _circuit_open_until.get(url, 0.0):
        raise RedisUnavailable
    try:
        with _client_for(REQUEST_TIMEOUT_SECONDS) as client:
            yield client
    except RedisUnavailable:
        # Only requests open the circuit. Background work can afford to find out again.
        _circuit_open_until[url] = time.monotonic() + CIRCUIT_OPEN_SECONDS
        raise


@contextmanager
def background_client() -> Iterator[Redis]:
    """Yield a client for work that no command or view waits for.

    Raises:
        RedisUnavailable: also in place of any error of Redis inside the context.
    """
    with _client_for(BACKGROUND_TIMEOUT_SECONDS) as client:
        yield client


def open_async_client() -> "AsyncRedis":
    """Open a client for background work in the running event loop; the caller closes it."""
    timeouts = _timeouts(BACKGROUND_TIMEOUT_SECONDS)
    return AsyncRedis.from_url(settings.REDIS_URL, retry=AsyncRetry(NoBackoff(), 0), **timeouts)


def run_script(script: str, keys: Sequence[str], arguments: Sequence[str | int]) -> Any:
    """Run a Lua script for a request and return its reply.

    Raises:
        RedisUnavailable
    """
    with request_client() as client:
        return _registered_script(client, script)(keys=keys, args=arguments)


def redis_fault() -> str | None:
    """Return what doesn't work of what the service needs: scripts with two keys that write; None if all does.

    An answer to PING says little: a cluster, a replica and a server that is full answer it too.
    """
    try:
        # Not `request_client`: while its circuit is open it doesn't try.
        _registered_script(_client(settings.REDIS_URL, BACKGROUND_TIMEOUT_SECONDS), _PROBE_SCRIPT)(keys=_PROBE_KEYS)
    except ResponseError as error:
        return f"degraded: {str(error)[:200]}"
    except (OSError, RedisError):
        return "unreachable"
    return None


def keyed_digest(identity: str) -> str:
    """Return a digest for use in Redis keys: without `SECRET_KEY` it can't be traced to an account or address."""
    # BLAKE2b accepts keys of at most 64 bytes.
    return blake2b(identity.encode(), key=settings.SECRET_KEY.encode()[:64], digest_size=16).hexdigest()


@contextmanager
def _client_for(timeout_seconds: float) -> Iterator[Redis]:
    if not settings.REDIS_URL:
        raise RedisUnavailable
    try:
        yield _client(settings.REDIS_URL, timeout_seconds)
    except (OSError, RedisError):
        raise RedisUnavailable from None


@cache
def _client(url: str, timeout_seconds: float) -> Redis:
    return Redis.from_url(url, retry=Retry(NoBackoff(), 0), **_timeouts(timeout_seconds))


def _timeouts(seconds: float) -> Any:
    # Without retries: redis-py would otherwise wait this long several times over.
    return {"socket_timeout": seconds, "socket_connect_timeout": seconds}


@cache
def _registered_script(client: Redis, text: str) -> Any:
    return client.register_script(text)


_PROBE_SCRIPT = "for _, key in ipairs(KEYS) do redis.call('SET', key, '1', 'EX', 60) end"
_PROBE_KEYS = ("dixit:readyz:a", "dixit:readyz:b")
"""Two keys that a cluster keeps apart."""

_circuit_open_until: dict[str, float] = {}
"""By URL, the monotonic time until which requests don't try Redis."""
