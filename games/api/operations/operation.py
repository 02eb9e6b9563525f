"""An operation of the API, as its document tells of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.protocol.base_body import StrictStruct


@dataclass(frozen=True, kw_only=True, slots=True)
class Operation:
    id: str
    method: str
    path: str
    summary: str
    tag: str
    answer: Any
    scope: str | None = None
    tokenless: str | None = None
    """For what no token is needed, if there is such a thing."""
    body: type[StrictStruct] | None = None
    status: int = 200
    or_status: int | None = None
    """Another status of the same answer."""
    query: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    repeatable: bool = False
    media: str = "application/json"
    also: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Further media, for who asks for them by `Accept`."""
    raw: str | None = None
    """The media type of a body that is no JSON."""
    example: Any = None
    """A body to begin with."""
    codes: tuple[str, ...] = ()
    """Its own reasons to refuse, beside those that all of its kind share (`refusals`)."""
    headers: tuple[str, ...] = ()
    """Header fields that its answer always has."""


def whole(least: int, most: int) -> dict[str, Any]:
    """The schema of a whole number."""
    return {"type": "integer", "minimum": least, "maximum": most}


VERSION = whole(0, 2**31 - 1)
AT = whole(1, 2**31 - 1)
AS = {"type": "string", "pattern": "^(public|seat:[0-9]{1,3})$"}
MATCH = "/matches/{match_id}"
