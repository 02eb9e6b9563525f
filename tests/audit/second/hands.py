"""Cards in hands: drawn from the deck, passed on, told or not."""

from typing import Any

from tests.audit.second.table import Table
from tests.audit.second.tape import UNSEEN


def draw(table: Table, type_: str, first: int) -> None:
    """Hands are filled up from the top of the deck, one card at a time, from this seat on."""
    drawn: list[list[str]] = [[] for _ in table.hands]
    seats = [(first + turn) % table.players for turn in range(table.players)]
    while table.deck and (short := [s for s in seats if len(table.hands[s]) + len(drawn[s]) < table.full]):
        for seat in short[: len(table.deck)]:
            drawn[seat].append(table.deck.pop(0))
    event = in_hands(table, type_, drawn)
    for seat, cards in enumerate(drawn):
        table.hands[seat] += seen(table, event, f"hands/{seat}", cards)


def in_hands(table: Table, type_: str, hands: list[list[str]]) -> Any:
    parts = [f"hands/{seat}" for seat in range(table.players)]
    return table.tape.follows(type_, *parts, counts=[len(cards) for cards in hands])


def seen(table: Table, event: Any, part: str, cards: list[str]) -> list[str]:
    """The cards that must be in this part, now that it tells them."""
    told: list[str] = table.tape.part(event, part, cards)
    fits = len(told) == len(cards) and all(map(_may_be, cards, told))
    table.tape.need(fits, f"{part} should hold {cards}")
    return told


def _may_be(card: str, told: str) -> bool:
    return card in (UNSEEN, told)
