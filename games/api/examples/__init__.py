"""Answers as they were given once, an example for each shape; `tests/api/test_examples.py` holds and renews them."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

EXAMPLES_DIR = Path(__file__).parent


def example_member(shape: Any) -> dict[str, Any]:
    """The example of an answer of this shape, as a member of the document, if there is one."""
    example = recorded_examples().get(shape_name(shape))
    return {} if example is None else {"example": example}


def shape_name(shape: Any) -> str:
    return str(getattr(shape, "__name__", shape))


@cache
def recorded_examples() -> dict[str, Any]:
    """Every example by the name of its shape."""
    return {file.stem: msgspec.json.decode(file.read_bytes()) for file in sorted(EXAMPLES_DIR.glob("*.json"))}
