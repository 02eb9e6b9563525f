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
    response_type: Any
    scope: str | None = None
    tokenless_note: str | None = None
    """For what no token is needed, if there is such a thing."""
    body: type[StrictStruct] | None = None
    status: int = 200
    alternative_status: int | None = None
    """Another status of the same answer."""
    query_params: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    accepts_idempotency_key: bool = False
    media_type: str = "application/json"
    other_media_types: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Further media, for who asks for them by `Accept`."""
    raw_body_media_type: str | None = None
    """The media type of a body that is no JSON."""
    example_body: Any = None
    """A body to begin with."""
    error_codes: tuple[str, ...] = ()
    """Its own reasons to refuse, beside those that all of its kind share (`refusals`)."""
    response_headers: tuple[str, ...] = ()
    """Header fields that its answer always has."""


def integer_schema(minimum: int, maximum: int) -> dict[str, Any]:
    """The schema of a whole number."""
    return {"type": "integer", "minimum": minimum, "maximum": maximum}


VERSION_SCHEMA = integer_schema(0, 2**31 - 1)
PAST_VERSION_SCHEMA = integer_schema(1, 2**31 - 1)
PERSPECTIVE_SCHEMA = {"type": "string", "pattern": "^(public|seat:[0-9]{1,3})$"}
MATCH_PATH = "/matches/{match_id}"
