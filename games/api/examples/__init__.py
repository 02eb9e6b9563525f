"""Recorded responses as examples, one for each response type; `tests/api/test_examples.py` checks and renews them."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

EXAMPLES_DIR = Path(__file__).parent


def example_member(response_type: Any) -> dict[str, Any]:
    """Return the example of a response type as an OpenAPI member; empty if there is none."""
    example = recorded_examples().get(response_type_name(response_type))
    return {} if example is None else {"example": example}


def response_type_name(response_type: Any) -> str:
    return str(getattr(response_type, "__name__", response_type))


@cache
def recorded_examples() -> dict[str, Any]:
    """Return every recorded example by the name of its response type."""
    return {file.stem: msgspec.json.decode(file.read_bytes()) for file in sorted(EXAMPLES_DIR.glob("*.json"))}
