"""Which members the lines of a record have, and their types: the schema of `docs/reference/record.md` in short."""

import re
from collections.abc import Callable
from typing import Any, TypeAlias

Fits: TypeAlias = Callable[[Any], bool]

HEX16 = re.compile(r"[0-9a-f]{16}")
HEX32 = re.compile(r"[0-9a-f]{64}")
HEX64 = re.compile(r"[0-9a-f]{128}")
MATCH = re.compile(r"[A-Za-z0-9_-]{1,40}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z")


def text(value: Any) -> bool:
    return isinstance(value, str)


def number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def flag(value: Any) -> bool:
    return isinstance(value, bool)


def version(value: Any) -> bool:
    return number(value) and value >= 1


def exactly(wanted: Any) -> Fits:
    return lambda value: value == wanted and type(value) is type(wanted)


def like(pattern: re.Pattern[str]) -> Fits:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def either(*fits: Fits) -> Fits:
    return lambda value: any(fit(value) for fit in fits)


def nothing(value: Any) -> bool:
    return value is None


def many(fits: Fits) -> Fits:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def thing(**members: Fits) -> Fits:
    """An object of exactly these members."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == members.keys()
        and all(fits(value[name]) for name, fits in members.items())
    )


def data(value: Any) -> bool:
    parts = value.get("sealed", {}) if isinstance(value, dict) else None
    return isinstance(parts, dict) and all(map(like(HEX32), parts.values()))


CARD = thing(id=text, sha256=like(HEX32), words=many(text))
DECK = thing(name=text, digest=like(HEX32), cards=either(nothing, many(CARD)))
KEY = thing(
    id=like(HEX16), public=like(HEX32), signed_by=either(nothing, like(HEX16)), signature=either(nothing, like(HEX64))
)
HEADER = thing(
    record=exactly("dixit"),
    format=exactly(1),
    match=like(MATCH),
    version=version,
    head=like(HEX32),
    ruleset=text,
    rulebook=number,
    decks=many(DECK),
    keys=many(KEY),
)
BODY = thing(
    match=like(MATCH),
    version=version,
    type=text,
    schema=version,
    at=like(TIME),
    actor=either(number, text, nothing),
    data=data,
    prev=like(HEX32),
)
OPENING = thing(part=text, salt=like(HEX32), value=lambda value: True, version=version)
EVENT = thing(event=BODY, hash=like(HEX32), opened=many(OPENING))
SIGNED = thing(head=like(HEX32), key=like(HEX16), match=like(MATCH), signature=like(HEX64), version=version)
RECEIPT = thing(receipt=SIGNED)
END = thing(sha256=like(HEX32))
