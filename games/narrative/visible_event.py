"""The events of a match as one viewer may see them, with opened parts put back into the events they belong to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from games.eventlog import event_reader
from games.eventlog.codec import upcast_data
from games.eventlog.event_texts import events_for
from games.eventlog.unreadable_logs import reading_log
from games.rulebook.audience import Audience
from games.rulebook.event_names import EVENT_CLASS_BY_NAME
from games.rulebook.events import Event

SEAT_EVENT_TYPES = {"match_opened", "seat_taken", "seat_left", "seat_moved", "match_started"}


@dataclass(frozen=True, kw_only=True, slots=True)
class VisibleEvent:
    """An event; `data` lacks the parts that its viewer may not see. `actor` is a seat, `clock`, `staff` or None."""

    match: str
    version: int
    type: str
    actor: int | str | None
    at: datetime
    hash: str
    data: dict[str, Any]


class WireOpening(msgspec.Struct):
    """The opening of a sealed part, which arrives with a later event or with the event itself."""

    version: int
    part: str
    value: Any


class WireEvent(msgspec.Struct):
    """An event as the API sends it to clients; without `opened` and `hash` the body of an event, which is public."""

    match: str
    version: int
    type: str
    schema: int
    actor: int | str | None
    at: datetime
    data: dict[str, Any]
    opened: list[WireOpening] = []
    hash: str = ""


_wire_event_decoder = msgspec.json.Decoder(WireEvent)


def visible_events(match_id: str, seat: int | None) -> list[VisibleEvent]:
    """Return all events of a match as this seat (None: the public) may see them; empty if there is no such match.

    A seat's events never contain what only the end of the match opened: they show what the player knew while playing.

    Raises:
        UnreadableLog
    """
    head = event_reader.stream_head(match_id)
    if head is None:
        return []
    texts = events_for(match_id, Audience(seat), 0, head.version)
    with reading_log(match_id):
        return decode_wire_events(texts, skip_final_openings=seat is not None)


def decode_wire_events(texts: Iterable[bytes | str], *, skip_final_openings: bool = False) -> list[VisibleEvent]:
    """Return the events of a match, decoded from the texts of `event_texts`, from version 1 on."""
    return merge_openings(map(_wire_event_decoder.decode, texts), skip_final_openings=skip_final_openings)


def merge_openings(events: Iterable[WireEvent], *, skip_final_openings: bool = False) -> list[VisibleEvent]:
    """Return the events with their opened parts merged into their data. Changes the data of `events` in place.

    Args:
        events: all events of a match, from version 1 on.
        skip_final_openings: leave out what only the end of the match opened.

    Raises:
        NewerEvent: only a newer release knows one of them.
    """
    wire_events = list(events)
    for event in wire_events:
        event_reader.require_known(event.match, event.version, event.type, event.schema)
    for event in wire_events:
        for opening in () if skip_final_openings and event.type == "match_ended" else event.opened:
            # Versions begin at 1 and have no gaps.
            _merge_opening(wire_events[opening.version - 1].data, opening)
    return [
        VisibleEvent(
            match=event.match,
            version=event.version,
            type=event.type,
            actor=event.actor,
            at=event.at,
            hash=event.hash,
            # After the openings, as in `codec.decode`: an upcaster gets the whole event.
            data=upcast_data(event.type, event.schema, event.data),
        )
        for event in wire_events
    ]


def seat_events(events: Iterable[VisibleEvent]) -> Iterator[Event]:
    """Yield the rulebook's events that say who sits where. A player who has been erased is None."""
    for event in events:
        if event.type in SEAT_EVENT_TYPES:
            # Reservations aren't needed, and merged openings have another form than the event.
            data = {name: value for name, value in event.data.items() if name != "reserved_for"}
            yield msgspec.convert({"player": None, **data}, EVENT_CLASS_BY_NAME[event.type])


def _merge_opening(data: dict[str, Any], opening: WireOpening) -> None:
    field, _, seat = opening.part.partition("/")
    if seat:
        data.setdefault(field, {})[int(seat)] = opening.value
    else:
        data[field] = opening.value
