"""Showing a password: not too often, and nobody learns from the answer which names there are."""

from collections.abc import Sequence

from rest_framework.request import Request

from accounts import tokens
from accounts.models import User
from accounts.names import normalize_login
from games.api.throttle import client_address
from games.limits import RateLimit, RateLimitResult, acquire_all, acquire_one
from games.limits.trusted_clients import is_trusted_client, trust_client
from games.metrics.registry import RATE_LIMITED_TOTAL
from games.protocol.identity_validation import validate_display_name
from games.protocol.problems import Problem
from games.protocol.throttling import rate_limit_headers, rate_limit_problem

LOGIN_NAME_AND_ADDRESS_LIMIT = RateLimit(name="login-here", max_requests=10, window_seconds=600)
"""Attempts at one name from one address: whoever guesses there is soon done, and nobody else is held up."""
LOGIN_ADDRESS_LIMIT = RateLimit(name="login-address", max_requests=100, window_seconds=600)
"""Attempts from one address, whatever the names: a school may stand behind it."""
LOGIN_NAME_LIMIT = RateLimit(name="login-name", max_requests=50, window_seconds=600)
"""Attempts at one name from addresses at which it has never logged in: many that guess together are stopped, and the
owner still gets in at home."""
KNOWN_CLIENT_TTL_SECONDS = 30 * 24 * 3600
"""Seconds for which an address is known to a name after a login."""


def authenticate_password(request: Request, name: str, password: str) -> User:
    """Who has an account of this name and this password.

    Raises:
        WrongPassword: there is none, for whatever reason.
        Problem: `too_many_requests`, or `unavailable` where nobody can count.
    """
    login, ip_address = normalize_login(validate_display_name(name)), client_address(request)
    charge_login_attempt(login, ip_address)
    user = tokens.authenticate(login, password)
    trust_client(_client_key(login, ip_address), KNOWN_CLIENT_TTL_SECONDS)
    return user


def charge_login_attempt(login: str, ip_address: str) -> None:
    """Count an attempt at a name from an address, by whatever door.

    Raises:
        Problem: `too_many_requests`, or `unavailable` where nobody can count.
    """
    client_key = _client_key(login, ip_address)
    _raise_if_limited(acquire_all([(LOGIN_NAME_AND_ADDRESS_LIMIT, client_key), (LOGIN_ADDRESS_LIMIT, ip_address)]))
    if not is_trusted_client(client_key):
        _raise_if_limited([acquire_one(LOGIN_NAME_LIMIT, login)])


def _client_key(login: str, ip_address: str) -> str:
    return f"{login}\n{ip_address}"


def _raise_if_limited(results: Sequence[RateLimitResult]) -> None:
    if not all(taken.exact for taken in results):
        raise Problem("unavailable", "Nobody can log in while attempts can't be counted.", headers={"Retry-After": "2"})
    if exceeded := [taken for taken in results if not taken.allowed]:
        longest = max(exceeded, key=lambda taken: taken.wait_seconds)
        RATE_LIMITED_TOTAL.labels(longest.limit.name).inc()
        raise rate_limit_problem(longest, rate_limit_headers(results))
