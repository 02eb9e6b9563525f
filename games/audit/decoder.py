"""Strict decoding of JSON values into the rulebook's dataclasses: exactly their members, of exactly their types.

The server uses msgspec for this. The verifier has nothing but the standard library.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

Decoder: TypeAlias = Callable[[Any], Any]
MIN_TIME_LENGTH = 20
"""The length of `2026-11-28T05:24:02Z`. With fractions of a second it is longer."""


class DecodeError(Exception):
    """The value does not have the expected type. The message says why."""


@cache
def decoder_for(kind: Any) -> Decoder:
    """Return a function that decodes a JSON value to this type, or raises `DecodeError`.

    Args:
        kind: A dataclass, a `Literal`, a tuple, an optional type, `datetime` or a JSON primitive.
    """
    if is_dataclass(kind):
        return _dataclass_decoder(kind)
    origin, type_arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return _literal_decoder(type_arguments)
    if origin in (Union, UnionType):
        return _optional_decoder(type_arguments)
    if origin is tuple:
        return _tuple_decoder(type_arguments)
    if kind is datetime:
        return _decode_time
    return _exact_type_decoder(kind)


def _exact_type_decoder(kind: type) -> Decoder:
    def decode(value: Any) -> Any:
        # Not isinstance: in Python, True is an int.
        if type(value) is not kind:
            raise DecodeError(f"{value!r:.60} is not of type {kind.__name__}")
        return value

    return decode


def _literal_decoder(values: tuple[Any, ...]) -> Decoder:
    def decode(value: Any) -> Any:
        if not isinstance(value, str) or value not in values:
            raise DecodeError(f"{value!r:.60} is not one of {', '.join(values)}")
        return value

    return decode


def _optional_decoder(kinds: tuple[Any, ...]) -> Decoder:
    decoders = [decoder_for(kind) for kind in kinds if kind is not NoneType]
    assert len(decoders) == 1 and NoneType in kinds, "the only unions in events are with None"
    return lambda value: None if value is None else decoders[0](value)


def _tuple_decoder(kinds: tuple[Any, ...]) -> Decoder:
    repeated_decoder = decoder_for(kinds[0]) if kinds[-1] is Ellipsis else None
    item_decoders = [] if repeated_decoder else [decoder_for(kind) for kind in kinds]

    def decode(value: Any) -> Any:
        if not isinstance(value, list) or (item_decoders and len(value) != len(item_decoders)):
            raise DecodeError(f"{value!r:.60} is not a list, or has the wrong length")
        return (
            tuple(map(repeated_decoder, value))
            if repeated_decoder
            else tuple(decode_item(item) for decode_item, item in zip(item_decoders, value, strict=True))
        )

    return decode


def _decode_time(value: Any) -> datetime:
    if not isinstance(value, str) or len(value) < MIN_TIME_LENGTH or not value.endswith("Z"):
        raise DecodeError(f"{value!r:.60} is not a UTC timestamp")
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        raise DecodeError(f"{value!r:.60} is not a valid timestamp") from None


def _dataclass_decoder(kind: Any) -> Decoder:
    hints = get_type_hints(kind)
    decoders = {field.name: decoder_for(hints[field.name]) for field in fields(kind)}
    required = {field.name for field in fields(kind) if field.default is MISSING}

    def decode(value: Any) -> Any:
        # Fields with a default may be missing: older logs were written before these fields existed.
        if not isinstance(value, Mapping) or not required <= value.keys() <= decoders.keys():
            raise DecodeError(f"{kind.__name__} has missing or unknown members")
        return kind(**{name: decoders[name](member) for name, member in value.items()})

    return decode
