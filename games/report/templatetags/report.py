"""Template tags and filters of the audit page. `seat_labels` and `pictures` come from the page's context."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.report.report_types import DrawTold, EventTold, PartTold, StepTold

register = template.Library()
CARD_PARTS = ("card", "cards", "order", "hands")


class Swap(NamedTuple):
    """One step of a shuffle, with the two items that it swaps and the number of items still to be placed."""

    step: StepTold
    rejected: tuple[int, ...]
    remaining: int
    left: str
    right: str


@register.simple_tag(takes_context=True)
def player(context: template.Context, seat: int | None) -> SafeString | str:
    """Return the name of the seat's player; `seat N` without a name, `no one` without a seat."""
    if seat is None:
        return "no one"
    label = context["seat_labels"].get(seat)
    # Isolated, so that a right-to-left name cannot reorder the text around it.
    return f"seat {seat}" if label is None else format_html("<bdi>{}</bdi>", label)


@register.inclusion_tag("report/card.html", takes_context=True)
def card(context: template.Context, card_id: str) -> dict[str, Any]:
    """Render a card as a small picture, or as its id if this server has no such card."""
    return {"card": card_id, "picture": context["pictures"].get(card_id)}


@register.simple_tag(takes_context=True)
def unnamed_actor(context: template.Context, event: EventTold) -> int | str | None:
    """Return who caused the event, if the sentence does not name them."""
    if isinstance(event.actor, int) and context["seat_labels"].get(event.actor, f"seat {event.actor}") in event.words:
        return None
    return event.actor


@register.filter
def hand_seat(part: PartTold) -> int | None:
    """Return the seat whose hand the part is; None for any other part."""
    seat = part.part.partition("/")[2]
    return int(seat) if seat.isdecimal() else None


@register.filter
def open_cards(part: PartTold) -> list[str] | None:
    """Return the cards of the part; None if it has none or they are not open."""
    if part.state != "open" or part.part.partition("/")[0] not in CARD_PARTS:
        return None
    return [part.value] if isinstance(part.value, str) else list(part.value)


@register.filter
def plain_value(part: PartTold) -> str:
    """Return the value of an open part as text, a list separated by commas."""
    return ", ".join(map(str, part.value)) if isinstance(part.value, list) else str(part.value)


@register.filter
def swaps(draw: DrawTold) -> Iterator[Swap]:
    """Yield the steps of a shuffle with the items that each step swaps."""
    items = list(draw.items)
    for step in draw.steps:
        left, right = items[step.last], items[step.other]
        items[step.last], items[step.other] = right, left
        yield Swap(step=step, rejected=step.draws[:-1], remaining=step.last + 1, left=left, right=right)
