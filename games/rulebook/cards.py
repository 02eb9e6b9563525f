"""Cards, piles of cards, and the source of randomness that shuffles them."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeAlias, TypeVar

Card: TypeAlias = str
Pile: TypeAlias = tuple[Card, ...]
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Draw:
    """What the randomness of a match is derived from, as far as it is public."""

    seed_digest: str
    """Commits the server to its seed."""
    entropy: tuple[str | None, ...] = ()
    """The entropy that each seat has revealed, in hex."""
    number: int = 0
    """How many void draws came before this one."""


class Chance(Protocol):
    """A source of randomness, passed in. It keeps its seeds secret until it is asked to publish one."""

    def for_draw(self, draw: Draw) -> Self:
        """Return the randomness of this draw."""

    def __call__(self, label: str, items: Sequence[Card], /) -> Pile:
        """Return the items shuffled; the same label of the same draw always gives the same order."""

    def seed(self) -> str:
        """Return the draw's seed in hex, to be published when nothing secret depends on it any longer."""

    def commitment(self) -> str:
        """Return the digest of a fresh seed, for the next draw."""


def intern_cards(cards: Iterable[Card]) -> Pile:
    """Return the cards as strings that all states share.

    A process caches thousands of states. Each is decoded from a log of its own, but their cards are the same few
    hundred, and these strings would be the greater part of their memory.
    """
    return tuple(map(sys.intern, cards))


def with_item(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the row with another value at one index."""
    return (*row[:index], value, *row[index + 1 :])


def without_cards(hand: Pile, cards: Sequence[Card]) -> Pile:
    """Return the hand without these cards."""
    # No card is twice in a match (see `gathering.first_events`), so each of these is removed exactly once.
    return tuple(card for card in hand if card not in cards)


def deal(deck: Pile, wanted_counts: Sequence[int], first_seat: int) -> tuple[Pile, ...]:
    """Return the cards that each seat draws from the top of the deck.

    Cards are dealt one at a time in seat order from `first_seat`, until every seat has as many as it wants or the deck
    is empty. C-uk prescribes this order; the other rulebooks leave it open.
    """
    dealt: list[list[Card]] = [[] for _ in wanted_counts]
    order = [(first_seat + turn) % len(wanted_counts) for turn in range(len(wanted_counts))]
    top = iter(deck)
    # A deck that runs out ends the deal without an error. The caller decides what follows: a reshuffle, or the end of
    # the match.
    for dealt_per_seat in range(max(wanted_counts, default=0)):
        for seat in order:
            if dealt_per_seat < wanted_counts[seat] and (card := next(top, None)) is not None:
                dealt[seat].append(card)
    return tuple(tuple(cards) for cards in dealt)
