"""Each request is counted as soon as it is known whose it is, in the thread in which that was found out."""

from django.http import HttpRequest

from games.limits.client_address import resolve_client_address
from games.limits.policies import RequestKind
from games.protocol.throttling import enforce_rate_limits, rate_limit_headers

RATE_LIMIT_HEADERS_META_KEY = "dixit.limits"
"""Where a request keeps what its answer will tell of limits."""
POLICY_BY_SCOPE: dict[str | None, RequestKind] = {
    "match:play": "play",
    "match:create": "open",
    "match:read": "read",
    "history:read": "read",
}


def charge(request: HttpRequest, scope: str | None, account: str | None, match: str | None = None) -> None:
    """Count a request of this account, or of its address where the account isn't known.

    Raises:
        Problem: it is one too many.
    """
    policy = POLICY_BY_SCOPE.get(scope) or ("read" if request.method in ("GET", "HEAD", "OPTIONS") else "identity")
    results = enforce_rate_limits(policy, account=account, address=client_address(request), match=match)
    request.META[RATE_LIMIT_HEADERS_META_KEY] = rate_limit_headers(results)


def client_address(request: HttpRequest) -> str:
    """Where the request comes from."""
    return resolve_client_address(request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For"))
