"""What a match's log tells one pair of eyes: its events as a client gets them, with the opened parts back in place."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from games.eventlog import event_reader
from games.eventlog.codec import upcast_data


@dataclass(frozen=True, kw_only=True, slots=True)
class Happened:
    """An event; `data` lacks what these eyes may not see. `actor`: a seat, `clock`, `staff` or None."""

    match: str
    type: str
    actor: int | str | None
    at: datetime
    data: dict[str, Any]


class Opening(msgspec.Struct):
    """A sealed part that may be read from some event on."""

    version: int
    part: str
    value: Any


class Told(msgspec.Struct):
    """An event as a client gets it."""

    match: str
    type: str
    schema: int
    actor: int | str | None
    at: datetime
    data: dict[str, Any]
    opened: list[Opening]


_told = msgspec.json.Decoder(Told)


def seen(match_id: str, seat: int | None) -> list[Happened]:
    """The whole log as this seat (None: the public) may read it; empty when there is no such match."""
    end = event_reader.stream_head(match_id)
    if end is None:
        return []
    return put_together(
        map(_told.decode, event_reader.events_for(match_id, event_reader.Audience(seat), 0, end.version)),
        during=seat is not None,
    )


def put_together(events: Iterable[Told], *, during: bool = False) -> list[Happened]:
    """The events with their opened parts. `during`: only what could be read before the end opened everything."""
    log = list(events)
    for told in log:
        for opening in () if during and told.type == "match_ended" else told.opened:
            _put(log[opening.version - 1].data, opening)
    return [
        Happened(
            match=told.match,
            type=told.type,
            actor=told.actor,
            at=told.at,
            data=upcast_data(told.type, told.schema, told.data),
        )
        for told in log
    ]


def _put(data: dict[str, Any], opening: Opening) -> None:
    field, _, seat = opening.part.partition("/")
    if seat:
        data.setdefault(field, {})[int(seat)] = opening.value
    else:
        data[field] = opening.value
