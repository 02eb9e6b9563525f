"""Each request is counted as soon as it is known whose it is, in the thread in which that was found out."""

from django.http import HttpRequest

from games.limits.client_address import resolve_client_address
from games.limits.policies import RequestKind
from games.protocol.throttling import enforce_rate_limits, rate_limit_headers

KEPT = "dixit.limits"
"""Where a request keeps what its answer will tell of limits."""
KINDS: dict[str | None, RequestKind] = {
    "match:play": "play",
    "match:create": "open",
    "match:read": "read",
    "history:read": "read",
}


def count(request: HttpRequest, scope: str | None, account: str | None, match: str | None = None) -> None:
    """Count a request of this account, or of its address where the account isn't known.

    Raises:
        Problem: it is one too many.
    """
    kind = KINDS.get(scope) or ("read" if request.method in ("GET", "HEAD", "OPTIONS") else "identity")
    told = enforce_rate_limits(kind, account=account, address=address(request), match=match)
    request.META[KEPT] = rate_limit_headers(told)


def address(request: HttpRequest) -> str:
    """Where the request comes from."""
    return resolve_client_address(request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For"))
