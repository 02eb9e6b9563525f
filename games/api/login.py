"""Showing a password: not too often, and nobody learns from the answer which names there are."""

from collections.abc import Sequence

from rest_framework.request import Request

from accounts import tokens
from accounts.models import User
from accounts.names import login_of
from games.api.budget import address
from games.limits import RateLimit, RateLimitResult, acquire_all, acquire_one
from games.limits.trusted_clients import is_trusted_client, trust_client
from games.metrics.registry import RATE_LIMITED_TOTAL
from games.protocol.identity_validation import validate_display_name
from games.protocol.problems import Problem
from games.protocol.throttling import rate_limit_headers, rate_limit_problem

HERE = RateLimit(name="login-here", max_requests=10, window_seconds=600)
"""Attempts at one name from one address: whoever guesses there is soon done, and nobody else is held up."""
ADDRESS = RateLimit(name="login-address", max_requests=100, window_seconds=600)
"""Attempts from one address, whatever the names: a school may stand behind it."""
NAME = RateLimit(name="login-name", max_requests=50, window_seconds=600)
"""Attempts at one name from addresses at which it has never logged in: many that guess together are stopped, and the
owner still gets in at home."""
KNOWN = 30 * 24 * 3600
"""Seconds for which an address is known to a name after a login."""


def proven(request: Request, name: str, password: str) -> User:
    """Who has an account of this name and this password.

    Raises:
        WrongPassword: there is none, for whatever reason.
        Problem: `too_many_requests`, or `unavailable` where nobody can count.
    """
    login, here = login_of(validate_display_name(name)), address(request)
    count_attempt(login, here)
    user = tokens.knowing(login, password)
    trust_client(_home(login, here), KNOWN)
    return user


def count_attempt(login: str, here: str) -> None:
    """Count an attempt at a name from an address, by whatever door.

    Raises:
        Problem: `too_many_requests`, or `unavailable` where nobody can count.
    """
    home = _home(login, here)
    _let_through(acquire_all([(HERE, home), (ADDRESS, here)]))
    if not is_trusted_client(home):
        _let_through([acquire_one(NAME, login)])


def _home(login: str, here: str) -> str:
    return f"{login}\n{here}"


def _let_through(told: Sequence[RateLimitResult]) -> None:
    if not all(taken.exact for taken in told):
        raise Problem("unavailable", "Nobody can log in while attempts can't be counted.", headers={"Retry-After": "2"})
    if refused := [taken for taken in told if not taken.allowed]:
        longest = max(refused, key=lambda taken: taken.wait_seconds)
        RATE_LIMITED_TOTAL.labels(longest.limit.name).inc()
        raise rate_limit_problem(longest, rate_limit_headers(told))
