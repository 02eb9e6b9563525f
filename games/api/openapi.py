"""The OpenAPI 3.1 document, made from the types that the service decodes and answers with."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from games.api.limit_headers import HEADERS, OF_EVERY_ANSWER, TOO_MANY
from games.api.operations import OPERATIONS
from games.api.operations.operation import Operation
from games.wire.problems import CODES

REF = "#/components/schemas/{name}"


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
            "headers": HEADERS,
            "responses": {
                "TooManyRequests": TOO_MANY,
                "Problem": {
                    "description": "An error; branch on `code`.",
                    "headers": OF_EVERY_ANSWER,
                    "content": {"application/problem+json": {"schema": {"$ref": REF.format(name="Problem")}}},
                },
            },
        },
    }
    return msgspec.json.encode(content)


def _paths(answered: dict[str, Any]) -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _operation(operation, answered)
    return paths


def _operation(operation: Operation, answered: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": operation.summary, "headers": OF_EVERY_ANSWER}
    if operation.answer is not None:
        answer["content"] = {operation.media: {"schema": answered[operation.id]}}
        answer["content"] |= {media: {"schema": schema} for media, schema in operation.also.items()}
    statuses = [str(status) for status in (operation.status, operation.or_status) if status]
    described: dict[str, Any] = {
        "operationId": operation.id,
        "summary": operation.summary,
        "tags": [operation.tag],
        "parameters": list(_parameters(operation)),
        "responses": {
            **dict.fromkeys(statuses, answer),
            "429": {"$ref": "#/components/responses/TooManyRequests"},
            "default": {"$ref": "#/components/responses/Problem"},
        },
        "security": [*([{"bearer": []}] if operation.scope else []), *([{}] if operation.tokenless else [])],
    }
    if operation.scope:
        described["description"] = " ".join(filter(None, (f"Scope: `{operation.scope}`.", operation.tokenless)))
    if operation.body is not None:
        schema = {"$ref": REF.format(name=operation.body.__name__)}
        content = {"schema": schema, "example": operation.example}
        needed = any(field.required for field in msgspec.structs.fields(operation.body))
        described["requestBody"] = {"required": needed, "content": {"application/json": content}}
    if operation.raw is not None:
        described["requestBody"] = {"required": True, "content": {operation.raw: {"schema": {"type": "string"}}}}
    return described


def _parameters(operation: Operation) -> Iterator[dict[str, Any]]:
    for part in operation.path.split("/"):
        if part.startswith("{"):
            yield {"name": part[1:-1], "in": "path", "required": True, "schema": {"type": "string"}}
    for name, schema in operation.query.items():
        yield {"name": name, "in": "query", "schema": schema}
    if operation.repeatable:
        key = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}
        yield {"name": "Idempotency-Key", "in": "header", "schema": key}
    if operation.repeatable and operation.tag == "play":
        yield {"name": "If-Match", "in": "header", "schema": {"type": "string", "examples": ['"17"']}}


def _body_schemas() -> Iterator[tuple[str, Any]]:
    types = {operation.body for operation in OPERATIONS if operation.body is not None}
    _, components = msgspec.json.schema_components(types, ref_template=REF)
    yield from sorted(components.items())


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


def problem_schema() -> dict[str, Any]:
    text = {"type": "string"}
    members = ["pointer", "code", "detail"]
    fault = {"type": "object", "required": members, "properties": dict.fromkeys(members, text)}
    return {
        "type": "object",
        "description": "RFC 9457. Further members belong to single codes (`version`, `required_scope`, `limit`, "
        "`retry_after`).",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
            "type": text,
            "title": text,
            "status": {"type": "integer"},
            "detail": text,
            "code": {"enum": list(CODES)},
            "errors": {"type": "array", "items": fault},
            "version": {"type": "integer"},
            "required_scope": text,
            "limit": text,
            "retry_after": {"type": "integer"},
        },
    }
