"""Presence: who is connected, in keys of Redis that expire by themselves.

It is worth little: nothing is decided by it, nobody waits for it, and where Redis doesn't answer it just isn't known.
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

KEY = "dixit:here:"
LASTS = 5
"""Seconds that somebody is thought to be there after a hub has last said so; hubs say it every second."""
PATIENCE = 0.1
"""Seconds that a look at a match waits for Redis."""
PAUSE = 2.0
"""Seconds in which Redis isn't asked again when it hasn't answered."""


def connected(accounts: Collection[str]) -> Mapping[str, bool]:
    """Whether each of the accounts is connected; empty when that isn't known."""
    if not (accounts and settings.REDIS_URL) or time.monotonic() < _silent.get(settings.REDIS_URL, 0.0):
        return {}
    asked = list(accounts)
    try:
        found: Any = _line(settings.REDIS_URL).mget([KEY + account for account in asked])
    except (OSError, RedisError):
        _silent[settings.REDIS_URL] = time.monotonic() + PAUSE
        return {}
    return _told(asked, found)


async def called(line: "AsyncRedis", here: Collection[str], asked: Collection[str]) -> Mapping[str, bool]:
    """Say that these are here and ask for those, in one round trip.

    Raises:
        OSError, RedisError
    """
    trip = line.pipeline(transaction=False)
    for account in here:
        trip.set(KEY + account, "", ex=LASTS)
    names = list(asked)
    if names:
        trip.mget([KEY + account for account in names])
    answers = await trip.execute()
    return _told(names, answers[-1]) if names else {}


def line() -> "AsyncRedis":
    """A line for an event loop, to be closed by who asked for it."""
    timeouts: Any = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0, "retry": AsyncRetry(NoBackoff(), 0)}
    return AsyncRedis.from_url(settings.REDIS_URL, **timeouts)


def _told(accounts: Collection[str], found: Collection[Any]) -> Mapping[str, bool]:
    return {account: value is not None for account, value in zip(accounts, found, strict=True)}


@cache
def _line(url: str) -> Redis:
    timeouts: Any = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 0)}
    return Redis.from_url(url, **timeouts)


_silent: dict[str, float] = {}
"""Until when each Redis is left alone."""
