"""Clients that have logged in before, remembered in Redis for a while under keyed digests.

The login throttle exempts them from the limit that all addresses share for a name, so that strangers who guess
passwords can't lock the owner out.
"""

from contextlib import suppress

from games.redis_client import RedisUnavailable, keyed_digest, run_script

TRUSTED_CLIENT_KEY_PREFIX = "dixit:known:"
TRUST_SCRIPT = "return redis.call('SET', KEYS[1], '', 'EX', ARGV[1])"
IS_TRUSTED_SCRIPT = "return redis.call('EXISTS', KEYS[1])"


def trust_client(client: str, seconds: int) -> None:
    """Remember a client for this many seconds; does nothing while Redis is unavailable."""
    with suppress(RedisUnavailable):
        run_script(TRUST_SCRIPT, [TRUSTED_CLIENT_KEY_PREFIX + keyed_digest(client)], [seconds])


def is_trusted_client(client: str) -> bool:
    """Return whether a client is remembered; False while Redis is unavailable."""
    try:
        return bool(run_script(IS_TRUSTED_SCRIPT, [TRUSTED_CLIENT_KEY_PREFIX + keyed_digest(client)], []))
    except RedisUnavailable:
        return False
