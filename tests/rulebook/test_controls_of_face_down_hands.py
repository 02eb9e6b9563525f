"""Controls: hands that are shown to their holders before the clue turn the laws of secrecy red."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from games.rulebook import player_view, sealed
from games.rulebook.board import Board
from games.rulebook.match import board_of
from games.rulebook.rulesets import PARTY, PARTY_30, PARTY_PASSING, Ruleset
from games.rulebook.sealed import Part
from tests.rulebook import secrecy
from tests.rulebook.laws import Law
from tests.rulebook.playing import BrokenLaw, played
from tests.rulebook.secrecy import SECRECY, hidden_things_change_nothing_seen, no_view_shows_a_hidden_card, seals_hold

evolving: ModuleType = import_module("games.rulebook.evolve")
EDITIONS = (PARTY, PARTY_PASSING, PARTY_30)
honest = sealed.sealed_parts


def look(law: Law, rules: Ruleset) -> None:
    for seed in range(3):
        law(played(rules, 6, seed, mischief=0.0, missing=0.1))


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)
def test_without_a_fault_the_laws_hold(rules: Ruleset) -> None:
    for law in SECRECY:
        look(law, rules)


@pytest.mark.parametrize("law", [no_view_shows_a_hidden_card, hidden_things_change_nothing_seen])
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)
def test_a_view_that_shows_such_a_hand_is_seen(monkeypatch: pytest.MonkeyPatch, rules: Ruleset, law: Law) -> None:
    def peeking(match: Any, seat: int) -> Any:
        board = board_of(match)
        return board.hands[seat] if board else ()

    monkeypatch.setattr(player_view, "_visible_hand", peeking)
    with pytest.raises(BrokenLaw):
        look(law, rules)


def changed(monkeypatch: pytest.MonkeyPatch, change: Callable[[Part], Part]) -> None:
    def leaky(event: Any, board: Board | None) -> Iterator[Part]:
        return map(change, honest(event, board))

    monkeypatch.setattr(secrecy, "sealed_parts", leaky)


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.name)
def test_an_opening_that_is_read_before_the_clue_is_seen(monkeypatch: pytest.MonkeyPatch, rules: Ruleset) -> None:
    changed(monkeypatch, lambda part: replace(part, face_down=False))
    with pytest.raises(BrokenLaw, match="a reader reads what was shown to them"):
        look(seals_hold, rules)


def test_a_card_read_by_who_drew_it_on_its_way_to_the_neighbour_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_its_seat(part: Part) -> Part:
        field, _, seat = part.name.partition("/")
        return replace(part, reader=int(seat)) if field == "hands" and part.reader is None else part

    changed(monkeypatch, by_its_seat)
    with pytest.raises(BrokenLaw, match="a reader reads what was shown to them"):
        look(seals_hold, PARTY_PASSING)


def test_hands_passed_on_that_nobody_had_looked_at_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their former holders would read them with the next clue, in the hands of their neighbours."""
    called_off = evolving._call_off_round
    monkeypatch.setattr(
        evolving, "_call_off_round", lambda match, event: replace(called_off(match, event), hands_passed=False)
    )
    with pytest.raises(BrokenLaw, match="a reader reads what was shown to them"):
        look(seals_hold, PARTY_30)
