"""Encode the rulebook's events as public data and sealed parts, and decode them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.digests import seal_digest
from games.rulebook.board import Board
from games.rulebook.event_names import EVENT_CLASS_BY_NAME, EVENT_NAME_BY_CLASS
from games.rulebook.events import Event
from games.rulebook.sealed import Part, sealed_parts

# msgspec inspects a type when it first meets it, and threads that do so at the same time can crash the process.
# So all decoders are made at import.
_DECODERS = {name: msgspec.json.Decoder(event) for name, event in EVENT_CLASS_BY_NAME.items()}

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""Functions that lift the data of an event to the next schema, by type and older schema number."""

TYPES_SEALED_BY_SEAT = {"hands_dealt", "hands_refilled", "hands_passed"}
"""Types of events with one sealed part per seat."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SealedPart:
    """A sealed part with its opening: salt (hex) and canonical value."""

    part: Part
    salt: str
    value: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EncodedEvent:
    """An event as it is stored: public data, and the sealed parts beside it."""

    type: str
    schema: int
    data: dict[str, Any]
    parts: tuple[SealedPart, ...]


def current_schema(type_name: str) -> int:
    """Return the schema in which events of this type are written now."""
    return 1 + max((schema for name, schema in UPCASTERS if name == type_name), default=0)


def encode(event: Event, board: Board | None, new_salt: Callable[[], str]) -> EncodedEvent:
    """Return the event's public data and sealed parts; for each secret the data holds only a digest.

    Args:
        event: what happened.
        board: the board on which it happened, which decides who may read what; None in the lobby.
        new_salt: returns 32 fresh random bytes in hex.
    """
    name = EVENT_NAME_BY_CLASS[type(event)]
    data: dict[str, Any] = msgspec.to_builtins(event)
    parts = tuple(
        SealedPart(part=part, salt=new_salt(), value=encode_canonical(msgspec.to_builtins(part.value)))
        for part in sealed_parts(event, board)
    )
    for sealed in parts:
        data.pop(sealed.part.name.partition("/")[0], None)
    if parts:
        data["sealed"] = {sealed.part.name: seal_digest(sealed.salt, sealed.value) for sealed in parts}
    return EncodedEvent(type=name, schema=current_schema(name), data=data, parts=parts)


def decode(type_name: str, schema: int, data: dict[str, Any], values: Mapping[str, str | None]) -> Event:
    """Return the event; `values` holds the canonical text of each sealed part, None where it was erased.

    Raises:
        msgspec.ValidationError: the data don't have the event's shape.
    """
    fields = {name: value for name, value in data.items() if name != "sealed"}
    for part, text in values.items():
        field, _, seat = part.partition("/")
        value = None if text is None else msgspec.json.decode(text)
        if seat:
            fields.setdefault(field, [[]] * len(data["counts"]))[int(seat)] = value
        else:
            fields[field] = value
    return msgspec.convert(upcast_data(type_name, schema, fields), EVENT_CLASS_BY_NAME[type_name])


def upcast_data(type_name: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of an event in today's schema."""
    while upcast := UPCASTERS.get((type_name, schema)):
        data, schema = upcast(data), schema + 1
    return data


def decode_json(type_name: str, schema: int, data: msgspec.Raw, values: Mapping[str, str | None]) -> Event:
    """Return the same as `decode`, from the text of the data.

    Most events are decoded in one step, because replaying a log does little else.
    """
    if (type_name, schema) in UPCASTERS or type_name in TYPES_SEALED_BY_SEAT:
        return decode(type_name, schema, msgspec.json.decode(data), values)
    if not values:
        return _DECODERS[type_name].decode(data)
    # Sealed values are put back as text, before the closing brace. The comma in front of them is right because the data
    # are never empty: they hold the digests.
    parts = "".join([f',"{part}":{value or "null"}' for part, value in values.items()])
    return _DECODERS[type_name].decode(b"".join((memoryview(data)[:-1], parts.encode(), b"}")))
