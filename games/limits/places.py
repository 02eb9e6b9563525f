"""Places for connections that stay open: at most so many at a time, whichever process holds them.

A place lies in Redis and expires unless it is kept, so a process that dies gives all of its own back. Without Redis
nobody counts, and whoever holds a place then is counted as soon as Redis is back.
"""

import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TypeAlias

from django.conf import settings

from games.limits.line import Away, answered, digest

KEY = "dixit:place:"
LASTS = 30
"""Seconds that a place is held after somebody has last said so."""
EVERY = 10.0
"""Seconds between two times of saying so."""
AT_ONCE = 500

Crowd: TypeAlias = Literal["account", "address", "match"]

HOLD = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
for i, key in ipairs(KEYS) do
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
    if redis.call('ZCARD', key) >= tonumber(ARGV[2 + i]) then
        return i
    end
end
for i, key in ipairs(KEYS) do
    redis.call('ZADD', key, now + ARGV[1] * 1000, ARGV[2])
    redis.call('EXPIRE', key, ARGV[1])
end
return 0
"""
KEEP = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
for i, key in ipairs(KEYS) do
    redis.call('ZADD', key, now + ARGV[1] * 1000, ARGV[1 + i])
    redis.call('EXPIRE', key, ARGV[1])
end
"""
LEAVE = "for i, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[1]) end"


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """One place under a name of its own, in each of some crowds."""

    name: str
    keys: tuple[str, ...]


class Full(Exception):
    """There is no place in this crowd."""

    def __init__(self, crowd: Crowd) -> None:
        super().__init__(crowd)
        self.crowd = crowd


def hold(asked: Sequence[tuple[Crowd, str]]) -> Place:
    """A place in each of these crowds, or in none.

    Raises:
        Full
    """
    if not settings.RATE_LIMITS:
        return Place(name="", keys=())
    place = Place(name=secrets.token_hex(8), keys=tuple(f"{KEY}{crowd}:{digest(who)}" for crowd, who in asked))
    most = [settings.PLACES[crowd] for crowd, _ in asked]
    try:
        full = answered(HOLD, place.keys, [LASTS, place.name, *most])
    except Away:
        return place
    if full:
        raise Full(asked[full - 1][0])
    return place


def keep(places: Iterable[Place]) -> None:
    """Go on holding these places."""
    held = [(key, place.name) for place in places for key in place.keys]
    with suppress(Away):
        for start in range(0, len(held), AT_ONCE):
            some = held[start : start + AT_ONCE]
            answered(KEEP, [key for key, _ in some], [LASTS, *(name for _, name in some)])


def leave(place: Place) -> None:
    """Give a place back; where Redis is away it expires."""
    if place.keys:
        with suppress(Away):
            answered(LEAVE, place.keys, [place.name])
