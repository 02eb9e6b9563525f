"""Sliding-window rate limits in Redis: one script, so that checking and counting are atomic and take one round trip.

Per limit and identity Redis holds a list of request times, newest first, of the last window only. So no window,
wherever it begins, holds more requests than the limit. The clock is that of Redis: those of the web servers need not
agree. A request is counted in all of its limits or in none, so a refused one costs nothing.

A process may ask for a block of several requests, of which it uses one now and the others within `LEASE_MS`. These are
entered with the latest time at which they may be used, and a list never gets a time that is earlier than its newest. So
every request is counted for at least a window after it was made, and the proof above holds for blocks, too.

The library `limits` does nearly the same, but handles one limit per call, uses the caller's clock, and needs a second
call for what remains.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.limits.rate_limit import RateLimit
from games.redis_client import run_script

LEASE_MS = 1000
"""How long after the call the further requests of a block may be used."""
SHARE_OF_REMAINING = 16
"""A block has at most this part of what remains: near the limit, blocks are of one request."""

ACQUIRE_SCRIPT = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local asked, lease, share, process = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
-- First the keys to which unused requests are given back, each with their time and number.
for i = asked + 1, #KEYS do
    local at = 4 + 4 * asked + 2 * (i - asked)
    redis.call('LREM', KEYS[i], ARGV[at], ARGV[at - 1])
end
local counts = {}
local all_allowed = true
for i = 1, asked do
    local max_requests, window, wanted = tonumber(ARGV[4 * i + 1]), tonumber(ARGV[4 * i + 2]), tonumber(ARGV[4 * i + 3])
    local oldest = redis.call('LINDEX', KEYS[i], -1)
    while oldest and tonumber(oldest) <= now - window do
        redis.call('RPOP', KEYS[i])
        oldest = redis.call('LINDEX', KEYS[i], -1)
    end
    counts[i] = redis.call('LLEN', KEYS[i])
    all_allowed = all_allowed and (wanted == 0 or counts[i] < max_requests)
end
local reply = {}
for i = 1, asked do
    local key = KEYS[i]
    local max_requests, window, wanted = tonumber(ARGV[4 * i + 1]), tonumber(ARGV[4 * i + 2]), tonumber(ARGV[4 * i + 3])
    local allowed = wanted == 0 or counts[i] < max_requests
    local stamp = 0
    if ARGV[4 * i + 4] == '1' then
        -- Only one process at a time has blocks of this key, so that what remains is known to it.
        local last_process = redis.call('GET', key .. ':by')
        redis.call('SET', key .. ':by', process, 'PX', lease)
        if last_process and last_process ~= process then wanted = math.min(wanted, 1) end
    end
    if all_allowed and wanted > 0 then
        wanted = math.min(wanted, math.max(math.floor((max_requests - counts[i]) / share), 1))
        local newest = math.max(tonumber(redis.call('LINDEX', key, 0) or 0), now)
        redis.call('LPUSH', key, string.format('%.0f', newest))
        if wanted > 1 then
            newest = math.max(newest, now + lease)
            for _ = 2, wanted do redis.call('LPUSH', key, string.format('%.0f', newest)) end
        end
        stamp = newest
        redis.call('PEXPIRE', key, newest + window - now)
        counts[i] = counts[i] + wanted
    else
        wanted = 0
    end
    -- The request that has to leave the window before more are allowed. A list can be longer than the limit if that
    -- was lowered.
    local blocking = redis.call('LINDEX', key, -math.max(counts[i] - max_requests + (allowed and 0 or 1), 1))
    reply[5 * i - 4] = allowed and 1 or 0
    reply[5 * i - 3] = math.max(max_requests - counts[i], 0)
    reply[5 * i - 2] = blocking and tonumber(blocking) + window - now or 0
    reply[5 * i - 1] = wanted
    reply[5 * i] = string.format('%.0f', stamp)
end
-- One string: redis-py parses many small integers slowly.
return table.concat(reply, ' ')
"""


RELEASE_SCRIPT = "for i, key in ipairs(KEYS) do redis.call('LPOP', key) end"
"""Takes the newest request from each list. It may be another one, a moment younger than the caller's."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many requests of a limit to acquire. 0 only asks what remains; of more, Redis may grant fewer."""

    limit: RateLimit
    key: str
    count: int


@dataclass(frozen=True, slots=True)
class Unused:
    """Requests of a block to give back; `stamp` is the time with which Redis has entered them."""

    key: str
    stamp: int
    count: int


@dataclass(frozen=True, slots=True)
class Granted:
    """Redis's answer for one limit. `remaining` doesn't include the granted ones."""

    allowed: bool
    remaining: int
    wait_seconds: float
    count: int
    stamp: int


def acquire_in_redis(wanted: Sequence[Wanted], unused: Sequence[Unused] = (), process: str = "") -> list[Granted]:
    """Give back the unused requests, then acquire from each of these limits, or from none unless all allow it.

    Raises:
        RedisUnavailable
    """
    arguments: list[str | int] = [len(wanted), LEASE_MS, SHARE_OF_REMAINING, process]
    for one in wanted:
        is_exclusive = one.limit.may_be_leased and not one.limit.is_shared
        arguments += [one.limit.max_requests, one.limit.window_seconds * 1000, one.count, int(is_exclusive)]
    for block in unused:
        arguments += [block.stamp, block.count]
    keys = [*(one.key for one in wanted), *(block.key for block in unused)]
    reply = [int(number) for number in run_script(ACQUIRE_SCRIPT, keys, arguments).split()]
    return [
        Granted(bool(allowed), remaining, wait_ms / 1000, count, stamp)
        for allowed, remaining, wait_ms, count, stamp in zip(*(reply[i::5] for i in range(5)), strict=True)
    ]


def release_in_redis(keys: Sequence[str]) -> None:
    """Give back one request to each of these limits.

    Raises:
        RedisUnavailable
    """
    run_script(RELEASE_SCRIPT, keys, [])
