"""The bytes that are hashed: canonical bodies. How they are hashed stands in `digests.py`."""

from typing import Any

import msgspec


def encode_canonical(value: Any) -> str:
    """The RFC 8785 text of a value made of strings, integers, booleans, None, lists and dicts with ASCII keys."""
    return msgspec.json.encode(value, order="sorted").decode()
