"""The tables of events as the audit page shows them.

A page has thousands of values, and a tag, a filter or an `include` for each would take most of the time of a request.
So a row contains nothing but text, escaped, in a dictionary, which is what a template reads fastest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from typing_extensions import TypedDict

from games.report.page_labels import PageLabels, card_id_code, escape_text, version_link
from games.report.report_types import EventTold, PartTold, Report

CARD_PARTS = ("card", "cards", "order", "hands")
MAX_PICTURES_PER_PART = 20
"""A part with more cards, such as a deck, shows only their ids."""


class PartRow(TypedDict):
    """A sealed part. Its value, if it is open, is in `code`, `text` or `cards`; those that do not apply are None.

    `cards` is the number of cards in words, `card_ids` and `pictures` show them. `holder` is None if no one could see
    the part before everyone. `holder_from` and `all_from` are links to versions, None if they have not been reached.
    """

    name: SafeString
    state: str
    code: SafeString | None
    text: SafeString | None
    cards: SafeString | None
    card_ids: SafeString
    pictures: SafeString
    holder: SafeString | None
    holder_from: SafeString | None
    all_from: SafeString | None
    opens: str


class EventRow(TypedDict):
    """An event. `actor` is who caused it, None if the sentence says so."""

    version: SafeString
    at: SafeString
    shown_at: SafeString
    words: SafeString
    type: SafeString
    actor: SafeString | None
    hash: SafeString
    parts: Sequence[PartRow]


@dataclass(frozen=True, kw_only=True, slots=True)
class EventGroup:
    title: str
    rows: list[EventRow]


def build_event_groups(report: Report, labels: PageLabels) -> list[EventGroup]:
    """Return the events of each round with a title, and before them those before the first round."""
    round_starts = {round_report.begun: f"Round {round_report.round}" for round_report in report.rounds}
    groups = [EventGroup(title="Before the first round", rows=[])]
    for event in report.events:
        if event.version in round_starts:
            groups.append(EventGroup(title=round_starts[event.version], rows=[]))
        groups[-1].rows.append(_event_row(event, labels))
    return groups


def _event_row(event: EventTold, labels: PageLabels) -> EventRow:
    return {
        "version": SafeString(event.version),
        "at": escape_text(event.at),
        "shown_at": escape_text(f"{event.at[:10]} {event.at[11:19]}"),
        "words": escape_text(event.words),
        "type": escape_text(event.type),
        "actor": _unnamed_actor(event, labels),
        "hash": escape_text(event.hash),
        "parts": [_part_row(part, labels) for part in event.parts],
    }


def _unnamed_actor(event: EventTold, labels: PageLabels) -> SafeString | None:
    """Return who caused the event, if the sentence does not name them."""
    if event.actor is None:
        return None
    if isinstance(event.actor, str):
        return escape_text("the clock" if event.actor == "clock" else event.actor)
    is_named = labels.names.get(event.actor, f"seat {event.actor}") in event.words
    return None if is_named else labels.player(event.actor)


def _part_row(part: PartTold, labels: PageLabels) -> PartRow:
    kind, _, seat = part.part.partition("/")
    is_open = part.state == "open"
    cards = _cards(part.value) if is_open and kind in CARD_PARTS else None
    shown_pictures = cards if cards and len(cards) <= MAX_PICTURES_PER_PART else ()
    holder_is_first = part.holder is not None and part.holder_from != part.all_from
    return {
        "name": SafeString("hand of ") + labels.player(int(seat)) if seat.isdecimal() else escape_text(part.part),
        "state": "no card" if cards == [] else part.state,
        "code": _code(part) if is_open and cards is None else None,
        "text": _text(part) if is_open else None,
        "cards": SafeString("1 card" if len(cards) == 1 else f"{len(cards)} cards") if cards else None,
        "card_ids": SafeString(", ".join(map(card_id_code, cards or ()))),
        "pictures": SafeString("".join(map(labels.card, shown_pictures))),
        "holder": labels.player(part.holder) if holder_is_first else None,
        "holder_from": version_link(part.holder_from) if holder_is_first and part.holder_from else None,
        "all_from": version_link(part.all_from) if part.all_from else None,
        "opens": part.opens,
    }


def _cards(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _text(part: PartTold) -> SafeString | None:
    """Return a player's name or clue; None for any other part, or without words."""
    if part.part == "player" and part.value:
        return escape_text(part.value["name"])
    return escape_text(part.value) if part.part == "text" and part.value else None


def _code(part: PartTold) -> SafeString | None:
    """Return the value of a part other than a name or a clue, a list separated by commas."""
    if part.part == "text" or (part.part == "player" and part.value):
        return None
    return escape_text(", ".join(map(str, part.value)) if isinstance(part.value, list) else part.value)
