"""Controls: hands that are shown to their holders before the clue make the secrecy invariants fail."""

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
from tests.rulebook import secrecy_invariants
from tests.rulebook.invariants import Invariant
from tests.rulebook.random_matches import InvariantViolation, play_random_match
from tests.rulebook.secrecy_invariants import (
    SECRECY_INVARIANTS,
    check_no_view_shows_a_hidden_card,
    check_secrets_stay_sealed,
    check_views_ignore_hidden_state,
)

evolving: ModuleType = import_module("games.rulebook.evolve")
PARTY_EDITIONS = (PARTY, PARTY_PASSING, PARTY_30)
original_sealed_parts = sealed.sealed_parts


def check_invariant(invariant: Invariant, rules: Ruleset) -> None:
    for seed in range(3):
        invariant(play_random_match(rules, 6, seed, mischief=0.0, missing=0.1))


@pytest.mark.parametrize("rules", PARTY_EDITIONS, ids=lambda rules: rules.name)
def test_secrecy_invariants_hold_without_a_mutation(rules: Ruleset) -> None:
    for check in SECRECY_INVARIANTS:
        check_invariant(check, rules)


@pytest.mark.parametrize("check", [check_no_view_shows_a_hidden_card, check_views_ignore_hidden_state])
@pytest.mark.parametrize("rules", PARTY_EDITIONS, ids=lambda rules: rules.name)
def test_a_view_that_shows_a_face_down_hand_is_detected(
    monkeypatch: pytest.MonkeyPatch, rules: Ruleset, check: Invariant
) -> None:
    def show_hand(match: Any, seat: int) -> Any:
        board = board_of(match)
        return board.hands[seat] if board else ()

    monkeypatch.setattr(player_view, "_visible_hand", show_hand)
    with pytest.raises(InvariantViolation):
        check_invariant(check, rules)


def patch_sealed_parts(monkeypatch: pytest.MonkeyPatch, change: Callable[[Part], Part]) -> None:
    def altered_parts(event: Any, board: Board | None) -> Iterator[Part]:
        return map(change, original_sealed_parts(event, board))

    monkeypatch.setattr(secrecy_invariants, "sealed_parts", altered_parts)


@pytest.mark.parametrize("rules", PARTY_EDITIONS, ids=lambda rules: rules.name)
def test_an_opening_that_is_readable_before_the_clue_is_detected(
    monkeypatch: pytest.MonkeyPatch, rules: Ruleset
) -> None:
    patch_sealed_parts(monkeypatch, lambda part: replace(part, face_down=False))
    with pytest.raises(InvariantViolation, match="readers have been shown what they read"):
        check_invariant(check_secrets_stay_sealed, rules)


def test_a_drawn_card_that_is_readable_before_it_is_passed_on_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    def make_readable_by_drawing_seat(part: Part) -> Part:
        field, _, seat = part.name.partition("/")
        return replace(part, reader=int(seat)) if field == "hands" and part.reader is None else part

    patch_sealed_parts(monkeypatch, make_readable_by_drawing_seat)
    with pytest.raises(InvariantViolation, match="readers have been shown what they read"):
        check_invariant(check_secrets_stay_sealed, PARTY_PASSING)
