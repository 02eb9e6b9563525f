"""Canonical JSON texts: the bytes that are hashed. `digests.py` says how they are hashed."""

from typing import Any

import msgspec


def encode_canonical(value: Any) -> str:
    """Return the RFC 8785 text of a value.

    It consists of strings, integers, booleans, None, lists and dicts with ASCII keys.
    """
    # For such values RFC 8785 asks for no more than sorted keys and no spaces, which msgspec gives at many times the
    # speed of a general implementation.
    return msgspec.json.encode(value, order="sorted").decode()
