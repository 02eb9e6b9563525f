"""The laws of the game hold by any house rules; a validator that lets a fault through turns one of them red."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rulebook.phases import gathering
from games.rulebook.rule_faults import RuleFaultCode
from games.rulebook.ruleset_validation import soundness_faults
from games.rulebook.rulesets import CLASSIC, End, Ruleset
from tests.rulebook.houserules import sound_rules
from tests.rulebook.laws import (
    LAWS,
    Law,
    nothing_is_left_undone,
    rounds_are_bounded,
    whoever_is_waited_for_can_go_on,
)
from tests.rulebook.playing import BrokenLaw, Story, played
from tests.rulebook.secrecy import SECRECY
from tests.rulebook.test_laws import NIGHTLY, QUICK, seeds

shares = st.sampled_from((0.0, 0.2))


def the_laws_hold(drawn: tuple[Ruleset, int], seed: int, mischief: float, missing: float) -> None:
    story = played(*drawn, seed, mischief=mischief, missing=missing)
    for law in (*LAWS, *SECRECY):
        law(story)


@settings(QUICK, max_examples=15)
@given(drawn=sound_rules, seed=seeds, mischief=shares, missing=shares)
def test_every_law_holds_by_any_rules(drawn, seed, mischief, missing):
    the_laws_hold(drawn, seed, mischief, missing)


@pytest.mark.nightly
@settings(NIGHTLY, max_examples=200)
@given(drawn=sound_rules, seed=seeds, mischief=shares, missing=shares)
def test_every_law_holds_by_any_rules_every_night(drawn, seed, mischief, missing):
    the_laws_hold(drawn, seed, mischief, missing)


LET_THROUGH: list[tuple[RuleFaultCode, Ruleset, Law]] = [
    ("hand_too_small", replace(CLASSIC, name="ours", hand=((3, 1), (4, 6))), whoever_is_waited_for_can_go_on),
    ("wrong_refill", replace(CLASSIC, name="ours", refill="none", end=End(laps=9)), whoever_is_waited_for_can_go_on),
    ("wrong_end", replace(CLASSIC, name="ours", end=End()), nothing_is_left_undone),
    ("endless", replace(CLASSIC, name="ours", lone_finder=((3, 0),), bonus_cap=0), rounds_are_bounded),
]


def by_a_blind_validator(monkeypatch: pytest.MonkeyPatch, code: str, rules: Ruleset) -> Story:
    """A match by rules with a fault that the validator has overlooked."""

    def blind(*asked):
        return (fault for fault in soundness_faults(*asked) if fault.code != code)

    monkeypatch.setattr(gathering, "soundness_faults", blind)
    return played(rules, 3, 1, mischief=0.0, longest=600)


@pytest.mark.parametrize(("code", "rules", "law"), LET_THROUGH, ids=[code for code, _, _ in LET_THROUGH])
def test_a_fault_that_is_let_through_turns_a_law_red(monkeypatch, code: str, rules: Ruleset, law: Law):
    story = by_a_blind_validator(monkeypatch, code, rules)
    with pytest.raises(BrokenLaw):
        law(story)


def test_the_rules_drawn_are_of_every_kind():
    kinds: set[tuple[bool, bool, str]] = set()

    @settings(QUICK, max_examples=80)
    @given(drawn=sound_rules)
    def draw(drawn: tuple[Ruleset, int]) -> None:
        rules, _ = drawn
        end = "points" if rules.end.points else "laps" if rules.end.laps else "deck"
        kinds.add((bool(rules.crowd), rules.teams, end))

    draw()
    assert len(kinds) == 9, kinds
