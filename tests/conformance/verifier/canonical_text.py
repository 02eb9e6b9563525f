"""Canonical JSON (RFC 8785), as far as a record needs it: an encoder, and a decoder that checks by encoding again."""

import json
import re
from hashlib import sha256
from typing import Any

NUMBER_LIMIT = 10**15
SHORT_ESCAPES = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
PLAIN_TEXT_PATTERN = re.compile(r'[^\x00-\x1f"\\]*')
ESCAPES = {**{code: f"\\u{code:04x}" for code in range(32)}, **SHORT_ESCAPES}


class NotCanonical(ValueError):
    """The value has no canonical form, or the text is not in it."""


def encode(value: Any) -> str:
    """Return the canonical text of a value."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f'"{value if PLAIN_TEXT_PATTERN.fullmatch(value) else value.translate(ESCAPES)}"'
    if isinstance(value, int) and abs(value) < NUMBER_LIMIT:
        return str(value)
    if isinstance(value, list):
        return "[" + ",".join(encode(each) for each in value) + "]"
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{encode(name)}:{encode(value[name])}" for name in names) + "}"
    raise NotCanonical(type(value).__name__)


def decode(line: bytes) -> Any:
    """Decode a line of canonical text.

    Raises:
        NotCanonical
    """
    try:
        value = json.loads(line.decode())
        again = encode(value).encode()
    except (ValueError, RecursionError) as error:
        raise NotCanonical(str(error)) from error
    if again != line:
        raise NotCanonical("there is another way to write this")
    return value


def sealed_digest(salt: str, value: Any) -> str:
    return sha256(b"dixit-seal-v1\n" + bytes.fromhex(salt) + encode(value).encode()).hexdigest()


def event_hash(body: Any) -> str:
    return sha256(b"dixit-event-v1\n" + encode(body).encode()).hexdigest()
