"""Who was let in before: remembered in Redis for a while, under keys that tell nobody who that was."""

from functools import cache
from hashlib import blake2b
from typing import Any

from django.conf import settings
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.limits.counting import PATIENCE

KEY = "dixit:known:"


def remember(who: str, seconds: int) -> None:
    """Know this one for so long from now on; where Redis is away they are simply not known."""
    try:
        _line(settings.REDIS_URL).set(_key(who), "", ex=seconds)
    except (OSError, RedisError):
        return


def known(who: str) -> bool:
    """Whether this one is remembered."""
    try:
        return bool(_line(settings.REDIS_URL).exists(_key(who)))
    except (OSError, RedisError):
        return False


def _key(who: str) -> str:
    return KEY + blake2b(who.encode(), key=settings.SECRET_KEY.encode()[:64], digest_size=16).hexdigest()


@cache
def _line(url: str) -> Redis:
    timeouts: Any = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "retry": Retry(NoBackoff(), 0)}
    return Redis.from_url(url, **timeouts)
