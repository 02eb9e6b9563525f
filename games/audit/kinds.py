"""JSON values as the rulebook's records: exactly the members that a record has, of exactly its types."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

Reader: TypeAlias = Callable[[Any], Any]
TIME_LENGTH = 20
"""2026-11-28T05:24:02Z, and longer with a fraction."""


class Unfit(Exception):
    """The value is not of this kind."""


@cache
def reader(kind: Any) -> Reader:
    """What reads a value of this kind, or raises Unfit."""
    if is_dataclass(kind):
        return _record(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return _one_of(inner)
    if origin in (Union, UnionType):
        return _either(inner)
    if origin is tuple:
        return _row(inner)
    if kind is datetime:
        return _time
    return _plain(kind)


def _plain(kind: type) -> Reader:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise Unfit(f"{value!r:.60} is no {kind.__name__}")
        return value

    return read


def _one_of(values: tuple[Any, ...]) -> Reader:
    def read(value: Any) -> Any:
        if not isinstance(value, str) or value not in values:
            raise Unfit(f"{value!r:.60} is none of {', '.join(values)}")
        return value

    return read


def _either(kinds: tuple[Any, ...]) -> Reader:
    some = [reader(kind) for kind in kinds if kind is not NoneType]
    assert len(some) == 1 and NoneType in kinds, "events have no other unions than with None"
    return lambda value: None if value is None else some[0](value)


def _row(kinds: tuple[Any, ...]) -> Reader:
    every = reader(kinds[0]) if kinds[-1] is Ellipsis else None
    each = [] if every else [reader(kind) for kind in kinds]

    def read(value: Any) -> Any:
        if not isinstance(value, list) or (each and len(value) != len(each)):
            raise Unfit(f"{value!r:.60} is not such a list")
        return tuple(map(every, value)) if every else tuple(one(item) for one, item in zip(each, value, strict=True))

    return read


def _time(value: Any) -> datetime:
    if not isinstance(value, str) or len(value) < TIME_LENGTH or not value.endswith("Z"):
        raise Unfit(f"{value!r:.60} is no time in UTC")
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        raise Unfit(f"{value!r:.60} is no time") from None


def _record(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    readers = {field.name: reader(hints[field.name]) for field in fields(kind)}
    needed = {field.name for field in fields(kind) if field.default is MISSING}

    def read(value: Any) -> Any:
        if not isinstance(value, Mapping) or not needed <= value.keys() <= readers.keys():
            raise Unfit(f"{kind.__name__} has not the members that it should have")
        return kind(**{name: readers[name](member) for name, member in value.items()})

    return read
