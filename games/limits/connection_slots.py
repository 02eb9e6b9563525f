"""Connection slots: limits on concurrently open connections, counted across all processes.

A slot is an entry in Redis that expires unless it is renewed, so the slots of a crashed process free themselves. While
Redis is unavailable the limits are off; connections opened meanwhile are counted from their next renewal on.
"""

import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TypeAlias

from django.conf import settings

from games.limits.limit_factor import scale_limit
from games.redis_client import RedisUnavailable, keyed_digest, run_script

SlotScope: TypeAlias = Literal["account", "address", "answer", "match"]
"""What open connections are counted by; a match counts its spectators only.

`answer` counts the long answers that are being sent to an address.
"""

MAX_CONNECTIONS_BY_SCOPE: dict[SlotScope, int] = {"account": 20, "address": 200, "answer": 10, "match": 300}
"""Sockets and streams open at once. The setting `RATE_LIMITS` multiplies them."""
SLOT_KEY_PREFIX = "dixit:place:"
SLOT_TTL_SECONDS = 30
"""How long a slot is held without a renewal."""
SLOT_RENEWAL_INTERVAL_SECONDS = 10.0
"""Interval of renewals; short enough that one or two may fail."""
MAX_SLOTS_PER_RENEWAL = 500
"""Entries renewed by one script call; Redis serves no other client while a script runs."""

# Each key is a sorted set of slot IDs, scored by their expiry in milliseconds. The clock is that of Redis: those of the
# web servers need not agree. RESERVE_SCRIPT returns the 1-based index of the first full key, or 0.
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
    """One connection's entry in each of some scopes. No keys: limits are turned off."""

    slot_id: str
    keys: tuple[str, ...]


class NoSlotAvailable(Exception):
    """All slots of this scope are taken."""

    def __init__(self, scope: SlotScope) -> None:
        super().__init__(scope)
        self.scope = scope


def reserve_slot(requested: Sequence[tuple[SlotScope, str]]) -> ConnectionSlot:
    """Reserve a slot in each of these scopes, or in none.

    The caller has to renew and release it.

    Args:
        requested: scopes, each with the account, address or match that is counted.

    Raises:
        NoSlotAvailable: one of them is full.
    """
    if not settings.RATE_LIMITS:
        return ConnectionSlot(slot_id="", keys=())
    slot = ConnectionSlot(
        slot_id=secrets.token_hex(8),
        keys=tuple(f"{SLOT_KEY_PREFIX}{scope}:{keyed_digest(identity)}" for scope, identity in requested),
    )
    slot_limits = [scale_limit(MAX_CONNECTIONS_BY_SCOPE[scope]) for scope, _ in requested]
    try:
        full_index = run_script(RESERVE_SCRIPT, slot.keys, [SLOT_TTL_SECONDS, slot.slot_id, *slot_limits])
    except RedisUnavailable:
        # Not in Redis yet; `renew_slots` adds it once Redis is back, even beyond the limit.
        return slot
    if full_index:
        raise NoSlotAvailable(requested[full_index - 1][0])
    return slot


def renew_slots(slots: Iterable[ConnectionSlot]) -> None:
    """Extend the slots by `SLOT_TTL_SECONDS`; does nothing while Redis is unavailable."""
    entries = [(key, slot.slot_id) for slot in slots for key in slot.keys]
    with suppress(RedisUnavailable):
        for start in range(0, len(entries), MAX_SLOTS_PER_RENEWAL):
            batch = entries[start : start + MAX_SLOTS_PER_RENEWAL]
            run_script(RENEW_SCRIPT, [key for key, _ in batch], [SLOT_TTL_SECONDS, *(slot_id for _, slot_id in batch)])


def release_slot(slot: ConnectionSlot) -> None:
    """Free a slot; while Redis is unavailable it just expires."""
    if slot.keys:
        with suppress(RedisUnavailable):
            run_script(RELEASE_SCRIPT, slot.keys, [slot.slot_id])
