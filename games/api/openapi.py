"""The OpenAPI 3.1 document, made from the types that the service decodes and answers with."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from games.api import described, limit_headers
from games.api.described import REF
from games.api.operations import OPERATIONS
from games.api.refused import problem_schema, problems, responses


@cache
def document() -> bytes:
    """The whole document as JSON."""
    answered = _answer_schemas()
    content = {
        "openapi": "3.1.0",
        "info": {
            "title": "Dixit backend",
            "version": "1",
            "description": "Play whole matches over REST. Every match is its log: GET …/events. "
            "A refused command changes nothing; a repeated one (same Idempotency-Key) has no second effect.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "paths": _paths(answered),
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "dxt_…"}},
            "schemas": {**dict(_body_schemas()), **answered.pop("$defs"), "Problem": problem_schema()},
            "headers": {**described.HEADERS, **limit_headers.HEADERS},
            "responses": responses(OPERATIONS),
            "examples": problems(),
        },
    }
    return msgspec.json.encode(content)


def _paths(answered: dict[str, Any]) -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = described.described(
            operation, answered.get(operation.id)
        )
    return paths


def _body_schemas() -> Iterator[tuple[str, Any]]:
    types = {operation.body for operation in OPERATIONS if operation.body is not None}
    _, components = msgspec.json.schema_components(types, ref_template=REF)
    yield from ((name, _bounded(schema)) for name, schema in sorted(components.items()))


def _bounded(schema: Any) -> Any:
    """The same without `items: false` where `maxItems` says it already: generators of clients stumble over it."""
    if isinstance(schema, list):
        return [_bounded(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    needless = schema.get("items") is False and schema.get("maxItems") == len(schema["prefixItems"])
    return {name: _bounded(part) for name, part in schema.items() if not (needless and name == "items")}


def _answer_schemas() -> dict[str, Any]:
    """The schema of each operation's answer by its id, and under `$defs` the components that they name."""
    # Heavy, and needed for this document alone.
    from pydantic import TypeAdapter  # noqa: PLC0415

    asked = [
        (operation.id, "serialization", TypeAdapter(operation.answer))
        for operation in OPERATIONS
        if operation.answer is not None
    ]
    schemas, components = TypeAdapter.json_schemas(asked, ref_template=REF.format(name="{model}"))  # type: ignore[arg-type]
    return {"$defs": components.get("$defs", {}), **{key[0]: schema for key, schema in schemas.items()}}
