"""JSON Schema as Python annotations, for the part of JSON Schema that the service's document uses."""

from collections.abc import Iterator
from typing import Any

PRIMITIVE_TYPES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def python_type(schema: Any) -> str:
    """Return the annotation for the values of a schema."""
    match schema:
        case {"$ref": str(address)}:
            return address.rsplit("/", 1)[1]
        case {"enum": list(values)}:
            return literal_type(values)
        case {"const": value}:
            return literal_type([value])
        case {"anyOf": list(parts)} | {"oneOf": list(parts)}:
            return union_type(map(python_type, parts))
        case {"allOf": [part]}:
            return python_type(part)
        case {"type": list(names)}:
            return union_type(python_type({**schema, "type": name}) for name in names)
        case {"type": "array"}:
            return array_type(schema)
        case {"type": "object"}:
            return f"dict[str, {python_type(schema.get('additionalProperties'))}]"
        case {"type": str(name)}:
            return PRIMITIVE_TYPES[name]
        case _:
            return "Any"


def array_type(schema: Any) -> str:
    if "prefixItems" in schema:
        return f"tuple[{', '.join(map(python_type, schema['prefixItems']))}]"
    return f"list[{python_type(schema.get('items'))}]"


def literal_type(values: list[Any]) -> str:
    return f"Literal[{', '.join(map(repr, values))}]"


def union_type(names: Iterator[str]) -> str:
    """Join annotations with `|`, each once, None last."""
    once = list(dict.fromkeys(part for name in names for part in name.split(" | ")))
    return " | ".join(sorted(once, key=lambda name: name == "None"))
