"""Encode the rulebook's events as public data and the openings of sealed parts, and decode them."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.digests import seal_digest
from games.rulebook.audience import StoredOpening
from games.rulebook.event_names import EVENT_CLASS_BY_NAME, FIELDS_OF_ABSENCE
from games.rulebook.events import Event, MatchOpened
from games.rulebook.match import Match, board_of, terms_of
from games.rulebook.sealed import sealed_parts
from games.rulebook.terms import FIRST_RULEBOOK_WITH_ABSENCE

# msgspec inspects a type when it first meets it, and threads that do so at the same time can crash the process.
# So all decoders are made at import.
_DECODERS = {name: msgspec.json.Decoder(event) for name, event in EVENT_CLASS_BY_NAME.items()}

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""Functions that lift the data of an event to the next schema, by type and older schema number."""

TYPES_SEALED_BY_SEAT = {"match_opened", "hands_dealt", "hands_refilled", "hands_passed"}
"""Types of events that can have one sealed part per seat."""


def current_schema(type_name: str) -> int:
    """Return the schema in which events of this type are written now."""
    schema = 1
    while (type_name, schema) in UPCASTERS:
        schema += 1
    return schema


def is_known(type_name: str, schema: int) -> bool:
    """Return whether this release knows the event type, in this schema."""
    return type_name in _DECODERS and 1 <= schema <= current_schema(type_name)


def encode(
    event: Event, match: Match | None, version: int, new_salt: Callable[[], str]
) -> tuple[dict[str, Any], list[StoredOpening]]:
    """Return the event's public data, with a digest for each secret, and the openings of these digests.

    Args:
        event: what happened.
        match: the match before it, whose board decides who may read what; None if the event opens the match.
        version: the event's version.
        new_salt: returns 32 fresh random bytes in hex.
    """
    data: dict[str, Any] = msgspec.to_builtins(event)
    if not _handles_absence(event, match):
        for field in FIELDS_OF_ABSENCE.get(type(event), ()):
            del data[field]
    # Like a hand, they are in the sealed parts only, of which there are none if no seat is reserved, or no name chosen.
    data.pop("reserved_for", None)
    data.pop("ruleset_name", None)
    digests: dict[str, str] = {}
    openings: list[StoredOpening] = []
    for part in sealed_parts(event, board_of(match) if match else None):
        # The whole field: hands are sealed seat by seat, but none of them may stay.
        data.pop(part.name.partition("/")[0], None)
        salt, value = new_salt(), encode_canonical(msgspec.to_builtins(part.value))
        digests[part.name] = seal_digest(salt, value)
        openings.append((version, part.name, salt, value, part.reader, part.face_down, part.opens))
    if digests:
        data["sealed"] = digests
    return data, openings


def _handles_absence(event: Event, match: Match | None) -> bool:
    if isinstance(event, MatchOpened):
        return event.rulebook >= FIRST_RULEBOOK_WITH_ABSENCE
    return match is not None and terms_of(match).handles_absence


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
            fields.setdefault(field, [None] * _seat_count(data))[int(seat)] = value
        else:
            fields[field] = value
    return msgspec.convert(upcast_data(type_name, schema, fields), EVENT_CLASS_BY_NAME[type_name])


def _seat_count(data: Mapping[str, Any]) -> int:
    """Return how many seats the data of an event with a sealed part per seat are about."""
    return len(data["counts"]) if "counts" in data else int(data["seats"])


def upcast_data(type_name: str, schema: int, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of an event in today's schema."""
    while upcast := UPCASTERS.get((type_name, schema)):
        data, schema = upcast(data), schema + 1
    return data


def decode_json(type_name: str, schema: int, data: msgspec.Raw, values: Mapping[str, str | None]) -> Event:
    """Return the same as `decode`, from the text of the data.

    Most events are decoded in one step, because replaying a log does little else.
    """
    if (type_name, schema) in UPCASTERS or (values and type_name in TYPES_SEALED_BY_SEAT):
        return decode(type_name, schema, msgspec.json.decode(data), values)
    if not values:
        return _DECODERS[type_name].decode(data)
    # Sealed values are put back as text, before the closing brace. The comma in front of them is right because the data
    # are never empty: they hold the digests.
    parts = "".join([f',"{part}":{value or "null"}' for part, value in values.items()])
    return _DECODERS[type_name].decode(b"".join((memoryview(data)[:-1], parts.encode(), b"}")))
