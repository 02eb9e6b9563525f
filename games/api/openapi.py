"""The OpenAPI 3.1 document, generated from the types that the API decodes and returns."""

from collections.abc import Iterator
from functools import cache
from threading import Lock
from typing import Any

import msgspec

from games.api import operation_schema, rate_limit_headers
from games.api.error_responses import error_response_components, problem_examples, problem_schema
from games.api.operation_schema import SCHEMA_REF_TEMPLATE
from games.api.operations import OPERATIONS

_building = Lock()


def openapi_document() -> bytes:
    """Return the whole document as JSON.

    Only the first call builds it, which takes a second or two of the processor. Those that come meanwhile wait for it.
    """
    with _building:
        return _build_document()


@cache
def _build_document() -> bytes:
    schemas_by_operation = _response_schemas()
    content = {
        "openapi": "3.1.0",
        "info": {
            "title": "Dixit backend",
            "version": "1",
            "description": "Play whole matches over REST. A match is its event log: GET …/events. "
            "A refused command changes nothing; repeating a command (same Idempotency-Key) has no further effect.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "paths": _paths(schemas_by_operation),
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "dxt_…"}},
            "schemas": {**dict(_body_schemas()), **schemas_by_operation.pop("$defs"), "Problem": problem_schema()},
            "headers": {**operation_schema.HEADER_COMPONENTS, **rate_limit_headers.RATE_LIMIT_HEADER_COMPONENTS},
            "responses": error_response_components(OPERATIONS),
            "examples": problem_examples(),
        },
    }
    return msgspec.json.encode(content)


def _paths(schemas_by_operation: dict[str, Any]) -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = operation_schema.describe_operation(
            operation, schemas_by_operation.get(operation.id)
        )
    return paths


def _body_schemas() -> Iterator[tuple[str, Any]]:
    # A set has another order in each run, so the schemas are sorted below.
    types = {operation.body for operation in OPERATIONS if operation.body is not None}
    _, components = msgspec.json.schema_components(types, ref_template=SCHEMA_REF_TEMPLATE)
    yield from ((name, _without_redundant_items(schema)) for name, schema in sorted(components.items()))


def _without_redundant_items(schema: Any) -> Any:
    """Return the schema without `items: false` where `maxItems` says the same: client generators fail on it."""
    if isinstance(schema, list):
        return [_without_redundant_items(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    is_redundant = schema.get("items") is False and schema.get("maxItems") == len(schema["prefixItems"])
    return {
        name: _without_redundant_items(part) for name, part in schema.items() if not (is_redundant and name == "items")
    }


def _response_schemas() -> dict[str, Any]:
    """Return the response schema of each operation by its ID, and under `$defs` the components they refer to."""
    # Imported here because pydantic is slow to import and only the two API documents need it.
    from pydantic import TypeAdapter  # noqa: PLC0415

    adapters = [
        (operation.id, "serialization", TypeAdapter(operation.response_type))
        for operation in OPERATIONS
        if operation.response_type is not None
    ]
    schemas, components = TypeAdapter.json_schemas(adapters, ref_template=SCHEMA_REF_TEMPLATE.format(name="{model}"))  # type: ignore[arg-type]
    return {"$defs": components.get("$defs", {}), **{key[0]: schema for key, schema in schemas.items()}}
