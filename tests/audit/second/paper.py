"""Canonical text (RFC 8785), as far as a record needs it: written by hand, and read by writing it again."""

import json
import re
from hashlib import sha256
from typing import Any

LARGEST = 10**15
SHORT = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
PLAIN = re.compile(r'[^\x00-\x1f"\\]*')
ESCAPES = {**{code: f"\\u{code:04x}" for code in range(32)}, **SHORT}


class NotCanonical(ValueError):
    """There is another way to write this, or none."""


def written(value: Any) -> str:
    """The one text of a value."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f'"{value if PLAIN.fullmatch(value) else value.translate(ESCAPES)}"'
    if isinstance(value, int) and abs(value) < LARGEST:
        return str(value)
    if isinstance(value, list):
        return "[" + ",".join(written(each) for each in value) + "]"
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{written(name)}:{written(value[name])}" for name in names) + "}"
    raise NotCanonical(type(value).__name__)


def read(line: bytes) -> Any:
    """The value of a line that is written in the one way.

    Raises:
        NotCanonical
    """
    try:
        value = json.loads(line.decode())
        again = written(value).encode()
    except (ValueError, RecursionError) as error:
        raise NotCanonical(str(error)) from error
    if again != line:
        raise NotCanonical("there is another way to write this")
    return value


def sealed(salt: str, value: Any) -> str:
    return sha256(b"dixit-seal-v1\n" + bytes.fromhex(salt) + written(value).encode()).hexdigest()


def chained(body: Any) -> str:
    return sha256(b"dixit-event-v1\n" + written(body).encode()).hexdigest()
