"""One operation in the words of OpenAPI: what it takes, what it answers, what may follow."""

from collections.abc import Iterator
from typing import Any

import msgspec

from games.api import examples
from games.api.limit_headers import OF_EVERY_ANSWER
from games.api.links import links
from games.api.operations.operation import Operation, whole
from games.api.operations.refusals import refusals
from games.rulebook.ruleset_limits import RULESET_NAME_PATTERN

REF = "#/components/schemas/{name}"
ID = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"}
NAMED = {"type": "string", "pattern": f"^{RULESET_NAME_PATTERN}$"}
PLACES: dict[str, dict[str, Any]] = {
    "match_id": {"schema": ID},
    "seat": {"schema": whole(0, 999), "example": 1},
    "/imports/{name}": {"schema": ID},
    "/rulesets/{name}": {"schema": NAMED, "example": "classic"},
    "/decks/{name}": {"schema": NAMED, "example": "base"},
}
"""What stands in addresses, by its name, or by the address up to there where the same name is used for others."""
HEADERS: dict[str, Any] = {
    "ETag": {
        "description": "The match's version, for If-Match.",
        "required": True,
        "schema": {"type": "string", "pattern": '^"[0-9]+"$'},
        "example": '"17"',
    },
    "Location": {"description": "The match's address.", "required": True, "schema": {"type": "string"}},
    "WWW-Authenticate": {"required": True, "schema": {"const": "Bearer"}},
}


def described(operation: Operation, schema: Any) -> dict[str, Any]:
    """The operation; `schema` is that of its answer."""
    told: dict[str, Any] = {
        "operationId": operation.id,
        "summary": operation.summary,
        "tags": [operation.tag],
        "parameters": list(_parameters(operation)),
        "responses": dict(_responses(operation, schema)),
        "security": [*([{"bearer": []}] if operation.scope else []), *([{}] if operation.tokenless else [])],
    }
    if operation.scope:
        told["description"] = " ".join(filter(None, (f"Scope: `{operation.scope}`.", operation.tokenless)))
    if operation.body is not None:
        body = {"schema": {"$ref": REF.format(name=operation.body.__name__)}, "example": operation.example}
        needed = any(field.required for field in msgspec.structs.fields(operation.body))
        told["requestBody"] = {"required": needed, "content": {"application/json": body}}
    if operation.raw is not None:
        told["requestBody"] = {"required": True, "content": {operation.raw: {"schema": {"type": "string"}}}}
    return told


def _parameters(operation: Operation) -> Iterator[dict[str, Any]]:
    before = ""
    for part in operation.path.split("/")[1:]:
        before = f"{before}/{part}"
        if part.startswith("{"):
            name = part[1:-1]
            place = PLACES.get(before) or PLACES.get(name) or {"schema": {"type": "string"}}
            yield {"name": name, "in": "path", "required": True, **place}
    for name, schema in operation.query.items():
        yield {"name": name, "in": "query", "schema": schema}
    if operation.repeatable:
        key = {"type": "string", "pattern": '^"?[A-Za-z0-9_-]{1,64}"?$'}
        yield {"name": "Idempotency-Key", "in": "header", "schema": key}
    if operation.repeatable and operation.tag == "play":
        version = {"type": "string", "pattern": r'^("?[0-9]{1,11}"?|\*)$', "examples": ['"17"']}
        yield {"name": "If-Match", "in": "header", "schema": version}


def _responses(operation: Operation, schema: Any) -> Iterator[tuple[str, Any]]:
    answer: dict[str, Any] = {"description": operation.summary, "headers": {**OF_EVERY_ANSWER}}
    answer["headers"] |= {name: {"$ref": f"#/components/headers/{name}"} for name in operation.headers}
    if operation.answer is not None:
        answer["content"] = {operation.media: {"schema": schema, **examples.of(operation.answer)}}
        answer["content"] |= {media: {"schema": other} for media, other in operation.also.items()}
    if follow := links(operation):
        answer["links"] = follow
    for status in (operation.status, operation.or_status):
        if status:
            yield str(status), answer
    for status, codes in refusals(operation).items():
        yield str(status), {"$ref": f"#/components/responses/{response_name(codes)}"}


def response_name(codes: list[str]) -> str:
    """What a set of codes is called among the document's responses."""
    return ".".join(codes)
