"""Passwords of private matches, with limits on how many wrong ones may be tried."""

from games.limits import RateLimit, acquire_all, release_all
from games.matches.match_access import is_correct_password
from games.metrics.registry import RATE_LIMITED_TOTAL
from games.protocol.throttling import rate_limit_headers, rate_limit_problem

PASSWORD_LIMIT = RateLimit(name="password", max_requests=10, window_seconds=600)
"""Wrong passwords for one match from one account."""
PASSWORD_HERE_LIMIT = RateLimit(name="password-here", max_requests=10, window_seconds=600, is_shared=True)
"""Wrong passwords for one match from one address: guests cost nothing, so an account's limit alone stops nobody."""
PASSWORD_ADDRESS_LIMIT = RateLimit(name="password-address", max_requests=100, window_seconds=600, is_shared=True)
"""Wrong passwords from one address for any matches, missing ones included. Each takes some 30 ms of a core."""


def is_admitted_by_password(match_id: str, password: str, *, account: str, address: str) -> bool:
    """Return whether this is the password of the match; only wrong ones count towards the limits.

    Call it before the lock of the match is taken.

    Raises:
        Problem: `too_many_requests`, whether or not the password is right.
        HashingOverloaded: too many passwords are waiting to be checked.
    """
    requested = [
        (PASSWORD_LIMIT, f"{match_id} {account}"),
        (PASSWORD_HERE_LIMIT, f"{match_id} {address}"),
        (PASSWORD_ADDRESS_LIMIT, address),
    ]
    # Counted first and given back afterwards: otherwise many guesses at the same moment would all be let through.
    results = acquire_all(requested)
    if exceeded := [result for result in results if not result.allowed]:
        longest = max(exceeded, key=lambda result: result.wait_seconds)
        RATE_LIMITED_TOTAL.labels(longest.limit.name).inc()
        raise rate_limit_problem(longest, rate_limit_headers(results))
    is_wrong = False
    try:
        is_wrong = not is_correct_password(match_id, password)
    finally:
        if not is_wrong:
            release_all(requested)
    return not is_wrong
