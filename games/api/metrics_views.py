"""Metrics in the Prometheus text format."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST

from games.metrics import exposition
from games.protocol.problems import Problem

PROXY_HEADERS = ("X-Forwarded-For", "Forwarded", "X-Real-Ip")
"""Header fields that show that a proxy passed the request on."""

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def metrics_view(request: HttpRequest) -> HttpResponse:
    """Return the metrics to clients on this machine and to clients with METRICS_TOKEN; to all others, 404."""
    if not (_has_metrics_token(request) or _is_direct_loopback(request)):
        return Problem("not_found").response()
    # After the check above: to everyone else this address doesn't exist, whatever the method.
    if request.method not in ("GET", "HEAD"):
        return Problem("method_not_allowed", headers={"Allow": "GET, HEAD"}).response()
    return HttpResponse(
        exposition.render_metrics(), content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"}
    )


def _has_metrics_token(request: HttpRequest) -> bool:
    scheme, _, presented_token = request.headers.get("Authorization", "").partition(" ")
    is_bearer_accepted = bool(settings.METRICS_TOKEN) and scheme.lower() == "bearer"
    # In constant time: how long it takes must not tell how much of a guess is right.
    return is_bearer_accepted and constant_time_compare(presented_token.strip(), settings.METRICS_TOKEN)


def _is_direct_loopback(request: HttpRequest) -> bool:
    """Whether the request comes from this machine itself, not through a proxy on it."""
    if any(header in request.headers for header in PROXY_HEADERS):
        return False
    # A page in a browser on this machine can have its own name resolve to loopback, but not call itself localhost.
    host = request.headers.get("Host")
    if host is not None and not validate_host(split_domain_port(host)[0], [*LOOPBACK_HOSTS, *settings.ALLOWED_HOSTS]):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
