"""Answers as they were given once, an example for each shape; `tests/api/test_examples.py` holds and renews them."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent


def of(shape: Any) -> dict[str, Any]:
    """The example of an answer of this shape, as a member of the document, if there is one."""
    found = recorded().get(name_of(shape))
    return {} if found is None else {"example": found}


def name_of(shape: Any) -> str:
    return str(getattr(shape, "__name__", shape))


@cache
def recorded() -> dict[str, Any]:
    """Every example by the name of its shape."""
    return {file.stem: msgspec.json.decode(file.read_bytes()) for file in sorted(HERE.glob("*.json"))}
