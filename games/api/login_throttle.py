"""Password logins with rate limits; the responses don't reveal which names exist."""

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

LOGIN_NAME_AND_ADDRESS_LIMIT = RateLimit(name="login-here", max_requests=10, window_seconds=600, is_shared=True)
"""Attempts at one name from one address. Stops guessing there and locks out nobody else."""
LOGIN_ADDRESS_LIMIT = RateLimit(name="login-address", max_requests=100, window_seconds=600, is_shared=True)
"""Attempts from one address at any names. Generous, because a whole school may share an address."""
LOGIN_NAME_LIMIT = RateLimit(name="login-name", max_requests=50, window_seconds=600, is_shared=True)
"""Attempts at one name from all addresses without a recent login to it.

Stops guessing from many addresses at once, while the owner can still log in from their usual address.
"""
KNOWN_CLIENT_TTL_SECONDS = 30 * 24 * 3600
"""Seconds for which an address counts as known to a name after a login."""


def authenticate_password(request: Request, name: str, password: str) -> User:
    """Count a login attempt and return the user with this name and password.

    Raises:
        WrongPassword: there is none, for whatever reason.
        Problem: `too_many_requests`, or `unavailable` while attempts can't be counted.
    """
    login, ip_address = normalize_login(validate_display_name(name)), client_address(request)
    charge_login_attempt(login, ip_address)
    user = tokens.authenticate(login, password)
    trust_client(_client_key(login, ip_address), KNOWN_CLIENT_TTL_SECONDS)
    return user


def charge_login_attempt(login: str, ip_address: str) -> None:
    """Count an attempt at a normalized login name from an address, through the API or the staff pages.

    Raises:
        Problem: `too_many_requests`, or `unavailable` while attempts can't be counted.
    """
    client_key = _client_key(login, ip_address)
    _raise_if_limited(acquire_all([(LOGIN_NAME_AND_ADDRESS_LIMIT, client_key), (LOGIN_ADDRESS_LIMIT, ip_address)]))
    # Last, because strangers who guess this name can exhaust this limit. An address with a recent login isn't counted
    # in it.
    if not is_trusted_client(client_key):
        _raise_if_limited([acquire_one(LOGIN_NAME_LIMIT, login)])


def _client_key(login: str, ip_address: str) -> str:
    # Normalized names contain no line breaks, so different pairs have different keys.
    return f"{login}\n{ip_address}"


def _raise_if_limited(results: Sequence[RateLimitResult]) -> None:
    # Without Redis each process would count for itself, and a guesser would get the limit once for every process.
    if not all(result.exact for result in results):
        raise Problem("unavailable", "Login is unavailable at the moment.", retry_after=2)
    if exceeded := [result for result in results if not result.allowed]:
        longest = max(exceeded, key=lambda result: result.wait_seconds)
        RATE_LIMITED_TOTAL.labels(longest.limit.name).inc()
        raise rate_limit_problem(longest, rate_limit_headers(results))
