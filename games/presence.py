"""Presence: which accounts are connected, as Redis keys that expire by themselves.

It is best effort. No decision depends on it, nothing waits long for it, and while Redis is unavailable it is unknown.
"""

import time
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from django.conf import settings
from redis import Redis, RedisError
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

PRESENCE_KEY_PREFIX = "dixit:here:"
PRESENCE_TTL_SECONDS = 5
"""How long an account counts as connected after its last announcement; hubs announce every second."""
SOCKET_TIMEOUT_SECONDS = 0.1
"""How long a match view waits for Redis."""
CIRCUIT_OPEN_SECONDS = 2.0
"""How long Redis isn't tried again after an error."""


def connected_by_account(accounts: Collection[str]) -> Mapping[str, bool]:
    """Return whether each account is connected; empty if that is unknown."""
    if not (accounts and settings.REDIS_URL) or time.monotonic() < _circuit_open_until.get(settings.REDIS_URL, 0.0):
        return {}
    account_list = list(accounts)
    try:
        found: Any = _redis_client(settings.REDIS_URL).mget([PRESENCE_KEY_PREFIX + account for account in account_list])
    except (OSError, RedisError):
        _circuit_open_until[settings.REDIS_URL] = time.monotonic() + CIRCUIT_OPEN_SECONDS
        return {}
    return _parse_presence(account_list, found)


async def announce_and_query(
    client: "AsyncRedis", online: Collection[str], queried: Collection[str]
) -> Mapping[str, bool]:
    """Announce accounts as connected and query others, in one round trip.

    Args:
        online: accounts that are connected to this process.
        queried: accounts to look up, connected to whichever process.

    Returns:
        Whether each of the queried accounts is connected.

    Raises:
        OSError, RedisError: Redis is unavailable.
    """
    pipeline = client.pipeline(transaction=False)
    for account in online:
        pipeline.set(PRESENCE_KEY_PREFIX + account, "", ex=PRESENCE_TTL_SECONDS)
    queried_list = list(queried)
    if queried_list:
        pipeline.mget([PRESENCE_KEY_PREFIX + account for account in queried_list])
    replies = await pipeline.execute()
    return _parse_presence(queried_list, replies[-1]) if queried_list else {}


def open_async_client() -> "AsyncRedis":
    """Open a Redis client for the running event loop; the caller closes it."""
    timeouts: Any = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0, "retry": AsyncRetry(NoBackoff(), 0)}
    return AsyncRedis.from_url(settings.REDIS_URL, **timeouts)


def _parse_presence(accounts: Collection[str], values: Collection[Any]) -> Mapping[str, bool]:
    return {account: value is not None for account, value in zip(accounts, values, strict=True)}


@cache
def _redis_client(url: str) -> Redis:
    timeouts: Any = {
        "socket_timeout": SOCKET_TIMEOUT_SECONDS,
        "socket_connect_timeout": SOCKET_TIMEOUT_SECONDS,
        "retry": Retry(NoBackoff(), 0),
    }
    return Redis.from_url(url, **timeouts)


_circuit_open_until: dict[str, float] = {}
"""By URL, the monotonic time until which Redis isn't tried."""
