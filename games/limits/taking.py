"""Taking from limits: exactly where Redis answers, by this process's own cap where it doesn't."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from django.conf import settings

from games.limits.counting import counted
from games.limits.limit import Limit, Taken
from games.limits.line import Away, digest
from games.limits.local import LocalCap

KEY = "dixit:limit:"


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
    try:
        return counted(named)
    except Away:
        return _here.take(named)


def key_of(limit: Limit, who: str) -> str:
    """Where it is counted."""
    return f"{KEY}{limit.name}:{digest(who)}"


def _scaled(limit: Limit) -> Limit:
    factor: float = settings.RATE_LIMITS
    return limit if factor == 1 else replace(limit, most=ceil(limit.most * factor))


_here = LocalCap()
