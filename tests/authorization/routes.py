"""The doors that the service really has: what its routes answer to, and the frames that its socket decodes."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.live.frames import CLIENT_FRAMES
from games.protocol.command_specs import COMMAND_SPECS
from tests.authorization.declared import Matrix
from tests.authorization.knocking import MISSING

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
STAFF = "/admin/"
"""Its pages know no token, and are held to it one by one in tests/staff."""
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


def undeclared(declared: Matrix) -> set[tuple[str, str]]:
    """Doors that are there and not declared, or declared and not there; found by knocking with every method."""
    known = {door.route for door in declared.doors}
    return known ^ {*open_routes(), *_frames()}


@cache
def open_routes() -> frozenset[tuple[str, str]]:
    """Whatever doesn't say that there is no such method, asked on this machine without a token."""
    line = Client()
    return frozenset(
        (method, PARAMETER.sub(r"{\1}", route))
        for route in _routes(get_resolver())
        for method in METHODS
        if line.generic(method, PARAMETER.sub(MISSING, route)).status_code != 405
    )


def _routes(resolver: Any, before: str = "/") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if route == STAFF:
            continue
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern, route)
        else:
            assert isinstance(pattern, URLPattern)
            yield route


def _frames() -> Iterator[tuple[str, str]]:
    for frame in CLIENT_FRAMES:
        t = str(frame.__struct_config__.tag)
        names = [f"command/{name}" for name in COMMAND_SPECS] if t == "command" else [t]
        yield from (("FRAME", name) for name in names)
