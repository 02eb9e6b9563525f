"""Every field in which a client can send a text of its own, found in the schemas and in the staff's forms."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from django.contrib.admin.forms import AdminPasswordChangeForm

from games.live.frames import CLIENT_FRAMES
from games.staff.confirmation import ReasonForm
from games.staff.login_form import StaffLoginForm

WORD = "canary-7"
"""A text that fits every pattern that lets words through."""
SHARED_FIELDS = ("command_id", "header Idempotency-Key")
"""Fields that many operations have, with the same meaning and the same code behind them."""


def api_fields(document: Any) -> set[str]:
    """Return the fields of the OpenAPI document, as method, path and place."""
    return {
        place if place in SHARED_FIELDS else f"{method.upper()} {path.removeprefix('/api/v1')} {place}"
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if isinstance(operation, dict)
        for place in _operation_fields(operation, document["components"]["schemas"])
    }


def frame_fields() -> set[str]:
    """Return the fields of the frames that clients send over a socket."""
    _, definitions = msgspec.json.schema_components(list(CLIENT_FRAMES), ref_template="#/{name}")
    return {
        f"frame {field}"
        for frame in CLIENT_FRAMES
        for field in _text_fields({"$ref": f"#/{frame.__name__}"}, "", definitions)
    }


def staff_fields() -> set[str]:
    """Return the fields of the staff's forms, and the search of their lists."""
    forms: dict[str, Any] = {"reason": ReasonForm, "login": StaffLoginForm, "password": AdminPasswordChangeForm}
    names = {f"staff {name} {field}" for name, form in forms.items() for field in form.base_fields}
    return names | {"staff search"}


def _operation_fields(operation: Any, definitions: Any) -> Iterator[str]:
    for parameter in operation.get("parameters", ()):
        if parameter["in"] != "path" and [*_text_fields(parameter["schema"], "", definitions)]:
            yield f"{parameter['in']} {parameter['name']}"
    for media_type, content in operation.get("requestBody", {}).get("content", {}).items():
        for field in _text_fields(content["schema"], "", definitions):
            yield field or media_type


def _text_fields(schema: Any, place: str, definitions: Any, outer: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the places of the texts in a schema, without those whose pattern lets no word through."""
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        if name not in outer:
            yield from _text_fields(definitions[name], place, definitions, (*outer, name))
        return
    if _is_free_text(schema):
        yield place
    for keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for option in schema.get(keyword, ()):
            yield from _text_fields(option, place, definitions, outer)
    if isinstance(schema.get("items"), dict):
        yield from _text_fields(schema["items"], f"{place}[]", definitions, outer)
    for name, member in schema.get("properties", {}).items():
        yield from _text_fields(member, f"{place}.{name}".lstrip("."), definitions, outer)


def _is_free_text(schema: Any) -> bool:
    kinds = schema.get("type")
    is_text = kinds == "string" or (isinstance(kinds, list) and "string" in kinds)
    is_chosen = "enum" in schema or "const" in schema
    return is_text and not is_chosen and re.search(schema.get("pattern", ""), WORD) is not None
