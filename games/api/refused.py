"""The answers that are errors, in the words of OpenAPI: one for each set of codes that share a status."""

from collections.abc import Iterable
from typing import Any

from games.api.described import REF, response_name
from games.api.limit_headers import OF_EVERY_ANSWER
from games.api.operations.operation import Operation
from games.api.operations.refusals import refusals
from games.protocol.problems import PROBLEM_CODES, Problem

MORE: dict[str, dict[str, Any]] = {
    "missing_scope": {"required_scope": "match:play"},
    "version_ahead": {"version": 17},
    "version_mismatch": {"version": 17},
    "too_many_requests": {"limit": "play", "retry_after": 7},
}
"""What else single codes tell."""
FIELDS = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}
"""Header fields by status."""


def responses(operations: Iterable[Operation]) -> dict[str, Any]:
    """Each by its name."""
    groups = (codes for operation in operations for codes in refusals(operation).values())
    return {response_name(codes): response(codes) for codes in groups}


def response(codes: list[str]) -> dict[str, Any]:
    """The answer that is one of these problems."""
    status = PROBLEM_CODES[codes[0]][0]
    # An `enum`, for generators of clients can't narrow an integer to a `const`, and would leave the errors out.
    exactly = {"type": "integer", "enum": [status]}
    narrowed = {"properties": {"code": {"enum": codes}, "status": exactly}, "additionalProperties": True}
    content = {
        "schema": {"allOf": [{"$ref": REF.format(name="Problem")}, narrowed]},
        "examples": {code: {"$ref": f"#/components/examples/{code}"} for code in codes},
    }
    fields = {name: {"$ref": f"#/components/headers/{name}"} for name in FIELDS.get(status, ())}
    return {
        "description": " ".join(f"`{code}`: {PROBLEM_CODES[code][1]}" for code in codes),
        "headers": {**OF_EVERY_ANSWER, **fields},
        "content": {"application/problem+json": content},
    }


def problems() -> dict[str, Any]:
    """Every problem there is, as it is told."""
    return {code: {"value": Problem(code, **MORE.get(code, {})).body} for code in PROBLEM_CODES}


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
            "code": {"enum": list(PROBLEM_CODES)},
            "errors": {"type": "array", "items": fault},
            "version": {"type": "integer"},
            "required_scope": text,
            "limit": text,
            "retry_after": {"type": "integer"},
        },
    }
