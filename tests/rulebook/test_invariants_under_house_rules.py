"""The invariants hold under any house rules; a fault that the validator misses makes one of them fail."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rulebook.phases import gathering
from games.rulebook.rule_faults import RuleFaultCode
from games.rulebook.ruleset_validation import soundness_faults
from games.rulebook.rulesets import CLASSIC, End, Ruleset
from tests.rulebook.house_rule_strategies import sound_house_rules
from tests.rulebook.invariants import (
    INVARIANTS,
    Invariant,
    check_awaited_seats_can_advance_the_match,
    check_match_waits_or_is_over,
    check_rounds_are_bounded,
)
from tests.rulebook.random_matches import InvariantViolation, MatchHistory, play_random_match
from tests.rulebook.secrecy_invariants import SECRECY_INVARIANTS
from tests.rulebook.test_invariants import NIGHTLY_SETTINGS, QUICK_SETTINGS, seeds

shares = st.sampled_from((0.0, 0.2))


def check_all_invariants(drawn: tuple[Ruleset, int], seed: int, mischief: float, missing: float) -> None:
    history = play_random_match(*drawn, seed, mischief=mischief, missing=missing)
    for check in (*INVARIANTS, *SECRECY_INVARIANTS):
        check(history)


@settings(QUICK_SETTINGS, max_examples=8)
@given(drawn=sound_house_rules, seed=seeds, mischief=shares, missing=shares)
def test_every_invariant_holds_under_random_house_rules(drawn, seed, mischief, missing):
    check_all_invariants(drawn, seed, mischief, missing)


@pytest.mark.nightly
@settings(NIGHTLY_SETTINGS, max_examples=200)
@given(drawn=sound_house_rules, seed=seeds, mischief=shares, missing=shares)
def test_every_invariant_holds_under_random_house_rules_nightly(drawn, seed, mischief, missing):
    check_all_invariants(drawn, seed, mischief, missing)


OVERLOOKED_FAULTS: list[tuple[RuleFaultCode, Ruleset, Invariant]] = [
    ("hand_too_small", replace(CLASSIC, name="ours", hand=((3, 1), (4, 6))), check_awaited_seats_can_advance_the_match),
    (
        "wrong_refill",
        replace(CLASSIC, name="ours", refill="none", end=End(laps=9)),
        check_awaited_seats_can_advance_the_match,
    ),
    ("wrong_end", replace(CLASSIC, name="ours", end=End()), check_match_waits_or_is_over),
    ("endless", replace(CLASSIC, name="ours", lone_finder=((3, 0),), bonus_cap=0), check_rounds_are_bounded),
]


def play_with_incomplete_validation(monkeypatch: pytest.MonkeyPatch, code: str, rules: Ruleset) -> MatchHistory:
    """Play a match by rules with a fault that the validator has missed."""

    def incomplete_faults(*arguments):
        return (fault for fault in soundness_faults(*arguments) if fault.code != code)

    monkeypatch.setattr(gathering, "soundness_faults", incomplete_faults)
    return play_random_match(rules, 3, 1, mischief=0.0, longest=600)


@pytest.mark.parametrize(("code", "rules", "check"), OVERLOOKED_FAULTS, ids=[code for code, _, _ in OVERLOOKED_FAULTS])
def test_an_overlooked_fault_violates_an_invariant(monkeypatch, code: str, rules: Ruleset, check: Invariant):
    history = play_with_incomplete_validation(monkeypatch, code, rules)
    with pytest.raises(InvariantViolation):
        check(history)


def test_random_house_rules_cover_every_variant_and_end_condition():
    variants: set[tuple[bool, bool, str]] = set()

    @settings(QUICK_SETTINGS, max_examples=80)
    @given(drawn=sound_house_rules)
    def draw(drawn: tuple[Ruleset, int]) -> None:
        rules, _ = drawn
        end = "points" if rules.end.points else "laps" if rules.end.laps else "deck"
        variants.add((bool(rules.crowd), rules.teams, end))

    draw()
    assert len(variants) == 9, variants
