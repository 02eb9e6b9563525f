"""Events of the rulebook to public data and sealed parts, and back."""

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

# msgspec looks at a type when it first meets it, and threads that do so at once can crash the process: so, at import.
_DECODERS = {name: msgspec.json.Decoder(event) for name, event in EVENT_CLASS_BY_NAME.items()}

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""How the data of an event of an older schema is lifted to the next one, by type and older schema number."""

TYPES_SEALED_BY_SEAT = {"hands_dealt", "hands_refilled", "hands_passed"}
"""Types whose sealed parts are one for each seat."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SealedPart:
    """A sealed part with what opens it."""

    part: Part
    salt: str
    value: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EncodedEvent:
    type: str
    schema: int
    data: dict[str, Any]
    parts: tuple[SealedPart, ...]


def current_schema(type_name: str) -> int:
    """The schema in which events of this type are written now."""
    return 1 + max((schema for name, schema in UPCASTERS if name == type_name), default=0)


def encode(event: Event, board: Board | None, new_salt: Callable[[], str]) -> EncodedEvent:
    """What goes into the body, and the openings of what doesn't: for each secret the data holds only a digest.

    `board` is the one on which the event happened: it says who may read what.
    """
    name = EVENT_NAME_BY_CLASS[type(event)]
    data: dict[str, Any] = msgspec.to_builtins(event)
    parts = tuple(
        SealedPart(part=part, salt=new_salt(), value=encode_canonical(msgspec.to_builtins(part.value)))
        for part in sealed_parts(event, board)
    )
    for sealed_part in parts:
        data.pop(sealed_part.part.name.partition("/")[0], None)
    if parts:
        data["sealed"] = {secret.part.name: seal_digest(secret.salt, secret.value) for secret in parts}
    return EncodedEvent(type=name, schema=current_schema(name), data=data, parts=parts)


def decode(type_name: str, schema: int, data: dict[str, Any], values: Mapping[str, str | None]) -> Event:
    """The event again. `values` holds the canonical text of each sealed part, None where it was erased."""
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
    """The data of an event in today's schema."""
    while upcast := UPCASTERS.get((type_name, schema)):
        data, schema = upcast(data), schema + 1
    return data


def decode_json(type_name: str, schema: int, data: msgspec.Raw, values: Mapping[str, str | None]) -> Event:
    """The same from the text of the data, in one step for most events: a fold does little else."""
    if (type_name, schema) in UPCASTERS or type_name in TYPES_SEALED_BY_SEAT:
        return decode(type_name, schema, msgspec.json.decode(data), values)
    if not values:
        return _DECODERS[type_name].decode(data)
    # What is sealed goes to its place as text: the data aren't empty, for they hold the digests.
    parts = "".join([f',"{part}":{value or "null"}' for part, value in values.items()])
    return _DECODERS[type_name].decode(b"".join((memoryview(data)[:-1], parts.encode(), b"}")))
