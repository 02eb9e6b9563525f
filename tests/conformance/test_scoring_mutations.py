"""A wrong number in a printed rule set is found, by the worked-out rounds and by the reference scorer.

Mutants of the scoring itself: see "Mutation testing" in CONTRIBUTING.md.
"""

from dataclasses import replace
from typing import Any

import pytest

from games.rulebook.rulesets import EDITIONS, PARTY, Crowd, Ruleset
from tests.conformance import reference_scorer
from tests.conformance.test_reference_scorer import first_disagreement
from tests.rulebook.test_scoring import WORKED_OUT_ROUNDS, scores_as_expected

CROWD = PARTY.crowd or Crowd(cap=5, blind="storyteller", pass_hands=False)
WRONG_NUMBERS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"lone_finder": ((3, 3),)}),
    ("classic", {"lone_finder": ((3, 4),)}),
    ("classic", {"bonus_cap": 2}),
    ("classic-last-card", {"lone_finder": ((3, 3),)}),
    ("odyssey", {"bonus_cap": None}),
    ("odyssey", {"bonus_cap": 2}),
    ("odyssey", {"bonus_cap": 4}),
    ("odyssey", {"single_vote_point_from": None}),
    ("odyssey", {"single_vote_point_from": 6}),
    ("odyssey", {"single_vote_point_from": 8}),
    ("odyssey", {"lone_finder": ((3, 4), (4, 3))}),
    *(("party", {"crowd": replace(CROWD, cap=cap)}) for cap in (4, 6, None)),
    *(("party-passing", {"crowd": replace(CROWD, cap=cap)}) for cap in (4, 6, None)),
    *(("party-30", {"crowd": replace(CROWD, cap=cap)}) for cap in (4, 5, 6)),
    ("party", {"crowd": None}),
    ("team", {"bonus_cap": None}),
    ("team", {"bonus_cap": 2}),
    ("team", {"bonus_cap": 4}),
    ("team", {"single_vote_point_from": 7}),
    ("team", {"lone_finder": ((3, 4),)}),
    ("team", {"teams": False}),
    ("team-30", {"bonus_cap": 3}),
    ("team-30", {"single_vote_point_from": 7}),
]


def is_detected_by_worked_out_rounds(ruleset: str, rules: Ruleset) -> bool:
    return not all(scores_as_expected(round, rules) for round in WORKED_OUT_ROUNDS if round["ruleset"] == ruleset)


def is_detected_by_reference_scorer(ruleset: str, rules: Ruleset) -> bool:
    return first_disagreement(rules, reference_scorer.RULE_SHEETS[ruleset]) is not None


DETECTORS = (is_detected_by_worked_out_rounds, is_detected_by_reference_scorer)
# None of the worked examples for Team has more than three votes on a card that counts.
UNDETECTED = [(is_detected_by_worked_out_rounds, ("team", {"bonus_cap": cap})) for cap in (None, 4)]


@pytest.mark.parametrize(
    ("ruleset", "change", "seen"),
    [(*wrong, seen) for wrong in WRONG_NUMBERS for seen in DETECTORS if (seen, wrong) not in UNDETECTED],
)
def test_a_wrong_number_in_the_rules_is_detected(ruleset, change, seen):
    assert seen(ruleset, replace(EDITIONS[ruleset].rules, **change))
