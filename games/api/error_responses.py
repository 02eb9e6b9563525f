"""OpenAPI components for error responses: one for each set of codes that share a status."""

from collections.abc import Iterable
from typing import Any

from games.api.operation_schema import SCHEMA_REF_TEMPLATE, response_component_name
from games.api.operations.operation import Operation
from games.api.operations.operation_errors import error_codes_by_status
from games.api.rate_limit_headers import RATE_LIMIT_HEADER_REFS
from games.protocol.problems import PROBLEM_CODES, Problem

EXTENSION_MEMBER_EXAMPLES: dict[str, dict[str, Any]] = {
    "missing_scope": {"required_scope": "match:play"},
    "version_ahead": {"version": 17, "head": "5d" * 32},
    "history_mismatch": {"version": 17, "head": "5d" * 32},
    "version_mismatch": {"version": 17},
    "too_many_requests": {"limit": "play", "retry_after": 7},
}
"""Example values of the members that single codes add to a problem."""
HEADERS_BY_STATUS = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}
"""Header fields that responses with a status have besides those about rate limits."""


def error_response_components(operations: Iterable[Operation]) -> dict[str, Any]:
    """Return every error response that these operations need, by component name."""
    groups = (codes for operation in operations for codes in error_codes_by_status(operation).values())
    return {response_component_name(codes): error_response(codes) for codes in groups}


def error_response(codes: list[str]) -> dict[str, Any]:
    """Return the response for these codes, which must share a status."""
    status = PROBLEM_CODES[codes[0]][0]
    # An `enum` with one value: client generators can't narrow an integer to a `const` and would omit the error types.
    status_schema = {"type": "integer", "enum": [status]}
    narrowed = {"properties": {"code": {"enum": codes}, "status": status_schema}, "additionalProperties": True}
    content = {
        "schema": {"allOf": [{"$ref": SCHEMA_REF_TEMPLATE.format(name="Problem")}, narrowed]},
        "examples": {code: {"$ref": f"#/components/examples/{code}"} for code in codes},
    }
    header_refs = {name: {"$ref": f"#/components/headers/{name}"} for name in HEADERS_BY_STATUS.get(status, ())}
    return {
        "description": " ".join(f"`{code}`: {PROBLEM_CODES[code][1]}" for code in codes),
        "headers": {**RATE_LIMIT_HEADER_REFS, **header_refs},
        "content": {"application/problem+json": content},
    }


def problem_examples() -> dict[str, Any]:
    """Return an example of the problem for every code."""
    return {code: {"value": Problem(code, **EXTENSION_MEMBER_EXAMPLES.get(code, {})).body} for code in PROBLEM_CODES}


def problem_schema() -> dict[str, Any]:
    """Return the schema of a problem, with the members of every code."""
    text = {"type": "string"}
    members = ["pointer", "code", "detail"]
    field_error = {"type": "object", "required": members, "properties": dict.fromkeys(members, text)}
    return {
        "type": "object",
        "description": "An RFC 9457 problem. Some codes add members of their own (`version`, `head`, `match`, "
        "`required_scope`, `limit`, `retry_after`).",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
            "type": text,
            "title": text,
            "status": {"type": "integer"},
            "detail": text,
            "code": {"enum": list(PROBLEM_CODES)},
            "errors": {"type": "array", "items": field_error},
            "version": {"type": "integer"},
            "head": {"type": "string", "description": "The hash of the match's newest event."},
            "match": {"type": "string", "description": "The match that the problem is about, where that isn't clear."},
            "required_scope": text,
            "limit": text,
            "retry_after": {"type": "integer"},
        },
    }
