"""The engine and a naive scorer agree on the points of random rounds, under printed rules and house rules."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.rulebook import scoring
from games.rulebook.rulesets import EDITIONS, Crowd, Ruleset, value_for_player_count
from games.rulebook.voters import can_be_voted_on, choosable_slots
from tests.conformance import reference_scorer
from tests.conformance.reference_scorer import Round, RuleSheet
from tests.rulebook.test_scoring import VotingSetup, points_by_side

ROUNDS_PER_EDITION = 2_500


def random_owners(
    rng: random.Random, sheet: RuleSheet, players: int, storyteller: int, missing_share: float = 1 / 8
) -> dict[int, int]:
    """Return the owner of each slot's card; one in eight submits none, but a storyteller with a clue always does."""
    cards = []
    for seat in range(players):
        partner = reference_scorer.partner_seat(seat, players)
        if sheet.game != "party" and seat == storyteller:
            cards.append(seat)
        elif rng.random() < missing_share:
            continue
        elif sheet.game == "team" and storyteller not in (seat, partner):
            if seat < partner:
                cards.append(rng.choice((seat, partner)))
        else:
            cards += [seat] * (2 if players == 3 else 1)
    rng.shuffle(cards)
    return dict(enumerate(cards, start=1))


def random_votes(
    rng: random.Random, slots: list[int], favourite: int, max_votes: int, favourite_share: float
) -> list[int]:
    """Return random votes: one in ten is missed, and many are for the same slot."""
    if rng.random() < 1 / 10:
        return []
    first_slot = favourite if favourite in slots and rng.random() < favourite_share else rng.choice(slots)
    others = [slot for slot in slots if slot != first_slot]
    return sorted([first_slot, *rng.sample(others, rng.randrange(min(max_votes, len(slots))))])


def random_round(rng: random.Random, sheet: RuleSheet, players: int) -> Round | None:
    """Return a random round, or None if it would be called off."""
    storyteller = rng.randrange(players)
    owners = random_owners(rng, sheet, players, storyteller)
    slots_by_voter = reference_scorer.votable_slots(sheet, players, storyteller, owners)
    if reference_scorer.is_called_off(slots_by_voter):
        return None
    storyteller_slots = [slot for slot in owners if owners[slot] == storyteller]
    favourite = rng.choice(storyteller_slots if storyteller_slots and rng.random() < 1 / 2 else list(owners))
    favourite_share = rng.choice((0, 1 / 2, 1, 1))
    votes = {
        seat: random_votes(rng, slots, favourite, sheet.max_votes[players], favourite_share)
        for seat, slots in slots_by_voter.items()
    }
    trapped_slot = favourite if rng.random() < 1 / 4 else rng.choice(list(owners))
    trap = trapped_slot if sheet.game == "party" and votes[storyteller] else None
    return Round(players, storyteller, owners, votes, trap)


def random_rounds(seed: str, rules: Ruleset, sheet: RuleSheet, count: int) -> Iterator[Round]:
    """Yield random rounds, with each number of players in turn."""
    rng = random.Random(seed)
    for number in range(count):
        players = rules.players[number % len(rules.players)]
        while (drawn := random_round(rng, sheet, players)) is None:
            pass
        yield drawn


def scorers_agree(rules: Ruleset, sheet: RuleSheet, round: Round) -> bool:
    votes = {seat: tuple(slots) for seat, slots in round.votes.items()}
    awards = scoring.score(rules, round.players, round.storyteller, round.owners, votes, round.trap)
    return points_by_side(rules, awards, round.players) == reference_scorer.reference_points(sheet, round)


def first_disagreement(
    rules: Ruleset, sheet: RuleSheet, seed: str = "printed", count: int = ROUNDS_PER_EDITION
) -> Round | None:
    """Return the first round with different results."""
    return next(
        (round for round in random_rounds(seed, rules, sheet, count) if not scorers_agree(rules, sheet, round)), None
    )


@pytest.mark.parametrize("name", EDITIONS)
def test_20000_random_rounds_score_the_same_in_the_reference_scorer(name: str):
    assert ROUNDS_PER_EDITION * len(EDITIONS) == 20_000
    assert first_disagreement(EDITIONS[name].rules, reference_scorer.RULE_SHEETS[name]) is None


@pytest.mark.parametrize("name", EDITIONS)
def test_voters_and_votable_slots_match_the_reference_scorer_with_any_number_of_cards(name: str):
    rules, sheet, rng, called_off = EDITIONS[name].rules, reference_scorer.RULE_SHEETS[name], random.Random("voters"), 0
    for number in range(400):
        players = rules.players[number % len(rules.players)]
        storyteller = rng.randrange(players)
        owners = random_owners(rng, sheet, players, storyteller, missing_share=rng.choice((1 / 8, 1 / 2, 0.9)))
        board, submitted_cards = (
            (table := VotingSetup(rules, players, storyteller, owners)).board,
            table.submitted_cards,
        )
        slots_by_voter = reference_scorer.votable_slots(sheet, players, storyteller, owners)
        tableau = tuple(f"slot-{slot}" for slot in sorted(owners))
        assert {seat: choosable_slots(board, submitted_cards[seat], tableau) for seat in table.voters} == {
            seat: tuple(sorted(slots)) for seat, slots in slots_by_voter.items()
        }
        assert can_be_voted_on(board, submitted_cards) is not reference_scorer.is_called_off(slots_by_voter)
        assert value_for_player_count(rules.votes, players) == sheet.max_votes[players]
        called_off += reference_scorer.is_called_off(slots_by_voter)
    assert 0 < called_off < 300


def random_house_rules(rng: random.Random, rules: Ruleset, sheet: RuleSheet) -> tuple[Ruleset, RuleSheet]:
    """Return the same random numbers for both implementations."""
    limit, crowd_limit = (rng.choice((None, *range(8))) for _ in "12")
    single_vote_point_from = rng.choice((None, *range(3, 13)))
    lone_finder_points, votes = ([rng.randrange(1, 7) for _ in "12"] for _ in "12")
    change = rng.randrange(4, 13)
    steps = tuple(((3, early), (change, late)) for early, late in (lone_finder_points, votes))
    by_players = [
        dict.fromkeys(range(3, change), a) | dict.fromkeys(range(change, 13), b) for a, b in (lone_finder_points, votes)
    ]
    crowd: Crowd | None = rules.crowd and replace(rules.crowd, cap=crowd_limit)
    return (
        replace(
            rules,
            lone_finder=steps[0],
            votes=steps[1],
            bonus_cap=limit,
            single_vote_point_from=single_vote_point_from,
            crowd=crowd,
        ),
        RuleSheet(
            sheet.game,
            lone_finder_points=by_players[0],
            max_votes=by_players[1],
            limit_for_own_cards=limit,
            limit_in_party=crowd_limit,
            extra_for_one_vote_from=single_vote_point_from,
        ),
    )


@pytest.mark.parametrize("name", EDITIONS)
def test_rounds_under_house_rules_score_the_same_in_the_reference_scorer(name: str):
    rng = random.Random(f"house rules for {name}")
    for number in range(60):
        rules, sheet = random_house_rules(rng, EDITIONS[name].rules, reference_scorer.RULE_SHEETS[name])
        assert first_disagreement(rules, sheet, f"house {number}", 30) is None, rules
