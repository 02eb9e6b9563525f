"""Headers that every answer carries."""

from collections.abc import Callable
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
# The API honours no cookie, so any page may call it.
CORS_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Content-Disposition, ETag, Retry-After, RateLimit, RateLimit-Policy",
}
ADMIN_PATH_PREFIX = "/admin/"
"""Where the staff's pages are, which do honour one: they are for no other page to call."""
PREFLIGHT_HEADERS = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, Accept",
    "Access-Control-Max-Age": "86400",
}
# Pages of ours run and show what this server gives away, talk to nobody else, and stand in nobody's frame.
PAGE_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none';"
    " base-uri 'none'; frame-ancestors 'none'"
)
# The documentation's theme has scripts and styles in its pages; they are ours, and reach nothing but this server.
DOCS_SITE_CSP = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none';"
    " frame-ancestors 'none'"
)


@sync_and_async_middleware
def security_headers_middleware(get_response: GetResponse) -> GetResponse:
    """Let browsers of any origin in, and answer their preflight questions."""
    if iscoroutinefunction(get_response):

        async def async_middleware(request: HttpRequest) -> HttpResponse:
            return _add_headers(request, _preflight_response(request) or await get_response(request))

        return async_middleware

    def middleware(request: HttpRequest) -> HttpResponse:
        return _add_headers(request, _preflight_response(request) or get_response(request))

    return middleware


def _preflight_response(request: HttpRequest) -> HttpResponse | None:
    is_preflight = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    if not is_preflight or request.path.startswith(ADMIN_PATH_PREFIX):
        return None
    return HttpResponse(status=204, headers=PREFLIGHT_HEADERS)


def _add_headers(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    cors_headers = {} if request.path.startswith(ADMIN_PATH_PREFIX) else CORS_HEADERS
    for name, value in {
        **SECURITY_HEADERS,
        **cors_headers,
        **request.META.get(RATE_LIMIT_HEADERS_META_KEY, {}),
    }.items():
        response.headers.setdefault(name, value)
    return response


def add_file_headers(headers: Headers, path: str, url: str) -> None:
    """The headers of files that are served past Django; pages are asked for anew after an upgrade."""
    for name, value in {**SECURITY_HEADERS, **CORS_HEADERS}.items():
        headers[name] = value
    for prefix, policy in (("/play/", PAGE_CSP), ("/docs/", DOCS_SITE_CSP)):
        if url.startswith(prefix):
            headers["Content-Security-Policy"] = policy
            headers["Cache-Control"] = "no-cache"
