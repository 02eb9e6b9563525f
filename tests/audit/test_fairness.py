"""The order of cards reveals nothing: not their earlier positions, their owners or the order of submission.

Seeds are fixed, so no test fails by chance. `MIN_P_VALUE` is the smallest accepted p-value; faults are far below it.
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
from tests.audit.fairness_statistics import (
    BIASED_SHUFFLES,
    SeededLuck,
    ShuffleFunction,
    count_adjacent_pairs,
    deck_position_p_value,
    evenness_p_value,
    naive_shuffle,
    share_p_value,
)
from tests.rulebook.match_scenarios import Situation, match_in_submitting
from tests.rulebook.sent_command import Sent

MIN_P_VALUE = 1e-4
EVERY_PLAYER_COUNT = pytest.mark.parametrize("players", range(3, 13))


@dataclass(frozen=True)
class TableauCounts:
    """Counts of card positions in the tableau, `[row][slot]`: the storyteller's card first, then by seat or by turn."""

    slots_by_owner: list[list[int]]
    slots_by_turn: list[list[int]]
    same_owner_slots: list[tuple[int, int]] = field(default_factory=list)
    """The slots of a player's two cards, where everyone gives two."""


def count_tableaux(
    players: int, round_count: int, shuffle_function: ShuffleFunction = shuffle.shuffle
) -> TableauCounts:
    """Play first rounds by the rulebook itself; the seats submit cards in random order."""
    situation = match_in_submitting(ODYSSEY, players)
    slot_count = 5 if players == 3 else players
    counts = TableauCounts([[0] * slot_count for _ in range(slot_count)], [[0] * slot_count for _ in range(slot_count)])
    for number in range(round_count):
        rng = Random(f"{players} {number}")
        table = _deal_other_cards(situation, rng, SeededLuck(number, shuffle_function))
        turns = rng.sample(range(1, players), players - 1)
        cards_by_seat = dict(_cards_to_submit(table, turns))
        for seat in turns:
            table = table.when(Sent(seat, Submit(cards=cards_by_seat[seat])))
        tableau_event: TableauLaid = table.find(TableauLaid)
        (storyteller_card,) = set(tableau_event.tableau) - {card for cards in cards_by_seat.values() for card in cards}
        _count_slots(
            counts.slots_by_owner,
            tableau_event,
            [storyteller_card, *(card for seat in sorted(cards_by_seat) for card in cards_by_seat[seat])],
        )
        _count_slots(
            counts.slots_by_turn,
            tableau_event,
            [storyteller_card, *(card for seat in turns for card in cards_by_seat[seat])],
        )
        counts.same_owner_slots.extend(
            (tableau_event.tableau.index(c[0]), tableau_event.tableau.index(c[1]))
            for c in cards_by_seat.values()
            if len(c) == 2
        )
    return counts


def _deal_other_cards(situation: Situation, rng: Random, luck: SeededLuck) -> Situation:
    """Return the same first round with other cards, so that the deck need not be shuffled each time."""
    match = situation.match
    assert isinstance(match, Submitting)
    cards = [card for cards in (*match.submitted_cards, *match.board.hands) for card in cards]
    rng.shuffle(cards)
    submitted_cards = tuple(tuple(cards.pop() for _ in old) for old in match.submitted_cards)
    hands = tuple(tuple(cards.pop() for _ in hand) for hand in match.board.hands)
    new_match = replace(match, submitted_cards=submitted_cards, board=replace(match.board, hands=hands))
    return replace(situation, match=new_match, chance=luck)  # type: ignore[arg-type]  # any chance will do


def _cards_to_submit(table: Situation, seats: list[int]) -> Iterator[tuple[int, tuple[str, ...]]]:
    match = table.match
    assert isinstance(match, Submitting)
    yield from ((seat, match.board.hands[seat][: submitting._cards_to_submit(match)]) for seat in seats)


def _count_slots(counts: list[list[int]], tableau_event: TableauLaid, cards: list[str]) -> None:
    for row, card in enumerate(cards):
        counts[row][tableau_event.tableau.index(card)] += 1


def assert_slots_reveal_nothing(players: int, round_count: int) -> None:
    counts = count_tableaux(players, round_count)
    assert evenness_p_value(counts.slots_by_owner) > MIN_P_VALUE
    assert evenness_p_value(counts.slots_by_turn) > MIN_P_VALUE
    if players == 3:
        assert share_p_value(*count_adjacent_pairs(counts.same_owner_slots, 5)) > MIN_P_VALUE


@EVERY_PLAYER_COUNT
def test_a_slot_reveals_neither_the_owner_nor_the_submission_order(players: int):
    assert_slots_reveal_nothing(players, 40 * players)


@pytest.mark.nightly
@EVERY_PLAYER_COUNT
def test_a_slot_reveals_nothing_over_many_more_rounds(players: int):
    assert_slots_reveal_nothing(players, 6000)


def test_every_card_is_equally_likely_at_every_deck_position():
    assert deck_position_p_value(shuffle.shuffle, 2000) > MIN_P_VALUE


@pytest.mark.nightly
def test_deck_positions_stay_uniform_over_many_more_decks():
    assert deck_position_p_value(shuffle.shuffle, 50_000) > MIN_P_VALUE


@pytest.mark.parametrize("biased", BIASED_SHUFFLES)
def test_control_a_biased_deck_shuffle_is_detected(biased: str):
    assert deck_position_p_value(BIASED_SHUFFLES[biased], 2000) < MIN_P_VALUE


def test_control_cards_laid_in_submission_order_are_detected(monkeypatch: pytest.MonkeyPatch):
    """Unsorted and unshuffled: the slot is the seat, and a player's two cards are adjacent."""
    monkeypatch.setattr(submitting, "sorted", list, raising=False)
    counts = count_tableaux(3, 120, lambda key, items: tuple(items))
    assert evenness_p_value(counts.slots_by_owner) < MIN_P_VALUE
    assert share_p_value(*count_adjacent_pairs(counts.same_owner_slots, 5)) < MIN_P_VALUE


def test_control_a_biased_shuffle_reveals_owners_only_if_cards_are_not_sorted_first(monkeypatch: pytest.MonkeyPatch):
    """Why the cards are sorted: even with the naive shuffle, a slot then reveals nothing about its owner."""
    assert evenness_p_value(count_tableaux(5, 600, naive_shuffle).slots_by_owner) > MIN_P_VALUE
    monkeypatch.setattr(submitting, "sorted", list, raising=False)
    assert evenness_p_value(count_tableaux(5, 600, naive_shuffle).slots_by_owner) < MIN_P_VALUE
