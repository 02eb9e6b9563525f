"""Events of a record as the rulebook knows them, with their sealed parts back in place."""

import json
from collections.abc import Mapping
from typing import Any

from games.audit.kinds import Unfit, reader
from games.audit.line import HEX, Line
from games.rulebook.event_names import EVENT_CLASS_BY_NAME
from games.rulebook.events import Event

SCHEMA = 1
IN_HEX = {"seed", "seed_digest", "entropy", "entropy_digest", "next_digest"}
_READERS = {name: reader(kind) for name, kind in EVENT_CLASS_BY_NAME.items()}  # type: ignore[arg-type]  # classes are hashable


class Hidden(Exception):
    """A part of the event is not open to whom the record was made for."""


def event_of(line: Line, opened: Mapping[tuple[int, str], str]) -> Event:
    """The event. What was erased is replaced by something as good: the rules never ask what a clue or a name says.

    Args:
        opened: the canonical text of each part that is open at any version, erased ones left out.

    Raises:
        Unfit: it is no event of this type.
        Hidden
    """
    body = line.body
    if body["type"] not in EVENT_CLASS_BY_NAME or body["schema"] != SCHEMA:
        raise Unfit(f"there is no event {body['type']}, schema {body['schema']}")
    fields = {name: value for name, value in body["data"].items() if name != "sealed"}
    hands: dict[int, Any] = {}
    for part in line.sealed:
        field, _, seat = part.partition("/")
        value = _value(body["version"], part, opened, clue=body["type"] == "clue_given")
        if not seat:
            fields[field] = value
        elif seat.isdecimal():
            hands[int(seat)] = value
    if hands:
        fields["hands"] = [hands[seat] for seat in sorted(hands)]
    for name in fields.keys() & IN_HEX:
        if fields[name] is not None and not HEX.fullmatch(str(fields[name])):
            raise Unfit(f"{name} is not 32 bytes in hex")
    event: Event = _READERS[body["type"]](fields)
    return event


def _value(version: int, part: str, opened: Mapping[tuple[int, str], str], *, clue: bool) -> Any:
    text = opened.get((version, part))
    if text is not None:
        return json.loads(text)
    match part:
        case "player":
            return {"id": f"erased-{version}", "name": "erased"}
        case "text":
            return "erased" if clue else None
        case _:
            raise Hidden(part)
