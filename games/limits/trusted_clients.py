"""Who was let in before: remembered in Redis for a while, under keys that tell nobody who that was."""

from contextlib import suppress

from games.limits.redis_client import RedisUnavailable, keyed_digest, run_script

TRUSTED_CLIENT_KEY_PREFIX = "dixit:known:"
TRUST_SCRIPT = "return redis.call('SET', KEYS[1], '', 'EX', ARGV[1])"
IS_TRUSTED_SCRIPT = "return redis.call('EXISTS', KEYS[1])"


def trust_client(client: str, seconds: int) -> None:
    """Know this one for so long from now on; where Redis is away they are simply not known."""
    with suppress(RedisUnavailable):
        run_script(TRUST_SCRIPT, [TRUSTED_CLIENT_KEY_PREFIX + keyed_digest(client)], [seconds])


def is_trusted_client(client: str) -> bool:
    """Whether this one is remembered."""
    try:
        return bool(run_script(IS_TRUSTED_SCRIPT, [TRUSTED_CLIENT_KEY_PREFIX + keyed_digest(client)], []))
    except RedisUnavailable:
        return False
