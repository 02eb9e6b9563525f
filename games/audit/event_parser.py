"""Parse the events of a record into the rulebook's classes, with opened parts filled in."""

import json
from collections.abc import Mapping
from typing import Any

from games.audit.decoder import DecodeError, decoder_for
from games.audit.record_limits import terms_fault
from games.audit.record_line import HASH_PATTERN, EventLine
from games.rulebook.event_names import EVENT_CLASS_BY_NAME
from games.rulebook.events import Event
from games.rulebook.terms import HOUSE_RULES_NAME

EVENT_SCHEMA_VERSION = 1
HEX_FIELDS = {"seed", "seed_digest", "entropy", "entropy_digest", "next_digest"}
ERASED_ID_PREFIX = "erased-"
_DECODERS = {name: decoder_for(kind) for name, kind in EVENT_CLASS_BY_NAME.items()}  # type: ignore[arg-type]  # classes are hashable


class HiddenPart(Exception):
    """A part of the event is sealed for the viewer for whom the record was made."""


def parse_event(line: EventLine, opened: Mapping[tuple[int, str], str]) -> Event:
    """Return the event of a line.

    Erased parts are replaced by placeholders, which the rules accept: they never look at the text of a clue or a name.

    Args:
        opened: The canonical JSON of every part that the record opens at any version, by version and name. Erased
            parts are not among them.

    Raises:
        DecodeError: The body does not have the shape of its event type.
        HiddenPart: A part is still sealed.
    """
    body = line.body
    if body["type"] not in EVENT_CLASS_BY_NAME or body["schema"] != EVENT_SCHEMA_VERSION:
        raise DecodeError(f"there is no event type {body['type']} with schema {body['schema']}")
    # Before anything is made for each seat.
    if body["type"] == "match_opened" and (fault := terms_fault(body["data"])):
        raise DecodeError(fault)
    fields = {name: value for name, value in body["data"].items() if name != "sealed"}
    seat_values: dict[str, dict[int, Any]] = {}
    for part in line.sealed:
        # Hands and reservations are sealed seat by seat, as hands/0, hands/1, …
        field_name, _, seat = part.partition("/")
        value = _part_value(body["version"], part, opened, is_clue=body["type"] == "clue_given")
        if not seat:
            fields[field_name] = value
        elif seat.isdecimal():
            seat_values.setdefault(field_name, {})[int(seat)] = value
    for field_name, values in seat_values.items():
        # Every seat has a hand, but not every seat is reserved.
        seats = sorted(values) if field_name == "hands" else range(_seat_count(body))
        fields[field_name] = [values.get(seat) for seat in seats]
    # The types say only `str`, and `bytes.fromhex` would accept capitals and spaces as well.
    for name in fields.keys() & HEX_FIELDS:
        if fields[name] is not None and not HASH_PATTERN.fullmatch(str(fields[name])):
            raise DecodeError(f"{name} is not 32 bytes of hexadecimal")
    event: Event = _DECODERS[body["type"]](fields)
    return event


def _seat_count(body: Mapping[str, Any]) -> int:
    seats = body["data"].get("seats") if body["type"] == "match_opened" else None
    if type(seats) is not int:
        raise DecodeError("the number of seats is missing")
    return seats


def _part_value(version: int, part: str, opened: Mapping[tuple[int, str], str], *, is_clue: bool) -> Any:
    text = opened.get((version, part))
    if text is not None:
        return json.loads(text)
    match part.partition("/")[0]:
        case "reserved_for":
            return {"id": f"{ERASED_ID_PREFIX}{part}", "name": "erased"}
        case "player":
            # Unique by version: the rules refuse the same player on two seats.
            return {"id": f"{ERASED_ID_PREFIX}{version}", "name": "erased"}
        case "ruleset_name":
            return {"by": ERASED_ID_PREFIX, "name": HOUSE_RULES_NAME}
        case "text":
            return "erased" if is_clue else None
        case _:
            raise HiddenPart(part)
