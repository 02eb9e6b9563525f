"""Cards and the piles they lie in."""

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

Card: TypeAlias = str
Pile: TypeAlias = tuple[Card, ...]
T = TypeVar("T")

Chance: TypeAlias = Callable[[str, Sequence[Card]], Pile]
"""Luck as an argument: a label and what to shuffle; the same label in the same match always gives the same order."""


def put(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The row with another value at one index."""
    return (*row[:index], value, *row[index + 1 :])


def without(hand: Pile, cards: Sequence[Card]) -> Pile:
    """The hand once these cards have left it."""
    return tuple(card for card in hand if card not in cards)


def deal(deck: Pile, wants: Sequence[int], first: int) -> tuple[Pile, ...]:
    """What each seat draws from the top of the deck, one card at a time in seat order from `first`,
    until the wants are met or the deck is empty (C-uk; for the other rule sets any order would do)."""
    drawn: list[list[Card]] = [[] for _ in wants]
    order = [(first + turn) % len(wants) for turn in range(len(wants))]
    top = iter(deck)
    for count in range(max(wants, default=0)):
        for seat in order:
            if count < wants[seat] and (card := next(top, None)) is not None:
                drawn[seat].append(card)
    return tuple(tuple(cards) for cards in drawn)
