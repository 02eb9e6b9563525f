"""Points seen twice: the engine and a naive scorer agree on random rounds, of the printed rules and of house rules."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.rulebook import scoring
from games.rulebook.rulesets import EDITIONS, Crowd, Ruleset, value_for
from games.rulebook.voters import can_be_voted_on, choosable_slots
from tests.rulebook import naive
from tests.rulebook.naive import Round, Sheet
from tests.rulebook.test_scoring import OnTheTable, points

EACH = 2_500


def laid(rng: random.Random, sheet: Sheet, players: int, storyteller: int, forgetful: float = 1 / 8) -> dict[int, int]:
    """Whose card is in each slot; one in eight forgets to give, but not the storyteller who named a card."""
    cards = []
    for seat in range(players):
        partner = naive.opposite(seat, players)
        if sheet.game != "party" and seat == storyteller:
            cards.append(seat)
        elif rng.random() < forgetful:
            continue
        elif sheet.game == "team" and storyteller not in (seat, partner):
            if seat < partner:
                cards.append(rng.choice((seat, partner)))
        else:
            cards += [seat] * (2 if players == 3 else 1)
    rng.shuffle(cards)
    return dict(enumerate(cards, start=1))


def pointed(rng: random.Random, slots: list[int], favourite: int, most: int, crowding: float) -> list[int]:
    """One in ten misses the vote; many go for the same slot."""
    if rng.random() < 1 / 10:
        return []
    first = favourite if favourite in slots and rng.random() < crowding else rng.choice(slots)
    others = [slot for slot in slots if slot != first]
    return sorted([first, *rng.sample(others, rng.randrange(min(most, len(slots))))])


def a_round(rng: random.Random, sheet: Sheet, players: int) -> Round | None:
    """None when it would be called off."""
    storyteller = rng.randrange(players)
    owners = laid(rng, sheet, players, storyteller)
    choices = naive.choices(sheet, players, storyteller, owners)
    if naive.is_called_off(choices):
        return None
    tellers = [slot for slot in owners if owners[slot] == storyteller]
    favourite = rng.choice(tellers if tellers and rng.random() < 1 / 2 else list(owners))
    crowding = rng.choice((0, 1 / 2, 1, 1))
    votes = {seat: pointed(rng, slots, favourite, sheet.votes[players], crowding) for seat, slots in choices.items()}
    trapped = favourite if rng.random() < 1 / 4 else rng.choice(list(owners))
    trap = trapped if sheet.game == "party" and votes[storyteller] else None
    return Round(players, storyteller, owners, votes, trap)


def rounds(seed: str, rules: Ruleset, sheet: Sheet, count: int) -> Iterator[Round]:
    """As many rounds, of all the numbers of players in turn."""
    rng = random.Random(seed)
    for number in range(count):
        players = rules.players[number % len(rules.players)]
        while (drawn := a_round(rng, sheet, players)) is None:
            pass
        yield drawn


def agree(rules: Ruleset, sheet: Sheet, round: Round) -> bool:
    votes = {seat: tuple(slots) for seat, slots in round.votes.items()}
    awards = scoring.score(rules, round.players, round.storyteller, round.owners, votes, round.trap)
    return points(rules, awards, round.players) == naive.points(sheet, round)


def disagreement(rules: Ruleset, sheet: Sheet, seed: str = "printed", count: int = EACH) -> Round | None:
    """The first round that comes out differently."""
    return next((round for round in rounds(seed, rules, sheet, count) if not agree(rules, sheet, round)), None)


@pytest.mark.parametrize("name", EDITIONS)
def test_twenty_thousand_rounds_come_out_as_the_naive_scorer_says(name: str):
    assert EACH * len(EDITIONS) == 20_000
    assert disagreement(EDITIONS[name].rules, naive.SHEETS[name]) is None


@pytest.mark.parametrize("name", EDITIONS)
def test_who_votes_for_what_is_the_naive_reading_too_however_few_cards_there_are(name: str):
    rules, sheet, rng, called_off = EDITIONS[name].rules, naive.SHEETS[name], random.Random("voters"), 0
    for number in range(400):
        players = rules.players[number % len(rules.players)]
        storyteller = rng.randrange(players)
        owners = laid(rng, sheet, players, storyteller, forgetful=rng.choice((1 / 8, 1 / 2, 0.9)))
        board, mine = (table := OnTheTable(rules, players, storyteller, owners)).board, table.given
        choices = naive.choices(sheet, players, storyteller, owners)
        tableau = tuple(f"slot-{slot}" for slot in sorted(owners))
        assert {seat: choosable_slots(board, mine[seat], tableau) for seat in table.voters} == {
            seat: tuple(sorted(slots)) for seat, slots in choices.items()
        }
        assert can_be_voted_on(board, mine) is not naive.is_called_off(choices)
        assert value_for(rules.votes, players) == sheet.votes[players]
        called_off += naive.is_called_off(choices)
    assert 0 < called_off < 300


def house_rules(rng: random.Random, rules: Ruleset, sheet: Sheet) -> tuple[Ruleset, Sheet]:
    """The same numbers, told to both."""
    limit, crowd_limit = (rng.choice((None, *range(8))) for _ in "12")
    extra_from = rng.choice((None, *range(3, 13)))
    prizes, votes = ([rng.randrange(1, 7) for _ in "12"] for _ in "12")
    change = rng.randrange(4, 13)
    steps = tuple(((3, early), (change, late)) for early, late in (prizes, votes))
    by_players = [dict.fromkeys(range(3, change), a) | dict.fromkeys(range(change, 13), b) for a, b in (prizes, votes)]
    crowd: Crowd | None = rules.crowd and replace(rules.crowd, cap=crowd_limit)
    return (
        replace(
            rules,
            lone_finder=steps[0],
            votes=steps[1],
            bonus_cap=limit,
            single_vote_point_from=extra_from,
            crowd=crowd,
        ),
        Sheet(
            sheet.game,
            only_finder=by_players[0],
            votes=by_players[1],
            limit_for_own_cards=limit,
            limit_in_party=crowd_limit,
            extra_for_one_vote_from=extra_from,
        ),
    )


@pytest.mark.parametrize("name", EDITIONS)
def test_house_rules_come_out_as_the_naive_scorer_says(name: str):
    rng = random.Random(f"house rules for {name}")
    for number in range(60):
        rules, sheet = house_rules(rng, EDITIONS[name].rules, naive.SHEETS[name])
        assert disagreement(rules, sheet, f"house {number}", 30) is None, rules
