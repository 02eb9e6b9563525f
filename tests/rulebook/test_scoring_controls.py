"""Controls of the points: a number changed or a rule forgotten has to be seen, by the vectors and the naive scorer."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from games.rulebook import scoring
from games.rulebook.round import Award
from games.rulebook.rulesets import EDITIONS, PARTY, Crowd, Ruleset
from tests.rulebook import naive
from tests.rulebook.test_naive import disagreement
from tests.rulebook.test_scoring import ROUNDS, comes_out

Votes = Mapping[int, tuple[int, ...]]
Score = Callable[..., tuple[Award, ...]]
honest = scoring.score
CROWD = PARTY.crowd or Crowd(cap=5, blind="storyteller", pass_hands=False)
WRONG: list[tuple[str, dict[str, Any]]] = [
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


def seen_by_the_rounds_worked_out(ruleset: str, rules: Ruleset) -> bool:
    return not all(comes_out(round, rules) for round in ROUNDS if round["ruleset"] == ruleset)


def seen_by_the_naive_scorer(ruleset: str, rules: Ruleset) -> bool:
    return disagreement(rules, naive.SHEETS[ruleset]) is not None


EYES = (seen_by_the_rounds_worked_out, seen_by_the_naive_scorer)
# None of the Team rounds worked out has more than three votes on a card that counts.
OVERLOOKED = [(seen_by_the_rounds_worked_out, ("team", {"bonus_cap": cap})) for cap in (None, 4)]


@pytest.mark.parametrize(
    ("ruleset", "change", "seen"),
    [(*wrong, seen) for wrong in WRONG for seen in EYES if (seen, wrong) not in OVERLOOKED],
)
def test_a_wrong_number_in_the_rules_is_seen(ruleset, change, seen):
    assert seen(ruleset, replace(EDITIONS[ruleset].rules, **change))


def nothing_for(*reasons: str) -> Score:
    def without(*round: Any) -> tuple[Award, ...]:
        return tuple(award for award in honest(*round) if award.why not in reasons)

    return without


def no_trap(rules, players, storyteller, owners, votes, trap):
    return honest(rules, players, storyteller, owners, votes)


def the_trap_is_for_the_others(rules, players, storyteller, owners, votes, trap):
    got = honest(rules, players, storyteller, owners, votes)
    return tuple(award for award in got if award.seat == storyteller or trap not in votes[award.seat])


def a_point_for_a_vote_alone(rules, players, storyteller, owners, votes, trap):
    alone = [s for s in votes if votes[s] and list(votes.values()).count(votes[s]) == 1 and votes[s] != (trap,)]
    more = tuple(Award(seat=seat, points=1, why="with_the_crowd") for seat in alone)
    return honest(rules, players, storyteller, owners, votes, trap) + more


def own_cards_bring_no_points(rules, players, storyteller, owners, votes, trap):
    got = honest(rules, players, storyteller, owners, votes, trap)
    return tuple(award for award in got if all(owners[slot] != award.seat for slot in votes[award.seat]))


def the_partners_card_earns_nothing(rules, players, storyteller, owners, votes, trap):
    partner = naive.opposite(storyteller, players)
    return tuple(award for award in honest(rules, players, storyteller, owners, votes) if award.seat != partner)


def the_tellers_card_earns_too(rules, players, storyteller, owners, votes, trap):
    return honest(rules, players, storyteller, owners, votes) + tuple(votes_on_the_tellers(storyteller, owners, votes))


def votes_on_the_tellers(storyteller: int, owners: Mapping[int, int], votes: Votes) -> Iterator[Award]:
    for slots in votes.values():
        yield from (Award(seat=storyteller, points=1, why="fooled") for slot in slots if owners[slot] == storyteller)


def only_voters_are_consoled(rules, players, storyteller, owners, votes, trap):
    got = honest(rules, players, storyteller, owners, votes)
    return tuple(award for award in got if award.why != "consolation" or award.seat in votes)


def who_missed_does_not_count(rules, players, storyteller, owners, votes, trap):
    return honest(rules, players, storyteller, owners, {seat: slots for seat, slots in votes.items() if slots})


FORGOTTEN: list[tuple[str, Score]] = [
    *((name, nothing_for("with_the_crowd")) for name in ("party", "party-passing", "party-30")),
    *((name, nothing_for(why)) for name in ("classic", "team") for why in ("found", "well_told", "consolation")),
    *((name, nothing_for("fooled")) for name in ("classic", "classic-last-card", "odyssey", "team", "team-30")),
    ("odyssey", nothing_for("lone_vote")),
    *((name, no_trap) for name in ("party", "party-passing", "party-30")),
    *((name, the_trap_is_for_the_others) for name in ("party", "party-passing", "party-30")),
    *((name, a_point_for_a_vote_alone) for name in ("party", "party-passing", "party-30")),
    ("party", own_cards_bring_no_points),
    *((name, the_partners_card_earns_nothing) for name in ("team", "team-30")),
    *((name, the_tellers_card_earns_too) for name in ("classic", "odyssey", "team", "team-30")),
    *((name, only_voters_are_consoled) for name in ("team", "team-30")),
    *((name, who_missed_does_not_count) for name in ("classic", "odyssey", "team", "team-30")),
]


@pytest.mark.parametrize("seen", EYES)
@pytest.mark.parametrize(("ruleset", "fault"), FORGOTTEN)
def test_a_rule_forgotten_is_seen(monkeypatch, ruleset, fault, seen):
    monkeypatch.setattr(scoring, "score", fault)
    assert seen(ruleset, EDITIONS[ruleset].rules)
