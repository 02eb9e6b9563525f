"""The members of a record's lines and their types: a short form of the schema of `docs/reference/record.md`."""

import re
from collections.abc import Callable
from typing import Any, TypeAlias

ShapeCheck: TypeAlias = Callable[[Any], bool]

HEX_8_BYTES = re.compile(r"[0-9a-f]{16}")
HEX_32_BYTES = re.compile(r"[0-9a-f]{64}")
HEX_64_BYTES = re.compile(r"[0-9a-f]{128}")
MATCH_ID_PATTERN = re.compile(r"[A-Za-z0-9_-]{1,40}")
TIME_PATTERN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z")


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_boolean(value: Any) -> bool:
    return isinstance(value, bool)


def is_version(value: Any) -> bool:
    return is_integer(value) and value >= 1


def equal_to(expected: Any) -> ShapeCheck:
    return lambda value: value == expected and type(value) is type(expected)


def matching(pattern: re.Pattern[str]) -> ShapeCheck:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def any_of(*checks: ShapeCheck) -> ShapeCheck:
    return lambda value: any(fit(value) for fit in checks)


def is_null(value: Any) -> bool:
    return value is None


def list_of(item_check: ShapeCheck) -> ShapeCheck:
    return lambda value: isinstance(value, list) and all(map(item_check, value))


def object_of(**members: ShapeCheck) -> ShapeCheck:
    """Check for an object with exactly these members."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == members.keys()
        and all(fits(value[name]) for name, fits in members.items())
    )


def is_event_data(value: Any) -> bool:
    parts = value.get("sealed", {}) if isinstance(value, dict) else None
    return isinstance(parts, dict) and all(map(matching(HEX_32_BYTES), parts.values()))


CARD_SHAPE = object_of(id=is_text, sha256=matching(HEX_32_BYTES), words=list_of(is_text))
DECK_SHAPE = object_of(name=is_text, digest=matching(HEX_32_BYTES), cards=any_of(is_null, list_of(CARD_SHAPE)))
KEY_SHAPE = object_of(
    id=matching(HEX_8_BYTES),
    public=matching(HEX_32_BYTES),
    signed_by=any_of(is_null, matching(HEX_8_BYTES)),
    signature=any_of(is_null, matching(HEX_64_BYTES)),
)
HEADER_SHAPE = object_of(
    record=equal_to("dixit"),
    format=equal_to(1),
    match=matching(MATCH_ID_PATTERN),
    version=is_version,
    head=matching(HEX_32_BYTES),
    ruleset=is_text,
    rulebook=is_integer,
    decks=list_of(DECK_SHAPE),
    keys=list_of(KEY_SHAPE),
)
EVENT_BODY_SHAPE = object_of(
    match=matching(MATCH_ID_PATTERN),
    version=is_version,
    type=is_text,
    schema=is_version,
    at=matching(TIME_PATTERN),
    actor=any_of(is_integer, is_text, is_null),
    data=is_event_data,
    prev=matching(HEX_32_BYTES),
)
OPENING_SHAPE = object_of(part=is_text, salt=matching(HEX_32_BYTES), value=lambda value: True, version=is_version)
EVENT_LINE_SHAPE = object_of(event=EVENT_BODY_SHAPE, hash=matching(HEX_32_BYTES), opened=list_of(OPENING_SHAPE))
RECEIPT_SHAPE = object_of(
    head=matching(HEX_32_BYTES),
    key=matching(HEX_8_BYTES),
    match=matching(MATCH_ID_PATTERN),
    signature=matching(HEX_64_BYTES),
    version=is_version,
)
RECEIPT_LINE_SHAPE = object_of(receipt=RECEIPT_SHAPE)
CHECKSUM_LINE_SHAPE = object_of(sha256=matching(HEX_32_BYTES))
