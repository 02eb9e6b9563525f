"""Security and CORS headers, which every response has."""

from collections.abc import Callable, Mapping
from inspect import iscoroutinefunction
from typing import Any, TypeAlias
from wsgiref.headers import Headers

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

from games.api.throttle import RATE_LIMIT_HEADERS_META_KEY

GetResponse: TypeAlias = Callable[[HttpRequest], Any]

SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}
# The API ignores cookies, so a foreign page can't act for a user who is logged in; pages of any origin may call it.
CORS_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": (
        "Allow, Content-Disposition, ETag, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate"
    ),
}
SAME_ORIGIN_PATH_PREFIXES = ("/admin/", "/metrics")
"""Paths that pages of other origins must not read: the staff pages use a session cookie, and metrics trust loopback."""
PREFLIGHT_HEADERS = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, Accept",
    "Access-Control-Max-Age": "86400",
}
# Our own pages load and call this server only, and can't be framed.
PAGE_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none';"
    " base-uri 'none'; frame-ancestors 'none'"
)
# The theme of the documentation uses inline scripts and styles. They are our own, and can reach this server only.
DOCS_SITE_CSP = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none';"
    " frame-ancestors 'none'"
)


@sync_and_async_middleware
def security_headers_middleware(get_response: GetResponse) -> GetResponse:
    """Answer CORS preflight requests and add the common headers to every response."""
    if iscoroutinefunction(get_response):

        async def async_middleware(request: HttpRequest) -> HttpResponse:
            return _add_headers(request, _preflight_response(request) or await get_response(request))

        return async_middleware

    def middleware(request: HttpRequest) -> HttpResponse:
        return _add_headers(request, _preflight_response(request) or get_response(request))

    return middleware


def _preflight_response(request: HttpRequest) -> HttpResponse | None:
    is_preflight = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    if not is_preflight or request.path.startswith(SAME_ORIGIN_PATH_PREFIXES):
        return None
    return HttpResponse(status=204, headers=PREFLIGHT_HEADERS)


def _add_headers(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    cors_headers = {} if request.path.startswith(SAME_ORIGIN_PATH_PREFIXES) else CORS_HEADERS
    return _set_defaults(
        response, {**SECURITY_HEADERS, **cors_headers, **request.META.get(RATE_LIMIT_HEADERS_META_KEY, {})}
    )


def add_common_headers(response: HttpResponse, rate_limit_headers: Mapping[str, str]) -> HttpResponse:
    """Add the headers of every answer of the API, for answers that don't pass through the middleware."""
    return _set_defaults(response, {**SECURITY_HEADERS, **CORS_HEADERS, **rate_limit_headers})


def _set_defaults(response: HttpResponse, headers: Mapping[str, str]) -> HttpResponse:
    for name, value in headers.items():
        # A view that has set a header itself knows better.
        response.headers.setdefault(name, value)
    return response


def add_file_headers(headers: Headers, path: str, url: str) -> None:
    """Add the headers of static files, which don't pass through Django's middleware.

    Browsers revalidate pages on each load, so that they show a new version after an upgrade.
    """
    for name, value in {**SECURITY_HEADERS, **CORS_HEADERS}.items():
        headers[name] = value
    # The files of Swagger UI and the admin get no policy here: it is set by the pages that load them.
    for prefix, policy in (("/play/", PAGE_CSP), ("/docs/", DOCS_SITE_CSP)):
        if url.startswith(prefix):
            headers["Content-Security-Policy"] = policy
            headers["Cache-Control"] = "no-cache"
