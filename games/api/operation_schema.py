"""One operation as an OpenAPI object: parameters, body, responses and links."""

from collections.abc import Iterator
from typing import Any

import msgspec

from games.api import examples
from games.api.follow_up_links import links_after
from games.api.operations.operation import Operation, integer_schema
from games.api.operations.operation_errors import error_codes_by_status
from games.api.rate_limit_headers import RATE_LIMIT_HEADER_REFS
from games.rulebook.ruleset_limits import RULESET_NAME_PATTERN

SCHEMA_REF_TEMPLATE = "#/components/schemas/{name}"
ID_SCHEMA = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"}
NAME_SCHEMA = {"type": "string", "pattern": f"^{RULESET_NAME_PATTERN}$"}
PATH_PARAMETERS: dict[str, dict[str, Any]] = {
    "match_id": {"schema": ID_SCHEMA},
    "seat": {"schema": integer_schema(0, 999), "example": 1},
    "/rulesets/{name}": {"schema": NAME_SCHEMA, "example": "classic"},
    "/decks/{name}": {"schema": NAME_SCHEMA, "example": "base"},
}
"""Path parameters by name, or by the path up to them where one name has several meanings."""
HEADER_COMPONENTS: dict[str, Any] = {
    "ETag": {
        "description": "The match's version, for If-Match.",
        "required": True,
        "schema": {"type": "string", "pattern": '^"[0-9]+"$'},
        "example": '"17"',
    },
    "Location": {"description": "The URL of the match.", "required": True, "schema": {"type": "string"}},
    "WWW-Authenticate": {"required": True, "schema": {"const": "Bearer"}},
}


def describe_operation(operation: Operation, response_schema: Any) -> dict[str, Any]:
    """Return the operation object; `response_schema` is the schema of its success response."""
    description: dict[str, Any] = {
        "operationId": operation.id,
        "summary": operation.summary,
        "tags": [operation.tag],
        "parameters": list(_parameters(operation)),
        "responses": dict(_responses(operation, response_schema)),
        # An empty requirement beside another one means that the other is optional.
        "security": [*([{"bearer": []}] if operation.scope else []), *([{}] if operation.tokenless_note else [])],
    }
    if operation.scope:
        description["description"] = " ".join(filter(None, (f"Scope: `{operation.scope}`.", operation.tokenless_note)))
    if operation.body is not None:
        body = {
            "schema": {"$ref": SCHEMA_REF_TEMPLATE.format(name=operation.body.__name__)},
            "example": operation.example_body,
        }
        is_required = any(field.required for field in msgspec.structs.fields(operation.body))
        description["requestBody"] = {"required": is_required, "content": {"application/json": body}}
    if operation.raw_body_media_type is not None:
        description["requestBody"] = {
            "required": True,
            "content": {operation.raw_body_media_type: {"schema": {"type": "string"}}},
        }
    return description


def _parameters(operation: Operation) -> Iterator[dict[str, Any]]:
    prefix = ""
    for part in operation.path.split("/")[1:]:
        prefix = f"{prefix}/{part}"
        if part.startswith("{"):
            name = part[1:-1]
            parameter = PATH_PARAMETERS.get(prefix) or PATH_PARAMETERS.get(name) or {"schema": {"type": "string"}}
            yield {"name": name, "in": "path", "required": True, **parameter}
    for name, schema in operation.query_params.items():
        yield {"name": name, "in": "query", "schema": schema}
    if operation.accepts_idempotency_key:
        yield _idempotency_key_parameter(operation)
    if operation.accepts_idempotency_key and operation.tag == "play":
        version = {"type": "string", "pattern": r'^("?[0-9]{1,11}"?|\*)$', "examples": ['"17"']}
        yield {"name": "If-Match", "in": "header", "schema": version}


def _idempotency_key_parameter(operation: Operation) -> dict[str, Any]:
    description = "The same request with the same key has one effect and one answer."
    if operation.min_key_length > 1:
        description += " For 24 hours. The answer can be had with the key, so it must be long and random."
    schema = {"type": "string", "pattern": f'^"?[A-Za-z0-9_-]{{{operation.min_key_length},64}}"?$'}
    return {"name": "Idempotency-Key", "in": "header", "description": description, "schema": schema}


def _responses(operation: Operation, response_schema: Any) -> Iterator[tuple[str, Any]]:
    response: dict[str, Any] = {"description": operation.summary, "headers": {**RATE_LIMIT_HEADER_REFS}}
    response["headers"] |= {name: {"$ref": f"#/components/headers/{name}"} for name in operation.response_headers}
    if operation.response_type is not None:
        response["content"] = {
            operation.media_type: {"schema": response_schema, **examples.example_member(operation.response_type)}
        }
        response["content"] |= {media: {"schema": other} for media, other in operation.other_media_types.items()}
    if next_links := links_after(operation):
        response["links"] = next_links
    for status in (operation.status, operation.alternative_status):
        if status:
            yield str(status), response
    for status, codes in error_codes_by_status(operation).items():
        yield str(status), {"$ref": f"#/components/responses/{response_component_name(codes)}"}


def response_component_name(codes: list[str]) -> str:
    """Return the name of the response component for a set of error codes."""
    return ".".join(codes)
