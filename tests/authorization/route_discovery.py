"""The endpoints that the service really has: the methods of its routes, and the frames that its socket decodes."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.live.frames import CLIENT_FRAMES
from games.protocol.command_specs import COMMAND_SPECS
from tests.authorization.cell_requests import MISSING_MATCH_ID
from tests.authorization.declared_matrix import Matrix

HTTP_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
STAFF_PREFIX = "/admin/"
"""Its pages know no token, and are held to it one by one in tests/staff."""
ROUTE_PARAMETER_PATTERN = re.compile(r"<(?:\w+:)?(\w+)>")


def undeclared_routes(declared: Matrix) -> set[tuple[str, str]]:
    """Return endpoints that exist undeclared or are declared and do not exist; found by trying every method."""
    declared_routes = {endpoint.route for endpoint in declared.endpoints}
    return declared_routes ^ {*implemented_routes(), *_frame_routes()}


@cache
def implemented_routes() -> frozenset[tuple[str, str]]:
    """Return every route and method not refused as "method not allowed", requested locally without a token."""
    client = Client()
    return frozenset(
        (method, ROUTE_PARAMETER_PATTERN.sub(r"{\1}", route))
        for route in _route_paths(get_resolver())
        for method in HTTP_METHODS
        if client.generic(method, ROUTE_PARAMETER_PATTERN.sub(MISSING_MATCH_ID, route)).status_code != 405
    )


def _route_paths(resolver: Any, prefix: str = "/") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        # Old addresses of the documentation only redirect.
        if route.startswith((STAFF_PREFIX, "/docs/")):
            continue
        if isinstance(pattern, URLResolver):
            yield from _route_paths(pattern, route)
        else:
            assert isinstance(pattern, URLPattern)
            yield route


def _frame_routes() -> Iterator[tuple[str, str]]:
    for frame in CLIENT_FRAMES:
        t = str(frame.__struct_config__.tag)
        names = [f"command/{name}" for name in COMMAND_SPECS] if t == "command" else [t]
        yield from (("FRAME", name) for name in names)
