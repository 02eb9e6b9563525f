"""Hints in Redis of who was there lately, by which lists leave out lobbies that everybody seated has left.

An account was there if it had an open connection, or sent an authenticated request naming the match. Where this can't
be known, because Redis is unavailable or hasn't been watching for long enough, nobody counts as absent.
"""

import time
from collections.abc import Collection, Mapping
from threading import Lock

from games.redis_client import RedisUnavailable, keyed_digest, request_client, run_script

ABSENCE_SECONDS = 120
"""How long after an account's last sign a lobby counts it as there."""
REFRESH_SECONDS = 20
"""How long this process doesn't repeat a hint: most requests cost nothing."""
MAX_REMEMBERED_HINTS = 10_000
"""Hints held in memory; the oldest are dropped first, and are then only repeated earlier."""
KEY_PREFIX = "dixit:lately:"
WATCHED_SINCE_KEY = "dixit:lately-since"

_LATELY_SCRIPT = """
local now = tonumber(redis.call('TIME')[1])
redis.call('SET', KEYS[1], now, 'NX')
local watched = now - tonumber(redis.call('GET', KEYS[1]))
local uptime = tonumber(string.match(redis.call('INFO', 'server'), 'uptime_in_seconds:(%d+)'))
if math.min(watched, uptime) < tonumber(ARGV[1]) then return false end
local found = {}
for number = 2, #KEYS do found[number - 1] = redis.call('EXISTS', KEYS[number]) end
return found
"""
"""Returns which keys exist, or nil if keys may be missing that should be there.

After a restart Redis may be empty, or have keys that expired while it was down. After a flush it has no time since
which it has been watching, and sets it.
"""


def connection_key(account: str) -> str:
    """Return the key that exists while the account has, or lately had, an open connection."""
    return f"{KEY_PREFIX}{keyed_digest(account)}"


def key_lifetime_seconds() -> int:
    """Return how long a hint lasts: longer than an absence, because requests refresh it only now and then."""
    return ABSENCE_SECONDS + REFRESH_SECONDS


def note_request(account: str, match_id: str) -> None:
    """Note that an account has sent a request naming a match."""
    if is_noted(account, match_id):
        return
    now = time.monotonic()
    try:
        with request_client() as client:
            client.set(_request_key(match_id, account), "", ex=key_lifetime_seconds())
    except RedisUnavailable:
        note_outage()
        return
    with _noted_at_lock:
        # Newest last, so that the first one is the oldest.
        _noted_at.pop((account, match_id), None)
        _noted_at[account, match_id] = now
        if len(_noted_at) > MAX_REMEMBERED_HINTS:
            del _noted_at[next(iter(_noted_at))]


def is_noted(account: str, match_id: str) -> bool:
    """Return whether this process has just noted such a request, so that `note_request` has nothing to do.

    It needs no I/O and never waits.
    """
    noted_at = _noted_at.get((account, match_id))
    return noted_at is not None and time.monotonic() - noted_at < REFRESH_SECONDS


def note_outage() -> None:
    """Note that this process may have missed hints just now."""
    global _outage_at  # noqa: PLW0603  (one time for the process)
    _outage_at = time.monotonic()


def find_deserted(accounts_by_match: Mapping[str, Collection[str]]) -> frozenset[str]:
    """Return the matches of which none of these accounts, those of its people, was there lately; empty if unknown."""
    keys_by_match = {
        match_id: [key for account in accounts for key in (connection_key(account), _request_key(match_id, account))]
        for match_id, accounts in accounts_by_match.items()
        if accounts
    }
    keys = [key for match_keys in keys_by_match.values() for key in match_keys]
    if not keys or time.monotonic() - _outage_at < key_lifetime_seconds():
        return frozenset()
    try:
        found = run_script(_LATELY_SCRIPT, [WATCHED_SINCE_KEY, *keys], [key_lifetime_seconds()])
    except RedisUnavailable:
        note_outage()
        return frozenset()
    if found is None:
        return frozenset()
    present_keys = {key for key, exists in zip(keys, found, strict=True) if exists}
    return frozenset(match_id for match_id, match_keys in keys_by_match.items() if present_keys.isdisjoint(match_keys))


def _request_key(match_id: str, account: str) -> str:
    return f"{KEY_PREFIX}{keyed_digest(f'{match_id} {account}')}"


_noted_at: dict[tuple[str, str], float] = {}
"""By account and match, the monotonic time at which this process last set the key."""
_noted_at_lock = Lock()
_outage_at = float("-inf")
"""The monotonic time at which Redis was last unavailable to this process."""
