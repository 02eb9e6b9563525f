"""Canonical JSON (RFC 8785), restricted to strings, integers, booleans, null, arrays and objects (no floats).

Standard library only, for the verifier. `games/eventlog/canonical_encoding.py` says why the server has another encoder.
"""

import json
from typing import Any, NoReturn

MAX_NUMBER_LENGTH = 16
"""Characters of an integer, sign included. From 2^53 on (16 digits), numbers are inexact in JavaScript, for one."""


class NotCanonical(Exception):
    """The bytes are not canonical JSON. The message says why."""


def encode_canonical(value: Any) -> str:
    """Return the canonical JSON text of a value."""
    return _ENCODER.encode(value)


def parse_canonical(text: bytes) -> Any:
    """Parse canonical JSON.

    Raises:
        NotCanonical: The bytes are not UTF-8, not JSON, or JSON in another spelling.
    """
    try:
        decoded = text.decode()
        value = _DECODER.decode(decoded)
        # Hashes are taken over the text. If one value had several spellings (spaces, key order, escapes, repeated
        # keys), a record could be altered without a change of meaning that anyone could point at.
        same = encode_canonical(value) == decoded
    except UnicodeDecodeError:
        raise NotCanonical("it is not UTF-8") from None
    except (ValueError, RecursionError):
        raise NotCanonical("it is not JSON") from None
    if not same:
        raise NotCanonical("it is JSON, but not canonical (RFC 8785)")
    return value


def _parse_integer(number: str) -> int:
    if len(number) > MAX_NUMBER_LENGTH:
        raise ValueError(number)
    return int(number)


def _reject_number(number: str) -> NoReturn:
    raise ValueError(number)


# RFC 8785 sorts keys by UTF-16 code unit, Python by code point. The orders differ only for keys with characters
# beyond U+FFFF, and a record has none.
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
_DECODER = json.JSONDecoder(parse_int=_parse_integer, parse_float=_reject_number, parse_constant=_reject_number)
