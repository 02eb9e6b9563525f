"""Canonical JSON (RFC 8785) of strings, integers, booleans, null, lists and objects, with the standard library only.

The verifier reads and writes it. `games/eventlog/canonical_encoding.py` says why the server has another encoder.
"""

import json
from typing import Any, NoReturn

MAX_NUMBER_LENGTH = 16
"""Digits and sign; beyond 2^53 other languages' numbers are no longer exact."""


class NotCanonical(Exception):
    """The bytes are not the canonical text of a value; the text says why."""


def encode_canonical(value: Any) -> str:
    """Return the canonical text of a value."""
    return _ENCODER.encode(value)


def parse_canonical(text: bytes) -> Any:
    """The value of a canonical text.

    Raises:
        NotCanonical
    """
    try:
        decoded = text.decode()
        value = _DECODER.decode(decoded)
        same = encode_canonical(value) == decoded
    except UnicodeDecodeError:
        raise NotCanonical("it is no UTF-8") from None
    except (ValueError, RecursionError):
        raise NotCanonical("it is no JSON") from None
    if not same:
        raise NotCanonical("it is JSON, but not written in the canonical way (RFC 8785)")
    return value


def _parse_integer(number: str) -> int:
    if len(number) > MAX_NUMBER_LENGTH:
        raise ValueError(number)
    return int(number)


def _reject_number(number: str) -> NoReturn:
    raise ValueError(number)


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
_DECODER = json.JSONDecoder(parse_int=_parse_integer, parse_float=_reject_number, parse_constant=_reject_number)
