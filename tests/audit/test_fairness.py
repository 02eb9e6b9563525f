"""The order of cards says nothing: not of where they lay before, not of whose they are, not of who was first.

Seeds are fixed, so that nothing here fails by chance. `LEAST` is how unlikely counts may be; a fault is far below it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from games.audit import shuffle
from games.rulebook.commands import Submit
from games.rulebook.events import TableauLaid
from games.rulebook.match import Submitting
from games.rulebook.phases import submitting
from games.rulebook.rulesets import ODYSSEY
from tests.audit.counting import BIASED, Seeded, Shuffled, as_often, evenly, naive, neighbours, positions
from tests.rulebook.table import Situation, a_clue

LEAST = 1e-4
EVERY_TABLE = pytest.mark.parametrize("players", range(3, 13))


@dataclass(frozen=True)
class Tableaux:
    """Where cards came to lie, `[row][slot]`: the storyteller's card first, then by seat or by turn."""

    by_owner: list[list[int]]
    by_turn: list[list[int]]
    pairs: list[tuple[int, int]] = field(default_factory=list)
    """The slots of a player's two cards, where everyone gives two."""


def tableaux(players: int, rounds: int, shuffled: Shuffled = shuffle.shuffle) -> Tableaux:
    """First rounds by the rulebook itself; cards are given in a random order of the seats."""
    start = a_clue(ODYSSEY, players)
    slots = 5 if players == 3 else players
    found = Tableaux([[0] * slots for _ in range(slots)], [[0] * slots for _ in range(slots)])
    for number in range(rounds):
        rng = Random(f"{players} {number}")
        table = _dealt_anew(start, rng, Seeded(number, shuffled))
        turns = rng.sample(range(1, players), players - 1)
        given = dict(_given(table, turns))
        for seat in turns:
            table = table.when(Submit(seat=seat, cards=given[seat]))
        laid: TableauLaid = table.find(TableauLaid)
        (told,) = set(laid.tableau) - {card for cards in given.values() for card in cards}
        _count(found.by_owner, laid, [told, *(card for seat in sorted(given) for card in given[seat])])
        _count(found.by_turn, laid, [told, *(card for seat in turns for card in given[seat])])
        found.pairs.extend((laid.tableau.index(c[0]), laid.tableau.index(c[1])) for c in given.values() if len(c) == 2)
    return found


def _dealt_anew(start: Situation, rng: Random, luck: Seeded) -> Situation:
    """The same first round with other cards, so that the deck needn't be shuffled each time."""
    match = start.match
    assert isinstance(match, Submitting)
    cards = [card for cards in (*match.submitted_cards, *match.board.hands) for card in cards]
    rng.shuffle(cards)
    given = tuple(tuple(cards.pop() for _ in old) for old in match.submitted_cards)
    hands = tuple(tuple(cards.pop() for _ in hand) for hand in match.board.hands)
    dealt = replace(match, submitted_cards=given, board=replace(match.board, hands=hands))
    return replace(start, match=dealt, luck=luck)  # type: ignore[arg-type]  # any chance will do


def _given(table: Situation, turns: list[int]) -> Iterator[tuple[int, tuple[str, ...]]]:
    match = table.match
    assert isinstance(match, Submitting)
    yield from ((seat, match.board.hands[seat][: submitting._cards_to_submit(match)]) for seat in turns)


def _count(table: list[list[int]], laid: TableauLaid, cards: list[str]) -> None:
    for row, card in enumerate(cards):
        table[row][laid.tableau.index(card)] += 1


def no_slot_tells_anything(players: int, rounds: int) -> None:
    found = tableaux(players, rounds)
    assert evenly(found.by_owner) > LEAST
    assert evenly(found.by_turn) > LEAST
    if players == 3:
        assert as_often(*neighbours(found.pairs, 5)) > LEAST


@EVERY_TABLE
def test_a_slot_tells_neither_whose_card_lies_there_nor_when_it_was_given(players: int):
    no_slot_tells_anything(players, 40 * players)


@pytest.mark.nightly
@EVERY_TABLE
def test_a_slot_tells_nothing_in_many_more_rounds(players: int):
    no_slot_tells_anything(players, 6000)


def test_every_card_comes_to_every_place_of_the_deck_equally_often():
    assert positions(shuffle.shuffle, 2000) > LEAST


@pytest.mark.nightly
def test_every_card_comes_to_every_place_in_many_more_decks():
    assert positions(shuffle.shuffle, 50_000) > LEAST


@pytest.mark.parametrize("biased", BIASED)
def test_control_a_biased_shuffle_of_the_deck_is_seen(biased: str):
    assert positions(BIASED[biased], 2000) < LEAST


def test_control_cards_that_are_laid_as_they_were_given_are_seen(monkeypatch: pytest.MonkeyPatch):
    """Unsorted and unshuffled: the slot is the seat, and a player's two cards lie side by side."""
    monkeypatch.setattr(submitting, "sorted", list, raising=False)
    found = tableaux(3, 120, lambda key, items: tuple(items))
    assert evenly(found.by_owner) < LEAST
    assert as_often(*neighbours(found.pairs, 5)) < LEAST


def test_control_a_biased_shuffle_tells_owners_only_where_cards_are_not_sorted_first(monkeypatch: pytest.MonkeyPatch):
    """Why the cards are sorted: even with the naive shuffle a slot tells nothing of its owner then."""
    assert evenly(tableaux(5, 600, naive).by_owner) > LEAST
    monkeypatch.setattr(submitting, "sorted", list, raising=False)
    assert evenly(tableaux(5, 600, naive).by_owner) < LEAST
