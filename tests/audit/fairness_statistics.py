"""Tests of statistical significance for the fairness of shuffles."""

from collections.abc import Callable, Iterable, Sequence
from math import comb, erfc, sqrt
from random import Random
from typing import TypeAlias

from games.audit import shuffle
from games.rulebook.cards import Draw, Pile

ShuffleFunction: TypeAlias = Callable[[bytes, Sequence[str]], tuple[str, ...]]
SALT = bytes(32)
CARDS = tuple(f"{number:02}" for number in range(84))


def chi_square_tail(chi_square: float, degrees_of_freedom: int) -> float:
    """Return the upper tail probability by the Wilson-Hilferty cube root, accurate to a few percent."""
    width = 2 / (9 * degrees_of_freedom)
    return erfc(((chi_square / degrees_of_freedom) ** (1 / 3) - 1 + width) / sqrt(2 * width)) / 2


def evenness_p_value(counts: Sequence[Sequence[int]]) -> float:
    """Return the p-value of evenness for a table whose rows all have the same sum, and whose columns do, too."""
    rows, columns = len(counts), len(counts[0])
    expected = sum(map(sum, counts)) / rows / columns
    chi_square = sum((count - expected) ** 2 / expected for row in counts for count in row)
    return chi_square_tail(chi_square, (rows - 1) * (columns - 1))


def share_p_value(count: int, total: int, share: float) -> float:
    """Return the probability that a count deviates at least this much from its expected share."""
    return erfc(abs(count - total * share) / sqrt(2 * total * share * (1 - share)))


def deck_position_p_value(shuffle_function: ShuffleFunction, deck_count: int) -> float:
    """Return the p-value for every card being equally likely at every position of a deck."""
    counts = [[0] * len(CARDS) for _ in CARDS]
    for number in range(deck_count):
        for position, card in enumerate(shuffle_function(shuffle.derive_key(bytes(32), SALT, f"deck {number}"), CARDS)):
            counts[int(card)][position] += 1
    return evenness_p_value(counts)


def count_adjacent_pairs(slot_pairs: Iterable[tuple[int, int]], card_count: int) -> tuple[int, int, float]:
    """Return the number of adjacent pairs, the number of pairs, and the share of adjacent pairs expected by chance."""
    pairs = list(slot_pairs)
    return sum(abs(one - other) == 1 for one, other in pairs), len(pairs), (card_count - 1) / comb(card_count, 2)


class SeededLuck:
    """The randomness of a match from a known seed."""

    def __init__(self, seed_number: int, shuffle_function: ShuffleFunction = shuffle.shuffle) -> None:
        self._seed = Random(seed_number).randbytes(32)
        self._shuffle_function = shuffle_function

    def for_draw(self, draw: Draw) -> "SeededLuck":
        return self

    def __call__(self, label: str, items: Sequence[str]) -> Pile:
        return self._shuffle_function(shuffle.derive_key(self._seed, SALT, label), items)

    def seed(self) -> str:
        return self._seed.hex()

    def commitment(self) -> str:
        return "0" * 64


def naive_shuffle(key: bytes, items: Sequence[str]) -> tuple[str, ...]:
    """Shuffle by swapping each position with any other: n ** n paths for n! orders, so some are more likely."""
    order, numbers = list(items), shuffle.random_words(key)
    for position in range(len(order)):
        other = shuffle.uniform_below(len(order), numbers)
        order[position], order[other] = order[other], order[position]
    return tuple(order)


def sattolo_shuffle(key: bytes, items: Sequence[str]) -> tuple[str, ...]:
    """Shuffle by Sattolo's algorithm, in which no card stays in place."""
    order, numbers = list(items), shuffle.random_words(key)
    for last in range(len(order) - 1, 0, -1):
        other = shuffle.uniform_below(last, numbers)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def modulo_shuffle(key: bytes, items: Sequence[str]) -> tuple[str, ...]:
    """Shuffle by bytes modulo n, which favors small numbers."""
    order, numbers = list(items), (number & 0xFF for number in shuffle.random_words(key))
    for last in range(len(order) - 1, 0, -1):
        other = next(numbers) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


BIASED_SHUFFLES: dict[str, ShuffleFunction] = {
    "naive": naive_shuffle,
    "off by one": sattolo_shuffle,
    "one byte": modulo_shuffle,
}
