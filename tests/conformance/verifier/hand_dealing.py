"""Cards in hands: drawn from the deck or passed on, opened or not."""

from typing import Any

from tests.conformance.verifier.event_tape import UNKNOWN_CARD
from tests.conformance.verifier.table_state import TableState


def fill_hands(table: TableState, type_: str, first_seat: int) -> None:
    """Fill the hands from the top of the deck, one card at a time, starting at this seat."""
    drawn: list[list[str]] = [[] for _ in table.hands]
    seats = [(first_seat + turn) % table.player_count for turn in range(table.player_count)]
    while table.deck and (short_seats := [s for s in seats if len(table.hands[s]) + len(drawn[s]) < table.hand_size]):
        for seat in short_seats[: len(table.deck)]:
            drawn[seat].append(table.deck.pop(0))
    event = expect_hands_event(table, type_, drawn)
    for seat, cards in enumerate(drawn):
        table.hands[seat] += reveal_hand_part(table, event, f"hands/{seat}", cards)


def expect_hands_event(table: TableState, type_: str, hands: list[list[str]]) -> Any:
    parts = [f"hands/{seat}" for seat in range(table.player_count)]
    return table.tape.expect_following_event(type_, *parts, counts=[len(cards) for cards in hands])


def reveal_hand_part(table: TableState, event: Any, part: str, cards: list[str]) -> list[str]:
    """Return the cards that must be in this part, now that it reveals them."""
    revealed: list[str] = table.tape.sealed_value(event, part, cards)
    is_consistent = len(revealed) == len(cards) and all(map(_is_consistent_card, cards, revealed))
    table.tape.require(is_consistent, f"{part} should hold {cards}")
    return revealed


def _is_consistent_card(card: str, revealed: str) -> bool:
    return card in (UNKNOWN_CARD, revealed)
