"""The bytes that are hashed: canonical bodies, the chain from event to event, and sealed parts."""

import hashlib
from typing import Any

import msgspec

GENESIS = "0" * 64
"""`prev` of a match's first event."""


def canonical(value: Any) -> str:
    """The RFC 8785 text of a value made of strings, integers, booleans, None, lists and dicts with ASCII keys."""
    return msgspec.json.encode(value, order="sorted").decode()


def hash_of(body: str) -> str:
    """The hash that the next event's `prev` names."""
    return hashlib.sha256(b"dixit-event-v1\n" + body.encode()).hexdigest()


def digest_of(salt: str, value: str) -> str:
    """What stands in the body for a sealed part; `salt` is 32 bytes in hex, `value` canonical text."""
    return hashlib.sha256(b"dixit-seal-v1\n" + bytes.fromhex(salt) + value.encode()).hexdigest()
