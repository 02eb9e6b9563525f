"""House rules are looked at as a whole: each fault has its place and its code, and what can be played has none."""

from dataclasses import replace
from typing import Any, get_args

import pytest

from games.rulebook import Reason
from games.rulebook.commands import Open
from games.rulebook.rule_faults import RuleFaultCode
from games.rulebook.ruleset_limits import NUMBER_BOUNDS, bounded_numbers
from games.rulebook.ruleset_validation import ruleset_faults, soundness_faults
from games.rulebook.rulesets import (
    CLASSIC,
    CLASSIC_LAST_CARD,
    ODYSSEY,
    PARTY,
    PARTY_30,
    TEAM,
    TEAM_30,
    Crowd,
    End,
    Ruleset,
    value_for,
)
from games.rulebook.table_size_checks import startable_player_counts
from tests.rulebook.table import BOX, RULES, a_round, an_empty_house, deck, next_round, people, terms

CROWD = Crowd(cap=5, blind="storyteller", pass_hands=False)


def ours(rules: Ruleset, **changes: Any) -> Ruleset:
    return replace(rules, **{"name": "ours", **changes})


def found(rules: Ruleset, seats: int | None = None, cards: int = 84) -> list[tuple[str, str]]:
    seats = max(rules.players, default=4) if seats is None else seats
    return [(fault.path, fault.code) for fault in ruleset_faults(rules, seats, cards)]


FAULTY: list[tuple[Ruleset, str, RuleFaultCode]] = [
    (ours(CLASSIC, name=""), "/name", "not_a_slug"),
    (ours(CLASSIC, name="Ours"), "/name", "not_a_slug"),
    (ours(CLASSIC, name="ours\n"), "/name", "not_a_slug"),
    (ours(CLASSIC, name="x" * 41), "/name", "not_a_slug"),
    (ours(CLASSIC, name="classic", bonus_cap=3), "/name", "name_taken"),
    (ours(CLASSIC, name="odyssey"), "/name", "name_taken"),
    (ours(CLASSIC, name="classic", end=End(laps=2)), "/name", "name_taken"),
    (ours(CLASSIC, players=()), "/players", "no_number"),
    (ours(CLASSIC, players=(4, 3)), "/players", "not_ascending"),
    (ours(CLASSIC, players=(3, 3, 4)), "/players", "not_ascending"),
    (ours(ODYSSEY, players=(2, 3), hand=((1, 6),), submits=((1, 1),), votes=((1, 1),), lone_finder=((1, 3),),
          single_vote_point_from=None), "/players/0", "out_of_range"),
    (ours(ODYSSEY, players=(12, 13)), "/players/1", "out_of_range"),
    (ours(TEAM, players=(6, 7, 8)), "/players", "odd_teams"),
    (ours(TEAM, players=(4, 6), hand=((4, 4),), submits=((4, 1),), votes=((4, 1),), lone_finder=((4, 3),)),
     "/players", "odd_teams"),
    (ours(CLASSIC, hand=()), "/hand", "no_number"),
    (ours(CLASSIC, hand=((4, 6),)), "/hand", "no_number"),
    (ours(CLASSIC, submits=((4, 1),)), "/submits", "no_number"),
    (ours(CLASSIC, votes=((6, 1),)), "/votes", "no_number"),
    (ours(CLASSIC, lone_finder=((12, 3),)), "/lone_finder", "no_number"),
    (ours(CLASSIC, hand=((4, 6), (3, 7))), "/hand", "not_ascending"),
    (ours(CLASSIC, votes=((3, 1), (3, 1))), "/votes", "not_ascending"),
    (ours(CLASSIC, hand=((0, 6),)), "/hand/0/0", "out_of_range"),
    (ours(CLASSIC, hand=((3, 21),), players=(3,)), "/hand/0/1", "out_of_range"),
    (ours(CLASSIC, submits=((3, 0),)), "/submits/0/1", "out_of_range"),
    (ours(CLASSIC, submits=((3, 6),)), "/submits/0/1", "out_of_range"),
    (ours(CLASSIC, votes=((3, 1), (5, 0))), "/votes/1/1", "out_of_range"),
    (ours(CLASSIC, lone_finder=((3, 21),)), "/lone_finder/0/1", "out_of_range"),
    (ours(CLASSIC, lone_finder=((3, -1),)), "/lone_finder/0/1", "out_of_range"),
    (ours(CLASSIC, bonus_cap=-1), "/bonus_cap", "out_of_range"),
    (ours(ODYSSEY, single_vote_point_from=13), "/single_vote_point_from", "out_of_range"),
    (ours(PARTY, crowd=replace(CROWD, cap=1)), "/crowd/cap", "out_of_range"),
    (ours(CLASSIC, end=End(points=0)), "/end/points", "out_of_range"),
    (ours(CLASSIC, end=End(points=1001)), "/end/points", "out_of_range"),
    (ours(CLASSIC, end=End(laps=0)), "/end/laps", "out_of_range"),
    (ours(CLASSIC, end=End(laps=101)), "/end/laps", "out_of_range"),
    (ours(TEAM, crowd=CROWD), "/teams", "crowd_or_teams"),
    (ours(PARTY, submits=((6, 2),)), "/submits", "only_one"),
    (ours(PARTY, votes=((6, 1), (12, 2))), "/votes", "only_one"),
    (ours(TEAM, submits=((6, 2),)), "/submits", "only_one"),
    (ours(TEAM, votes=((6, 2),)), "/votes", "only_one"),
    (ours(TEAM, single_vote_point_from=6), "/single_vote_point_from", "no_second_vote"),
    (ours(PARTY, single_vote_point_from=12), "/single_vote_point_from", "no_second_vote"),
    (ours(ODYSSEY, single_vote_point_from=6), "/single_vote_point_from", "no_second_vote"),
    (ours(ODYSSEY, votes=((3, 1),)), "/single_vote_point_from", "no_second_vote"),
    (ours(CLASSIC, end=End()), "/end", "wrong_end"),
    (ours(CLASSIC, end=End(points=30, laps=2)), "/end", "wrong_end"),
    (ours(CLASSIC_LAST_CARD, end=End(deck=True, points=30)), "/end", "wrong_end"),
    (ours(CLASSIC, refill="none"), "/refill", "wrong_refill"),
    (ours(PARTY, refill="none"), "/refill", "wrong_refill"),
    (ours(CLASSIC_LAST_CARD, refill="reshuffle"), "/refill", "wrong_refill"),
    (ours(CLASSIC_LAST_CARD, refill="mix"), "/refill", "wrong_refill"),
    (ours(CLASSIC, lone_finder=((3, 0),), bonus_cap=0), "/lone_finder", "endless"),
    (ours(CLASSIC, lone_finder=((3, 4), (6, 0)), bonus_cap=0), "/lone_finder", "endless"),
    (ours(CLASSIC, hand=((3, 1), (4, 6))), "/hand", "hand_too_small"),
    (ours(CLASSIC, submits=((3, 2), (6, 5)), hand=((3, 4),)), "/hand", "hand_too_small"),
    (ours(CLASSIC, votes=((3, 4),)), "/votes", "too_many_votes"),
    (ours(CLASSIC, submits=((3, 1),), votes=((3, 3),)), "/votes", "too_many_votes"),
    (ours(ODYSSEY, hand=((3, 8),)), "/hand", "not_enough_cards"),
    (ours(CLASSIC_LAST_CARD, hand=((3, 14),)), "/hand", "not_enough_cards"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "path", "code"), FAULTY, ids=[f"{number}{fault[1]}-{fault[2]}" for number, fault in enumerate(FAULTY)]
)
def test_a_fault_is_told_with_its_place(rules: Ruleset, path: str, code: str):
    assert found(rules) == [(path, code)]


def test_every_code_is_met_and_so_are_all_limits():
    assert {code for _, _, code in FAULTY} == set(get_args(RuleFaultCode))
    reached = {name for rules in (*RULES, ODYSSEY, PARTY, CLASSIC) for _, _, name in bounded_numbers(rules)}
    assert reached == set(NUMBER_BOUNDS)


def test_all_faults_are_told_at_once():
    rules = ours(CLASSIC, name="odyssey", hand=((3, 1),), votes=((3, 4),), end=End(points=1, laps=1), refill="none")
    assert found(rules) == [
        ("/name", "name_taken"),
        ("/end", "wrong_end"),
        ("/refill", "wrong_refill"),
        ("/hand", "hand_too_small"),
        ("/votes", "too_many_votes"),
    ]


def test_a_fault_that_every_table_has_is_told_once_and_for_the_smallest():
    (fault,) = ruleset_faults(ours(CLASSIC, votes=((3, 5),), submits=((3, 1),)), 6, 84)
    assert fault.message == "With 3 players, a voter would have 5 votes for 2 slots."


SOUND = [
    *RULES,
    replace(PARTY, end=End(laps=7)),
    ours(CLASSIC, end=End(points=50)),
    ours(ODYSSEY, end=End(laps=2)),
    ours(ODYSSEY, end=End(deck=True), refill="none"),
    ours(ODYSSEY, players=(3, 4, 5)),
    ours(PARTY, crowd=replace(CROWD, cap=None), end=End(laps=2)),
    ours(PARTY, crowd=replace(CROWD, cap=2, blind="everyone", pass_hands=True), end=End(deck=True), refill="none"),
    ours(PARTY, players=(3, 4, 5), hand=((1, 5),), submits=((1, 1),), votes=((1, 1),), lone_finder=((1, 3),)),
    ours(TEAM, end=End(deck=True), refill="none", airship=True),
    ours(TEAM_30, players=(12,), hand=((6, 1),)),
    ours(CLASSIC, lone_finder=((3, 0),), bonus_cap=1),
    ours(CLASSIC, lone_finder=((3, 0),), bonus_cap=0, end=End(laps=1)),
    ours(CLASSIC, players=(3,), submits=((3, 5),), hand=((3, 5),), votes=((3, 5),), end=End(points=1000)),
    ours(CLASSIC, players=(3, 6)),
]


@pytest.mark.parametrize("rules", SOUND, ids=lambda rules: rules.name)
def test_what_can_be_played_has_no_fault(rules: Ruleset):
    assert not found(rules)


def test_cards_are_counted_for_the_seats_there_are():
    greedy = ours(ODYSSEY, hand=((3, 7), (4, 10)))
    assert [fault.message for fault in ruleset_faults(greedy, 12, 84)] == [
        "9 players need 90 cards, but the decks have 84."
    ]
    assert found(greedy, seats=8) == []
    assert found(greedy, seats=12, cards=168) == []
    assert found(ours(CLASSIC_LAST_CARD, hand=((3, 14),)), cards=85) == []


def test_a_team_match_starts_with_every_seat_taken_only():
    assert startable_player_counts(TEAM, 8) == (8,)
    assert startable_player_counts(PARTY_30, 8) == (6, 7, 8)
    assert startable_player_counts(CLASSIC, 4) == (3, 4)


@pytest.mark.parametrize(("rules", "path", "code"), FAULTY, ids=[f"{n}-{fault[2]}" for n, fault in enumerate(FAULTY)])
def test_a_match_that_could_not_be_played_to_its_end_is_never_opened(rules: Ruleset, path: str, code: str):
    seats = max(rules.players, default=4)
    if rules.players and list(soundness_faults(rules, seats, 84)):
        reason = Reason.NOT_ENOUGH_CARDS if code == "not_enough_cards" else Reason.UNSOUND_RULES
        an_empty_house().when(Open(terms=terms(rules, seats), player=people(1)[0])).then_refused(reason)


TIGHT = [
    (ours(CLASSIC, hand=((3, 2),)), 3),
    (ours(CLASSIC, hand=((3, 5),), submits=((3, 5),), refill="mix"), 4),
    (ours(PARTY, crowd=replace(CROWD, pass_hands=True), end=End(laps=2)), 6),
    (ours(TEAM_30, refill="reshuffle"), 8),
]


@pytest.mark.parametrize(("rules", "players"), TIGHT)
def test_cards_for_one_deal_are_enough_for_every_round(rules: Ruleset, players: int):
    """Nothing is left when all have their hands; from then on hands are filled from what lay on the table."""
    needed = value_for(rules.hand, players) * players
    assert not found(rules, players, needed)
    assert found(rules, players, needed - 1) == [("/hand", "not_enough_cards")]
    table = a_round(rules, players, decks=(deck(BOX[:needed]),))
    for _ in range(4):
        assert table.started.board.deck == ()
        table = next_round(table)
        assert {len(hand) for hand in table.started.board.hands} == {value_for(rules.hand, players)}
