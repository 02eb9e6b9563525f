"""The strict JSON decoder for everything clients send: bounded size and depth, no duplicate or unknown keys."""

import json
import re
from typing import Any, NoReturn, TypeVar

import msgspec

from games.protocol.problems import FieldError, Problem

MAX_BODY_BYTES = 8 * 1024
MAX_NESTING_DEPTH = 8

T = TypeVar("T")


def strict_decode(text: bytes, target_type: type[T]) -> T:
    """Return the JSON text as a value of this type; an empty text is an empty object.

    Raises:
        Problem: `too_large`, `malformed`, or `invalid` with the path of the field.
    """
    return strict_convert(parse_json(text) if text.strip() else {}, target_type)


def parse_json(text: bytes) -> Any:
    """Return the JSON value of a text that must be I-JSON (RFC 7493) and have whole numbers only.

    Raises:
        Problem: `too_large` or `malformed`.
    """
    if len(text) > MAX_BODY_BYTES:
        raise Problem("too_large", f"A body has at most {MAX_BODY_BYTES} bytes.")
    try:
        # The standard library's parser: msgspec's reports neither duplicate keys nor -0.
        value = json.loads(
            text.decode(),
            object_pairs_hook=_reject_duplicate_keys,
            parse_int=_parse_integer,
            parse_float=_reject_fraction,
            parse_constant=_reject_fraction,
        )
        # Lone surrogates get past the parser as escapes ("\ud800"), but can't be encoded, stored or sent.
        json.dumps(value, ensure_ascii=False).encode()
        is_too_deep = _nesting_depth(value) > MAX_NESTING_DEPTH
    except UnicodeError:
        raise Problem("malformed", "The body must be UTF-8 without lone surrogates.") from None
    except (ValueError, RecursionError):
        # The parser recurses, so a text that is nested too deeply ends it before the depth can be measured.
        raise Problem("malformed", "The body is not valid JSON.") from None
    if is_too_deep:
        raise Problem("malformed", f"The body is nested more than {MAX_NESTING_DEPTH} levels deep.")
    return value


def strict_convert(value: Any, target_type: type[T]) -> T:
    """Return the value as one of this type, without converting strings, numbers or booleans into each other.

    Raises:
        Problem: `invalid`, with the path of the field.
    """
    try:
        return msgspec.convert(value, target_type)
    except msgspec.ValidationError as error:
        raise validation_problem(error) from None


def validation_problem(error: msgspec.ValidationError) -> Problem:
    """Return the problem for a value of the wrong shape, with a JSON pointer to the field."""
    # msgspec says only in its message where the error is, as " - at `$.cards[0]`".
    message, _, path = str(error).partition(" - at `$")
    pointer = re.sub(r"[.\[]([^.\[\]]+)\]?", r"/\1", path.rstrip("`"))
    field = re.search(r"(unknown|required) field `(.*)`", message, re.DOTALL)
    if field:
        pointer += f"/{field[2].replace('~', '~0').replace('/', '~1')}"
    code = {"unknown": "unknown_field", "required": "missing_field"}.get(field[1] if field else "", "wrong_value")
    return field_problem(pointer, code, message)


def field_problem(pointer: str, code: str, detail: str) -> Problem:
    """Return an `invalid` problem with one field."""
    return Problem("invalid", errors=[FieldError(pointer=pointer, code=code, detail=detail)])


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise Problem("malformed", "The body has a duplicate key.")
    return value


def _parse_integer(number: str) -> int:
    # I-JSON has one zero. Some languages read -0 as a float, others as the integer 0.
    if number == "-0":
        raise Problem("malformed", "Zero must be written as 0, not -0.")
    return int(number)


def _reject_fraction(number: str) -> NoReturn:
    raise Problem("malformed", f"Only whole numbers are accepted, not {number[:20]}.")


def _nesting_depth(value: Any) -> int:
    match value:
        case dict():
            return 1 + max(map(_nesting_depth, value.values()), default=0)
        case list():
            return 1 + max(map(_nesting_depth, value), default=0)
        case _:
            return 0
