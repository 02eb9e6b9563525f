"""Headers that every answer carries."""

from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any, TypeAlias
from wsgiref.headers import Headers

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

from games.api.budget import KEPT

Answer: TypeAlias = Callable[[HttpRequest], Any]

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}
# The API honours no cookie, so any page may call it.
ANY_PAGE = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Content-Disposition, ETag, Retry-After, RateLimit, RateLimit-Policy",
}
STAFF = "/admin/"
"""Where the staff's pages are, which do honour one: they are for no other page to call."""
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, Accept",
    "Access-Control-Max-Age": "86400",
}
# Pages of ours run and show what this server gives away, talk to nobody else, and stand in nobody's frame.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none';"
    " base-uri 'none'; frame-ancestors 'none'"
)
# The documentation's theme has scripts and styles in its pages; they are ours, and reach nothing but this server.
SITE_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none';"
    " frame-ancestors 'none'"
)


@sync_and_async_middleware
def with_headers(get_response: Answer) -> Answer:
    """Let browsers of any origin in, and answer their preflight questions."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponse:
            return _dressed(request, _preflight(request) or await get_response(request))

        return answer_async

    def answer(request: HttpRequest) -> HttpResponse:
        return _dressed(request, _preflight(request) or get_response(request))

    return answer


def _preflight(request: HttpRequest) -> HttpResponse | None:
    asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    if not asks or request.path.startswith(STAFF):
        return None
    return HttpResponse(status=204, headers=PREFLIGHT)


def _dressed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    cross_origin = {} if request.path.startswith(STAFF) else ANY_PAGE
    for name, value in {**HEADERS, **cross_origin, **request.META.get(KEPT, {})}.items():
        response.headers.setdefault(name, value)
    return response


def dress_file(headers: Headers, path: str, url: str) -> None:
    """The headers of files that are served past Django; pages are asked for anew after an upgrade."""
    for name, value in {**HEADERS, **ANY_PAGE}.items():
        headers[name] = value
    for prefix, policy in (("/play/", PAGE_POLICY), ("/docs/", SITE_POLICY)):
        if url.startswith(prefix):
            headers["Content-Security-Policy"] = policy
            headers["Cache-Control"] = "no-cache"
