"""How likely counts like these are if nothing but luck is in them."""

from collections.abc import Callable, Iterable, Sequence
from math import comb, erfc, sqrt
from random import Random
from typing import TypeAlias

from games.audit import shuffle
from games.rulebook.cards import Draw, Pile

Shuffled: TypeAlias = Callable[[bytes, Sequence[str]], tuple[str, ...]]
SALT = bytes(32)
CARDS = tuple(f"{number:02}" for number in range(84))


def tail(chi_square: float, freedom: int) -> float:
    """The chance of so much or more, by the cube root of Wilson and Hilferty: good to a few per cent."""
    width = 2 / (9 * freedom)
    return erfc(((chi_square / freedom) ** (1 / 3) - 1 + width) / sqrt(2 * width)) / 2


def evenly(table: Sequence[Sequence[int]]) -> float:
    """The chance of a table at least as uneven as this one, whose rows and columns have the same sum."""
    rows, columns = len(table), len(table[0])
    expected = sum(map(sum, table)) / rows / columns
    uneven = sum((count - expected) ** 2 / expected for row in table for count in row)
    return tail(uneven, (rows - 1) * (columns - 1))


def as_often(found: int, of: int, share: float) -> float:
    """The chance of a number at least so far from its share."""
    return erfc(abs(found - of * share) / sqrt(2 * of * share * (1 - share)))


def positions(shuffled: Shuffled, decks: int) -> float:
    """Whether every card comes to lie equally often at every place of a deck."""
    table = [[0] * len(CARDS) for _ in CARDS]
    for number in range(decks):
        for place, card in enumerate(shuffled(shuffle.derive_key(bytes(32), SALT, f"deck {number}"), CARDS)):
            table[int(card)][place] += 1
    return evenly(table)


def neighbours(slots: Iterable[tuple[int, int]], cards: int) -> tuple[int, int, float]:
    """How many of these pairs lie side by side, of how many, and the share that luck gives them on so many slots."""
    pairs = list(slots)
    return sum(abs(one - other) == 1 for one, other in pairs), len(pairs), (cards - 1) / comb(cards, 2)


class Seeded:
    """The luck of a match from a seed that is known."""

    def __init__(self, number: int, shuffled: Shuffled = shuffle.shuffle) -> None:
        self._seed = Random(number).randbytes(32)
        self._shuffled = shuffled

    def of(self, draw: Draw) -> "Seeded":
        return self

    def __call__(self, label: str, items: Sequence[str]) -> Pile:
        return self._shuffled(shuffle.derive_key(self._seed, SALT, label), items)

    def seed(self) -> str:
        return self._seed.hex()

    def commitment(self) -> str:
        return "0" * 64


def naive(key: bytes, items: Sequence[str]) -> tuple[str, ...]:
    """Each place swaps with any other: n ** n ways for n! orders."""
    order, numbers = list(items), shuffle.random_words(key)
    for place in range(len(order)):
        other = shuffle.uniform_below(len(order), numbers)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def off_by_one(key: bytes, items: Sequence[str]) -> tuple[str, ...]:
    """No card stays where it is (Sattolo)."""
    order, numbers = list(items), shuffle.random_words(key)
    for last in range(len(order) - 1, 0, -1):
        other = shuffle.uniform_below(last, numbers)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def one_byte(key: bytes, items: Sequence[str]) -> tuple[str, ...]:
    """A byte modulo n: small numbers come up more often."""
    order, numbers = list(items), (number & 0xFF for number in shuffle.random_words(key))
    for last in range(len(order) - 1, 0, -1):
        other = next(numbers) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


BIASED: dict[str, Shuffled] = {"naive": naive, "off by one": off_by_one, "one byte": one_byte}
