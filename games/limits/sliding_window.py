"""Counting in Redis: one script, so that nobody comes between looking and taking, and one round trip.

A limit of somebody is a list of moments, the newest first, and nothing older than its stretch stays in it: so no
stretch ever holds more than the limit, wherever it begins. The clock is Redis's own: those of the machines need not
agree. What is asked for at once is taken from every limit or from none, and a refusal costs nothing.

The library `limits` does nearly this, but one limit a call, by the clock of who asks, and what is left by a second one.
"""

from collections.abc import Sequence

from games.limits.rate_limit import RateLimit, RateLimitResult
from games.limits.redis_client import run_script

ACQUIRE_SCRIPT = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local counts = {}
local free = true
for i, key in ipairs(KEYS) do
    local most, stretch = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
    local oldest = redis.call('LINDEX', key, -1)
    while oldest and tonumber(oldest) <= now - stretch do
        redis.call('RPOP', key)
        oldest = redis.call('LINDEX', key, -1)
    end
    counts[i] = redis.call('LLEN', key)
    free = free and counts[i] < most
end
local told = {}
for i, key in ipairs(KEYS) do
    local most, stretch = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
    local passed = counts[i] < most
    if free then
        redis.call('LPUSH', key, string.format('%.0f', now))
        redis.call('PEXPIRE', key, stretch)
        counts[i] = counts[i] + 1
    end
    local leaves = redis.call('LINDEX', key, -math.max(counts[i] - most + (passed and 0 or 1), 1))
    told[3 * i - 2] = passed and 1 or 0
    told[3 * i - 1] = math.max(most - counts[i], 0)
    told[3 * i] = leaves and tonumber(leaves) + stretch - now or 0
end
-- One text: many small numbers are dear to read at the other end.
return table.concat(told, ' ')
"""


def acquire_in_redis(requested: Sequence[tuple[RateLimit, str]]) -> tuple[RateLimitResult, ...]:
    """Take one of each of these limits, named by their keys.

    Raises:
        Away
    """
    script_arguments = [
        number for limit, _ in requested for number in (limit.max_requests, limit.window_seconds * 1000)
    ]
    reply = [
        int(number) for number in run_script(ACQUIRE_SCRIPT, [key for _, key in requested], script_arguments).split()
    ]
    return tuple(
        RateLimitResult(limit=limit, allowed=bool(passed), remaining=left, wait_seconds=wait / 1000)
        for (limit, _), passed, left, wait in zip(requested, reply[::3], reply[1::3], reply[2::3], strict=True)
    )
