"""The page's section on events: each event with its sealed parts, their content, and who could see them when."""

from html import escape

from games.report.page.context import PageContext, collapsible_html, table_html, user_text_html
from games.report.report_types import EventTold, PartTold

EVENT_TABLE_HEADINGS = ("Version", "At", "What happened", "Who could see it")
SEALING_EXPLANATION = """<p>Everyone receives every event at once. Its secret parts are <em>sealed</em>: everyone
receives their digests, but only players who may see a part receive its opening, from the version shown.</p>
"""
MAX_PICTURES_PER_PART = 20
"""A part with more cards, such as a deck, shows only their ids."""
CARD_PARTS = ("card", "cards", "order", "hands")


def render_events(context: PageContext) -> str:
    """Return a table of events for each round, and one for the time before the first round."""
    round_by_first_version = {round_report.begun: round_report.round for round_report in context.report.rounds}
    groups: list[tuple[str, list[EventTold]]] = [("Before the first round", [])]
    for event in context.report.events:
        if event.version in round_by_first_version:
            groups.append((f"Round {round_by_first_version[event.version]}", []))
        groups[-1][1].append(event)
    return SEALING_EXPLANATION + "".join(_render_event_group(context, title, group) for title, group in groups)


def _render_event_group(context: PageContext, title: str, group: list[EventTold]) -> str:
    versions = f"Versions {group[0].version} to {group[-1].version}"
    return f"<h3>{title}</h3>\n" + table_html(
        versions, EVENT_TABLE_HEADINGS, (_event_row(context, event) for event in group), css_class="log"
    )


def _event_row(context: PageContext, event: EventTold) -> tuple[str, str, str, str]:
    time = f'<time datetime="{escape(event.at)}">{escape(event.at[:19].replace("T", " "))}</time>'
    description = f"{escape(event.words)} <code>{escape(event.type)}</code>{_actor_note(context, event)}"
    part_items = "".join(f"<li>{_render_part(context, part)}</li>" for part in event.parts)
    return (
        f'<span id="v{event.version}">{event.version}</span>',
        time,
        description + collapsible_html("hash", f"<code>{event.hash}</code>"),
        f"<ul>{part_items}</ul>" if part_items else "everyone",
    )


def _actor_note(context: PageContext, event: EventTold) -> str:
    """Return who caused the event, if the sentence does not name them."""
    match event.actor:
        case int(seat) if context.name_by_seat.get(seat, f"seat {seat}") not in event.words:
            return f' <span class="dim">by {context.seat_name_html(seat)}</span>'
        case "clock":
            return ' <span class="dim">by the clock</span>'
        case "staff":
            return ' <span class="dim">by staff</span>'
        case _:
            return ""


def _render_part(context: PageContext, part: PartTold) -> str:
    """Return the part's name, its content if it is open, and who could see it."""
    name_and_value = f"{_part_name(context, part.part)}{_part_value(part)}"
    return f"{name_and_value}: {_visibility_text(context, part)}{_card_details(context, part)}"


def _part_name(context: PageContext, part: str) -> str:
    field, _, seat = part.partition("/")
    return f"hand of {context.seat_name_html(int(seat))}" if seat.isdecimal() else field


def _visibility_text(context: PageContext, part: PartTold) -> str:
    """Return who could see the part, from which version on."""
    viewers = []
    if part.holder is not None and part.holder_from != part.all_from:
        when = f"from {_version_link(part.holder_from)}" if part.holder_from else "once a clue is given"
        viewers.append(f"{context.seat_name_html(part.holder)} {when}")
    later = "at the end" if part.opens == "end" else "with the scores of the round"
    viewers.append(f"everyone from {_version_link(part.all_from)}" if part.all_from else f"everyone {later}")
    return "; ".join(viewers)


def _version_link(version: int) -> str:
    return f'<a href="#v{version}">{version}</a>'


def _part_value(part: PartTold) -> str:
    match part.state:
        case "erased":
            return " <b>erased</b>"
        case "sealed":
            return " (sealed)"
        case "open" if part.part == "player" and part.value:
            return f" {user_text_html(part.value['name'])}"
        case "open" if part.part == "text":
            return f" {user_text_html(part.value)}" if part.value else " (no words)"
        case "open" if _holds_cards(part):
            return ""
        case "open":
            value = ", ".join(map(str, part.value)) if isinstance(part.value, list) else str(part.value)
            return f" <code>{escape(value)}</code>"


def _holds_cards(part: PartTold) -> bool:
    return part.part.partition("/")[0] in CARD_PARTS


def _card_details(context: PageContext, part: PartTold) -> str:
    if part.state != "open" or not _holds_cards(part):
        return ""
    cards = [part.value] if isinstance(part.value, str) else part.value
    if not cards:
        return " (no card)"
    names = ", ".join(f"<code>{escape(card)}</code>" for card in cards)
    pictures = "".join(map(context.card_html, cards)) if len(cards) <= MAX_PICTURES_PER_PART else ""
    gallery = f'<p class="hand">{pictures}</p>' if pictures else ""
    return collapsible_html("1 card" if len(cards) == 1 else f"{len(cards)} cards", f"<p>{names}</p>{gallery}")
