"""The limits of a record: far beyond any match that was ever played, and small enough to verify whatever is sent.

Without them the numbers in a file from a stranger would decide how much time and memory verifying it takes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

MAX_RECORD_BYTES = 64 * 1024 * 1024
MAX_EVENTS = 100_000
MAX_RECEIPT_LINES = 10_000
MAX_RECEIPTS = 1_000
"""Different receipts in a record; each costs the check of a signature. The server writes one."""
MAX_KEYS = 100
MAX_HEADER_BYTES = 4 * 1024 * 1024
MAX_LINE_BYTES = 16 * 1024 * 1024
"""The line of an event with its openings; the end of a long match opens all that was sealed."""
MAX_EVENT_BYTES = 1024 * 1024
MAX_CARDS = 10_000
MAX_DECKS = 100
MAX_LIST_LENGTH = 1_000
"""Items of any list in an event, but the cards in its decks."""
MAX_TEXT_LENGTH = 10_000
MAX_STEPS = 100
"""Numbers of players that a rule set allows, and steps of a number that depends on them."""

TERM_BOUNDS: Mapping[str, tuple[int, int]] = {
    "seats": (1, 100),
    "players": (1, 100),
    "from_players": (0, 100),
    "hand": (1, 100),
    "submits": (1, 100),
    "votes": (1, 100),
    "lone_finder": (0, 1_000),
    "single_vote_point_from": (0, 1_000),
    "bonus_cap": (0, 1_000_000),
    "cap": (0, 1_000_000),
    "points": (1, 1_000_000),
    "laps": (1, 1_000_000),
}
"""The smallest and the largest value of each number in the terms of a match, whatever the bounds of house rules are."""
STEP_NAMES = ("hand", "submits", "votes", "lone_finder")


def size_fault(data: Mapping[str, Any], text_length: int) -> str | None:
    """Return what is too large in the data of an event, as a sentence; None if nothing is.

    Args:
        text_length: the length of the event's JSON text.
    """
    if text_length > MAX_EVENT_BYTES:
        return f"An event has at most {MAX_EVENT_BYTES} bytes."
    # Two characters are the least that an item takes, so short events needn't be searched.
    if text_length <= 2 * MAX_LIST_LENGTH:
        return None
    decks = data.get("decks", ())
    return _cards_fault(decks) or _value_fault({name: value for name, value in data.items() if name != "decks"})


def opening_fault(value: Any) -> str | None:
    """Return what is too large in the value of an opening; the order of a deck may be as long as the deck."""
    return _value_fault(value, MAX_CARDS)


def terms_fault(data: Mapping[str, Any]) -> str | None:
    """Return which number of the terms in `match_opened` is out of bounds, as a phrase; None if none is.

    Values of other types are left to the decoder, which refuses them.
    """
    ruleset = data.get("ruleset")
    if not isinstance(ruleset, Mapping):
        return None
    for name in ("players", *STEP_NAMES):
        if isinstance(ruleset.get(name), list) and len(ruleset[name]) > MAX_STEPS:
            return f"{name} has more than {MAX_STEPS} entries"
    for name, number in _numbers(data, ruleset):
        least, most = TERM_BOUNDS[name]
        if isinstance(number, int) and not least <= number <= most:
            return f"{name} is not between {least} and {most}"
    return None


def _numbers(data: Mapping[str, Any], ruleset: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the numbers of the terms, each with its name in `TERM_BOUNDS`."""
    yield "seats", data.get("seats")
    yield from (("players", number) for number in _items(ruleset.get("players")))
    for name in STEP_NAMES:
        for step in map(_items, _items(ruleset.get(name))):
            yield from zip(("from_players", name), step, strict=False)
    for holder in (ruleset, ruleset.get("crowd"), ruleset.get("end")):
        if isinstance(holder, Mapping):
            names = ("single_vote_point_from", "bonus_cap", "cap", "points", "laps")
            yield from ((name, holder.get(name)) for name in names)


def _items(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _cards_fault(decks: Any) -> str | None:
    card_lists = [_items(deck.get("cards")) for deck in _items(decks) if isinstance(deck, Mapping)]
    if len(_items(decks)) > MAX_DECKS or sum(map(len, card_lists)) > MAX_CARDS:
        return f"A match has at most {MAX_DECKS} decks with {MAX_CARDS} cards."
    return next(filter(None, map(_value_fault, (card for cards in card_lists for card in cards))), None)


def _value_fault(value: Any, max_length: int = MAX_LIST_LENGTH) -> str | None:
    """Return what is too large anywhere in a JSON value."""
    unseen = [value]
    while unseen:
        match unseen.pop():
            case str() as text if len(text) > MAX_TEXT_LENGTH:
                return f"A text has at most {MAX_TEXT_LENGTH} characters."
            case list() | dict() as items if len(items) > max_length:
                return f"A list has at most {max_length} items."
            case list() as items:
                unseen.extend(items)
            case dict() as members:
                unseen.extend(members.values())
    return None
