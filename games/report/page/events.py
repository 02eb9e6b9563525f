"""The events one by one, each with its sealed parts: who could see them from when on, and what they hold."""

from html import escape

from games.report.page.room import Room, folded, quoted, table
from games.report.shapes import EventTold, PartTold

HEADS = ("Version", "At", "What happened", "Who could see it")
WORDS = """<p>Every event is known to everybody at once, with all that it says. What is secret in it is
<em>sealed</em>: everybody gets its digest, and what opens it only who may see it, from the version named.</p>
"""
MOST_PICTURES = 20
CARDS = ("card", "cards", "order", "hands")


def events(here: Room) -> str:
    """A table for each round, and one for what came before."""
    begun = {told.begun: told.round for told in here.report.rounds}
    turns: list[tuple[str, list[EventTold]]] = [("Before the first round", [])]
    for event in here.report.events:
        if event.version in begun:
            turns.append((f"Round {begun[event.version]}", []))
        turns[-1][1].append(event)
    return WORDS + "".join(_turn(here, title, told) for title, told in turns)


def _turn(here: Room, title: str, told: list[EventTold]) -> str:
    versions = f"Versions {told[0].version} to {told[-1].version}"
    return f"<h3>{title}</h3>\n" + table(versions, HEADS, (_row(here, event) for event in told), look="log")


def _row(here: Room, event: EventTold) -> tuple[str, str, str, str]:
    time = f'<time datetime="{escape(event.at)}">{escape(event.at[:19].replace("T", " "))}</time>'
    what = f"{escape(event.words)} <code>{escape(event.type)}</code>{_by(here, event)}"
    seen = "".join(f"<li>{_part(here, part)}</li>" for part in event.parts)
    return (
        f'<span id="v{event.version}">{event.version}</span>',
        time,
        what + folded("hash", f"<code>{event.hash}</code>"),
        f"<ul>{seen}</ul>" if seen else "everybody",
    )


def _by(here: Room, event: EventTold) -> str:
    """Whose command it was, where the words don't say so."""
    match event.actor:
        case int(seat) if here.names.get(seat, f"seat {seat}") not in event.words:
            return f' <span class="dim">by {here.name(seat)}</span>'
        case "clock":
            return ' <span class="dim">by the clock</span>'
        case "staff":
            return ' <span class="dim">by the staff</span>'
        case _:
            return ""


def _part(here: Room, part: PartTold) -> str:
    """What it is, if it may be known, and who could see it."""
    return f"{_named(here, part.part)}{_value(part)}: {_who(here, part)}{_cards(here, part)}"


def _named(here: Room, part: str) -> str:
    field, _, seat = part.partition("/")
    return f"hand of {here.name(int(seat))}" if seat.isdecimal() else field


def _who(here: Room, part: PartTold) -> str:
    """From which version on who could see it."""
    seen = []
    if part.holder is not None and part.holder_from != part.all_from:
        when = f"from {_at(part.holder_from)}" if part.holder_from else "once a clue is given"
        seen.append(f"{here.name(part.holder)} {when}")
    later = "at the end" if part.opens == "end" else "with the scores of the round"
    seen.append(f"everybody from {_at(part.all_from)}" if part.all_from else f"everybody {later}")
    return "; ".join(seen)


def _at(version: int) -> str:
    return f'<a href="#v{version}">{version}</a>'


def _value(part: PartTold) -> str:
    match part.state:
        case "erased":
            return " <b>erased</b>"
        case "sealed":
            return " (sealed)"
        case "open" if part.part == "player" and part.value:
            return f" {quoted(part.value['name'])}"
        case "open" if part.part == "text":
            return f" {quoted(part.value)}" if part.value else " (no words)"
        case "open" if _is_of_cards(part):
            return ""
        case "open":
            value = ", ".join(map(str, part.value)) if isinstance(part.value, list) else str(part.value)
            return f" <code>{escape(value)}</code>"


def _is_of_cards(part: PartTold) -> bool:
    return part.part.partition("/")[0] in CARDS


def _cards(here: Room, part: PartTold) -> str:
    if part.state != "open" or not _is_of_cards(part):
        return ""
    cards = [part.value] if isinstance(part.value, str) else part.value
    if not cards:
        return " (no card)"
    names = ", ".join(f"<code>{escape(card)}</code>" for card in cards)
    pictures = "".join(map(here.picture, cards)) if len(cards) <= MOST_PICTURES else ""
    shown = f'<p class="hand">{pictures}</p>' if pictures else ""
    return folded("1 card" if len(cards) == 1 else f"{len(cards)} cards", f"<p>{names}</p>{shown}")
