"""Sliding-window rate limits in Redis: one script, so that checking and counting are atomic and take one round trip.

Per limit and identity Redis holds a list of request times, newest first, of the last window only. So no window,
wherever it begins, holds more requests than the limit. The clock is that of Redis: those of the web servers need not
agree. A request is counted in all of its limits or in none, so a refused one costs nothing.

The library `limits` does nearly the same, but handles one limit per call, uses the caller's clock, and needs a second
call for what remains.
"""

from collections.abc import Sequence

from games.limits.rate_limit import RateLimit, RateLimitResult
from games.redis_client import run_script

ACQUIRE_SCRIPT = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local counts = {}
local all_allowed = true
for i, key in ipairs(KEYS) do
    local max_requests, window = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
    local oldest = redis.call('LINDEX', key, -1)
    while oldest and tonumber(oldest) <= now - window do
        redis.call('RPOP', key)
        oldest = redis.call('LINDEX', key, -1)
    end
    counts[i] = redis.call('LLEN', key)
    all_allowed = all_allowed and counts[i] < max_requests
end
local reply = {}
for i, key in ipairs(KEYS) do
    local max_requests, window = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
    local allowed = counts[i] < max_requests
    if all_allowed then
        redis.call('LPUSH', key, string.format('%.0f', now))
        redis.call('PEXPIRE', key, window)
        counts[i] = counts[i] + 1
    end
    -- The request that has to leave the window before more are allowed. A list can be longer than the limit if that
    -- was lowered.
    local blocking = redis.call('LINDEX', key, -math.max(counts[i] - max_requests + (allowed and 0 or 1), 1))
    reply[3 * i - 2] = allowed and 1 or 0
    reply[3 * i - 1] = math.max(max_requests - counts[i], 0)
    reply[3 * i] = blocking and tonumber(blocking) + window - now or 0
end
-- One string: redis-py parses many small integers slowly.
return table.concat(reply, ' ')
"""


RELEASE_SCRIPT = "for i, key in ipairs(KEYS) do redis.call('LPOP', key) end"
"""Takes the newest request from each list. It may be another one, a moment younger than the caller's."""


def release_in_redis(keys: Sequence[str]) -> None:
    """Give back one request to each of these limits.

    Raises:
        RedisUnavailable
    """
    run_script(RELEASE_SCRIPT, keys, [])


def acquire_in_redis(requested: Sequence[tuple[RateLimit, str]]) -> tuple[RateLimitResult, ...]:
    """Acquire one request from each of these limits, given with their Redis keys, or from none.

    Raises:
        RedisUnavailable
    """
    script_arguments = [
        number for limit, _ in requested for number in (limit.max_requests, limit.window_seconds * 1000)
    ]
    reply = [
        int(number) for number in run_script(ACQUIRE_SCRIPT, [key for _, key in requested], script_arguments).split()
    ]
    return tuple(
        RateLimitResult(limit=limit, allowed=bool(allowed), remaining=remaining, wait_seconds=wait_ms / 1000)
        for (limit, _), allowed, remaining, wait_ms in zip(requested, reply[::3], reply[1::3], reply[2::3], strict=True)
    )
