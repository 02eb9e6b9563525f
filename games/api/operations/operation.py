"""The declaration of an operation, from which the OpenAPI document is generated."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.protocol.base_body import StrictStruct


@dataclass(frozen=True, kw_only=True, slots=True)
class Operation:
    # Also the name of the call in generated clients, so it stays as it is.
    id: str
    method: str
    path: str
    summary: str
    tag: str
    response_type: Any
    scope: str | None = None
    tokenless_note: str | None = None
    """A note on when no token is needed despite the scope; None if one always is."""
    body: type[StrictStruct] | None = None
    status: int = 200
    alternative_status: int | None = None
    """Another status of the same response."""
    query_params: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    accepts_idempotency_key: bool = False
    min_key_length: int = 1
    """The least length of an idempotency key."""
    media_type: str = "application/json"
    other_media_types: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Further media types that a client can choose with `Accept`, and their schemas."""
    raw_body_media_type: str | None = None
    """The media type of a body that isn't JSON."""
    example_body: Any = None
    """An example of the body."""
    error_codes: tuple[str, ...] = ()
    """The operation's own error codes, besides those that its kind shares (`operation_errors`)."""
    response_headers: tuple[str, ...] = ()
    """Header fields that the success response always has."""


def integer_schema(minimum: int, maximum: int) -> dict[str, Any]:
    """Return the schema of a whole number in these bounds."""
    return {"type": "integer", "minimum": minimum, "maximum": maximum}


VERSION_SCHEMA = integer_schema(0, 2**31 - 1)
HASH_SCHEMA = {
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
    "description": "The hash that you have at version `after` (0 unless given). If the match has another one there: "
    "409 `history_mismatch`.",
}
PAST_VERSION_SCHEMA = integer_schema(1, 2**31 - 1)
PERSPECTIVE_SCHEMA = {"type": "string", "pattern": "^(public|seat:[0-9]{1,3})$"}
MATCH_PATH = "/matches/{match_id}"
