"""Who was let in before: remembered in Redis for a while, under keys that tell nobody who that was."""

from contextlib import suppress

from games.limits.line import Away, answered, digest

KEY = "dixit:known:"
REMEMBER = "return redis.call('SET', KEYS[1], '', 'EX', ARGV[1])"
KNOWN = "return redis.call('EXISTS', KEYS[1])"


def remember(who: str, seconds: int) -> None:
    """Know this one for so long from now on; where Redis is away they are simply not known."""
    with suppress(Away):
        answered(REMEMBER, [KEY + digest(who)], [seconds])


def known(who: str) -> bool:
    """Whether this one is remembered."""
    try:
        return bool(answered(KNOWN, [KEY + digest(who)], []))
    except Away:
        return False
