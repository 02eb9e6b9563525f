"""Charging requests to their rate limits as soon as their user is known, in the same thread."""

from django.http import HttpRequest

from games.limits.client_address import resolve_client_address
from games.limits.policies import RequestKind
from games.lobby_presence import note_request
from games.protocol.throttling import enforce_rate_limits, rate_limit_headers

RATE_LIMIT_HEADERS_META_KEY = "dixit.limits"
"""The key in `request.META` of the rate-limit headers; the middleware adds them to the response."""
POLICY_BY_SCOPE: dict[str | None, RequestKind] = {
    "match:play": "play",
    "match:create": "open",
    "match:read": "read",
    "history:read": "read",
}


def charge(request: HttpRequest, scope: str | None, account: str | None, match: str | None = None) -> None:
    """Charge a request to the limits of its account, or of its address if the account isn't known.

    Args:
        scope: the scope that the request needs, which decides what kind of request it is.
        match: the match of a command, whose shared limit is charged as well.

    Raises:
        Problem: `too_many_requests`.
    """
    # Writes without a policy of their own create or change guests, accounts and tokens.
    policy = POLICY_BY_SCOPE.get(scope) or ("read" if request.method in ("GET", "HEAD", "OPTIONS") else "identity")
    results = enforce_rate_limits(policy, account=account, address=client_address(request), match=match)
    request.META[RATE_LIMIT_HEADERS_META_KEY] = rate_limit_headers(results)
    named_match = request.resolver_match.kwargs.get("match_id") if request.resolver_match else None
    if account is not None and named_match is not None:
        note_request(account, named_match)


def client_address(request: HttpRequest) -> str:
    """Return the client's IP address, as far as trusted proxies report it."""
    return resolve_client_address(request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For"))
