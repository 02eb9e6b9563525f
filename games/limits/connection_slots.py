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

from games.limits.redis_client import RedisUnavailable, keyed_digest, run_script

SLOT_KEY_PREFIX = "dixit:place:"
SLOT_TTL_SECONDS = 30
"""Seconds that a place is held after somebody has last said so."""
SLOT_RENEWAL_INTERVAL_SECONDS = 10.0
"""Seconds between two times of saying so."""
MAX_SLOTS_PER_RENEWAL = 500

SlotScope: TypeAlias = Literal["account", "address", "match"]

RESERVE_SCRIPT = """
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
RENEW_SCRIPT = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
for i, key in ipairs(KEYS) do
    redis.call('ZADD', key, now + ARGV[1] * 1000, ARGV[1 + i])
    redis.call('EXPIRE', key, ARGV[1])
end
"""
RELEASE_SCRIPT = "for i, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[1]) end"


@dataclass(frozen=True, kw_only=True, slots=True)
class ConnectionSlot:
    """One place under a name of its own, in each of some crowds."""

    slot_id: str
    keys: tuple[str, ...]


class NoSlotAvailable(Exception):
    """There is no place in this crowd."""

    def __init__(self, scope: SlotScope) -> None:
        super().__init__(scope)
        self.scope = scope


def reserve_slot(requested: Sequence[tuple[SlotScope, str]]) -> ConnectionSlot:
    """A place in each of these crowds, or in none.

    Raises:
        Full
    """
    if not settings.RATE_LIMITS:
        return ConnectionSlot(slot_id="", keys=())
    slot = ConnectionSlot(
        slot_id=secrets.token_hex(8),
        keys=tuple(f"{SLOT_KEY_PREFIX}{crowd}:{keyed_digest(who)}" for crowd, who in requested),
    )
    slot_limits = [settings.PLACES[crowd] for crowd, _ in requested]
    try:
        full_index = run_script(RESERVE_SCRIPT, slot.keys, [SLOT_TTL_SECONDS, slot.slot_id, *slot_limits])
    except RedisUnavailable:
        return slot
    if full_index:
        raise NoSlotAvailable(requested[full_index - 1][0])
    return slot


def renew_slots(slots: Iterable[ConnectionSlot]) -> None:
    """Go on holding these places."""
    entries = [(key, place.slot_id) for place in slots for key in place.keys]
    with suppress(RedisUnavailable):
        for start in range(0, len(entries), MAX_SLOTS_PER_RENEWAL):
            batch = entries[start : start + MAX_SLOTS_PER_RENEWAL]
            run_script(RENEW_SCRIPT, [key for key, _ in batch], [SLOT_TTL_SECONDS, *(name for _, name in batch)])


def release_slot(slot: ConnectionSlot) -> None:
    """Give a place back; where Redis is away it expires."""
    if slot.keys:
        with suppress(RedisUnavailable):
            run_script(RELEASE_SCRIPT, slot.keys, [slot.slot_id])
