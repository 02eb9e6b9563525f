"""Controls of the points: a number changed or a rule forgotten has to be seen, by the vectors and the naive scorer."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.rulebook import scoring
from games.rulebook.round import Award
from games.rulebook.rulesets import EDITIONS, PARTY, Crowd, Ruleset
from tests.conformance import reference_scorer
from tests.conformance.test_reference_scorer import first_disagreement
from tests.rulebook.test_scoring import WORKED_OUT_ROUNDS, scores_as_expected

VotesBySeat = Mapping[int, tuple[int, ...]]
ScoreFunction = Callable[..., tuple[Award, ...]]
original_score = scoring.score
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
# None of the Team rounds worked out has more than three votes on a card that counts.
UNDETECTED = [(is_detected_by_worked_out_rounds, ("team", {"bonus_cap": cap})) for cap in (None, 4)]


@pytest.mark.parametrize(
    ("ruleset", "change", "seen"),
    [(*wrong, seen) for wrong in WRONG_NUMBERS for seen in DETECTORS if (seen, wrong) not in UNDETECTED],
)
def test_a_wrong_number_in_the_rules_is_detected(ruleset, change, seen):
    assert seen(ruleset, replace(EDITIONS[ruleset].rules, **change))


def score_without_reasons(*reasons: str) -> ScoreFunction:
    def score_without(*round: Any) -> tuple[Award, ...]:
        return tuple(award for award in original_score(*round) if award.why not in reasons)

    return score_without


def score_without_trap(rules, players, storyteller, owners, votes, trap):
    return original_score(rules, players, storyteller, owners, votes)


def score_with_trap_for_others_only(rules, players, storyteller, owners, votes, trap):
    awards = original_score(rules, players, storyteller, owners, votes)
    return tuple(award for award in awards if award.seat == storyteller or trap not in votes[award.seat])


def score_with_point_for_lone_slot(rules, players, storyteller, owners, votes, trap):
    lone_voters = [s for s in votes if votes[s] and list(votes.values()).count(votes[s]) == 1 and votes[s] != (trap,)]
    extra_awards = tuple(Award(seat=seat, points=1, why="with_the_crowd") for seat in lone_voters)
    return original_score(rules, players, storyteller, owners, votes, trap) + extra_awards


def score_without_own_cards(rules, players, storyteller, owners, votes, trap):
    awards = original_score(rules, players, storyteller, owners, votes, trap)
    return tuple(award for award in awards if all(owners[slot] != award.seat for slot in votes[award.seat]))


def score_without_partners_card(rules, players, storyteller, owners, votes, trap):
    partner = reference_scorer.partner_seat(storyteller, players)
    return tuple(award for award in original_score(rules, players, storyteller, owners, votes) if award.seat != partner)


def score_with_storytellers_card(rules, players, storyteller, owners, votes, trap):
    return original_score(rules, players, storyteller, owners, votes) + tuple(
        awards_for_storytellers_card(storyteller, owners, votes)
    )


def awards_for_storytellers_card(storyteller: int, owners: Mapping[int, int], votes: VotesBySeat) -> Iterator[Award]:
    for slots in votes.values():
        yield from (Award(seat=storyteller, points=1, why="fooled") for slot in slots if owners[slot] == storyteller)


def score_with_consolation_for_voters_only(rules, players, storyteller, owners, votes, trap):
    awards = original_score(rules, players, storyteller, owners, votes)
    return tuple(award for award in awards if award.why != "consolation" or award.seat in votes)


def score_without_missed_votes(rules, players, storyteller, owners, votes, trap):
    return original_score(rules, players, storyteller, owners, {seat: slots for seat, slots in votes.items() if slots})


FORGOTTEN_RULES: list[tuple[str, ScoreFunction]] = [
    *((name, score_without_reasons("with_the_crowd")) for name in ("party", "party-passing", "party-30")),
    *(
        (name, score_without_reasons(why))
        for name in ("classic", "team")
        for why in ("found", "well_told", "consolation")
    ),
    *(
        (name, score_without_reasons("fooled"))
        for name in ("classic", "classic-last-card", "odyssey", "team", "team-30")
    ),
    ("odyssey", score_without_reasons("lone_vote")),
    *((name, score_without_trap) for name in ("party", "party-passing", "party-30")),
    *((name, score_with_trap_for_others_only) for name in ("party", "party-passing", "party-30")),
    *((name, score_with_point_for_lone_slot) for name in ("party", "party-passing", "party-30")),
    ("party", score_without_own_cards),
    *((name, score_without_partners_card) for name in ("team", "team-30")),
    *((name, score_with_storytellers_card) for name in ("classic", "odyssey", "team", "team-30")),
    *((name, score_with_consolation_for_voters_only) for name in ("team", "team-30")),
    *((name, score_without_missed_votes) for name in ("classic", "odyssey", "team", "team-30")),
]


@pytest.mark.parametrize("seen", DETECTORS)
@pytest.mark.parametrize(("ruleset", "fault"), FORGOTTEN_RULES)
def test_a_forgotten_rule_is_detected(monkeypatch, ruleset, fault, seen):
    monkeypatch.setattr(scoring, "score", fault)
    assert seen(ruleset, EDITIONS[ruleset].rules)
