"""Cards and the piles they lie in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeAlias, TypeVar

Card: TypeAlias = str
Pile: TypeAlias = tuple[Card, ...]
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Draw:
    """What a match's luck is drawn from, as far as everybody may know it."""

    seed_digest: str
    """What commits the house to its seed."""
    entropy: tuple[str | None, ...] = ()
    """What each seat has revealed to add to it."""
    number: int = 0
    """How many draws were void before this one."""


class Chance(Protocol):
    """Luck as an argument. The seeds are its own secret, until it is asked to publish them."""

    def of(self, draw: Draw) -> Self:
        """The luck of this draw."""

    def __call__(self, label: str, items: Sequence[Card], /) -> Pile:
        """The items shuffled; the same label of the same draw always gives the same order."""

    def seed(self) -> str:
        """The draw's seed in hex, to be published once nothing more follows from it."""

    def commitment(self) -> str:
        """The digest of a fresh seed, for a draw to come."""


def with_item(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The row with another value at one index."""
    return (*row[:index], value, *row[index + 1 :])


def without(hand: Pile, cards: Sequence[Card]) -> Pile:
    """The hand once these cards have left it."""
    return tuple(card for card in hand if card not in cards)


def deal(deck: Pile, wanted_counts: Sequence[int], first_seat: int) -> tuple[Pile, ...]:
    """What each seat draws from the top of the deck, one card at a time in seat order from `first`,
    until the wants are met or the deck is empty (C-uk; for the other rule sets any order would do)."""
    dealt: list[list[Card]] = [[] for _ in wanted_counts]
    order = [(first_seat + turn) % len(wanted_counts) for turn in range(len(wanted_counts))]
    top = iter(deck)
    for dealt_per_seat in range(max(wanted_counts, default=0)):
        for seat in order:
            if dealt_per_seat < wanted_counts[seat] and (card := next(top, None)) is not None:
                dealt[seat].append(card)
    return tuple(tuple(cards) for cards in dealt)
