"""JSON Schema as Python's types: as much of it as the service's document uses."""

from collections.abc import Iterator
from typing import Any

PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def typed(schema: Any) -> str:
    """The type of the values that a schema describes."""
    match schema:
        case {"$ref": str(address)}:
            return address.rsplit("/", 1)[1]
        case {"enum": list(values)}:
            return literal(values)
        case {"const": value}:
            return literal([value])
        case {"anyOf": list(parts)} | {"oneOf": list(parts)}:
            return union(map(typed, parts))
        case {"allOf": [part]}:
            return typed(part)
        case {"type": list(names)}:
            return union(typed({**schema, "type": name}) for name in names)
        case {"type": "array"}:
            return array(schema)
        case {"type": "object"}:
            return f"dict[str, {typed(schema.get('additionalProperties'))}]"
        case {"type": str(name)}:
            return PLAIN[name]
        case _:
            return "Any"


def array(schema: Any) -> str:
    if "prefixItems" in schema:
        return f"tuple[{', '.join(map(typed, schema['prefixItems']))}]"
    return f"list[{typed(schema.get('items'))}]"


def literal(values: list[Any]) -> str:
    return f"Literal[{', '.join(map(repr, values))}]"


def union(names: Iterator[str]) -> str:
    """Each once, None last."""
    once = list(dict.fromkeys(part for name in names for part in name.split(" | ")))
    return " | ".join(sorted(once, key=lambda name: name == "None"))
