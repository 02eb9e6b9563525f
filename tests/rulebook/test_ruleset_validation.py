"""House rules are validated as a whole: each fault has a location and a code, and playable rules have none."""

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
    value_for_player_count,
)
from games.rulebook.table_size_checks import startable_player_counts
from tests.rulebook.match_scenarios import (
    ALL_CARDS,
    PRINTED_RULESETS,
    deck,
    human_players,
    match_in_storytelling,
    no_match,
    play_round,
    terms,
)

CROWD = Crowd(cap=5, blind="storyteller", pass_hands=False)


def house_rules_from(rules: Ruleset, **changes: Any) -> Ruleset:
    return replace(rules, **{"name": "ours", **changes})


def fault_codes(rules: Ruleset, seats: int | None = None, cards: int = 84) -> list[tuple[str, str]]:
    seats = max(rules.players, default=4) if seats is None else seats
    return [(fault.path, fault.code) for fault in ruleset_faults(rules, seats, cards)]


FAULTY_RULESETS: list[tuple[Ruleset, str, RuleFaultCode]] = [
    (house_rules_from(CLASSIC, name=""), "/name", "not_a_slug"),
    (house_rules_from(CLASSIC, name="Ours"), "/name", "not_a_slug"),
    (house_rules_from(CLASSIC, name="ours\n"), "/name", "not_a_slug"),
    (house_rules_from(CLASSIC, name="x" * 41), "/name", "not_a_slug"),
    (house_rules_from(CLASSIC, name="classic", bonus_cap=3), "/name", "name_taken"),
    (house_rules_from(CLASSIC, name="odyssey"), "/name", "name_taken"),
    (house_rules_from(CLASSIC, name="classic", end=End(laps=2)), "/name", "name_taken"),
    (house_rules_from(CLASSIC, players=()), "/players", "no_number"),
    (house_rules_from(CLASSIC, players=(4, 3)), "/players", "not_ascending"),
    (house_rules_from(CLASSIC, players=(3, 3, 4)), "/players", "not_ascending"),
    (house_rules_from(ODYSSEY, players=(2, 3), hand=((1, 6),), submits=((1, 1),), votes=((1, 1),),
          lone_finder=((1, 3),), single_vote_point_from=None), "/players/0", "out_of_range"),
    (house_rules_from(ODYSSEY, players=(12, 13)), "/players/1", "out_of_range"),
    (house_rules_from(TEAM, players=(6, 7, 8)), "/players", "odd_teams"),
    (house_rules_from(TEAM, players=(4, 6), hand=((4, 4),), submits=((4, 1),), votes=((4, 1),), lone_finder=((4, 3),)),
     "/players", "odd_teams"),
    (house_rules_from(CLASSIC, hand=()), "/hand", "no_number"),
    (house_rules_from(CLASSIC, hand=((4, 6),)), "/hand", "no_number"),
    (house_rules_from(CLASSIC, submits=((4, 1),)), "/submits", "no_number"),
    (house_rules_from(CLASSIC, votes=((6, 1),)), "/votes", "no_number"),
    (house_rules_from(CLASSIC, lone_finder=((12, 3),)), "/lone_finder", "no_number"),
    (house_rules_from(CLASSIC, hand=((4, 6), (3, 7))), "/hand", "not_ascending"),
    (house_rules_from(CLASSIC, votes=((3, 1), (3, 1))), "/votes", "not_ascending"),
    (house_rules_from(CLASSIC, hand=((0, 6),)), "/hand/0/0", "out_of_range"),
    (house_rules_from(CLASSIC, hand=((3, 21),), players=(3,)), "/hand/0/1", "out_of_range"),
    (house_rules_from(CLASSIC, submits=((3, 0),)), "/submits/0/1", "out_of_range"),
    (house_rules_from(CLASSIC, submits=((3, 6),)), "/submits/0/1", "out_of_range"),
    (house_rules_from(CLASSIC, votes=((3, 1), (5, 0))), "/votes/1/1", "out_of_range"),
    (house_rules_from(CLASSIC, lone_finder=((3, 21),)), "/lone_finder/0/1", "out_of_range"),
    (house_rules_from(CLASSIC, lone_finder=((3, -1),)), "/lone_finder/0/1", "out_of_range"),
    (house_rules_from(CLASSIC, bonus_cap=-1), "/bonus_cap", "out_of_range"),
    (house_rules_from(ODYSSEY, single_vote_point_from=13), "/single_vote_point_from", "out_of_range"),
    (house_rules_from(PARTY, crowd=replace(CROWD, cap=1)), "/crowd/cap", "out_of_range"),
    (house_rules_from(CLASSIC, end=End(points=0)), "/end/points", "out_of_range"),
    (house_rules_from(CLASSIC, end=End(points=1001)), "/end/points", "out_of_range"),
    (house_rules_from(CLASSIC, end=End(laps=0)), "/end/laps", "out_of_range"),
    (house_rules_from(CLASSIC, end=End(laps=101)), "/end/laps", "out_of_range"),
    (house_rules_from(TEAM, crowd=CROWD), "/teams", "crowd_or_teams"),
    (house_rules_from(PARTY, submits=((6, 2),)), "/submits", "only_one"),
    (house_rules_from(PARTY, votes=((6, 1), (12, 2))), "/votes", "only_one"),
    (house_rules_from(TEAM, submits=((6, 2),)), "/submits", "only_one"),
    (house_rules_from(TEAM, votes=((6, 2),)), "/votes", "only_one"),
    (house_rules_from(TEAM, single_vote_point_from=6), "/single_vote_point_from", "no_second_vote"),
    (house_rules_from(PARTY, single_vote_point_from=12), "/single_vote_point_from", "no_second_vote"),
    (house_rules_from(ODYSSEY, single_vote_point_from=6), "/single_vote_point_from", "no_second_vote"),
    (house_rules_from(ODYSSEY, votes=((3, 1),)), "/single_vote_point_from", "no_second_vote"),
    (house_rules_from(CLASSIC, end=End()), "/end", "wrong_end"),
    (house_rules_from(CLASSIC, end=End(points=30, laps=2)), "/end", "wrong_end"),
    (house_rules_from(CLASSIC_LAST_CARD, end=End(deck=True, points=30)), "/end", "wrong_end"),
    (house_rules_from(CLASSIC, refill="none"), "/refill", "wrong_refill"),
    (house_rules_from(PARTY, refill="none"), "/refill", "wrong_refill"),
    (house_rules_from(CLASSIC_LAST_CARD, refill="reshuffle"), "/refill", "wrong_refill"),
    (house_rules_from(CLASSIC_LAST_CARD, refill="mix"), "/refill", "wrong_refill"),
    (house_rules_from(CLASSIC, lone_finder=((3, 0),), bonus_cap=0), "/lone_finder", "endless"),
    (house_rules_from(CLASSIC, lone_finder=((3, 4), (6, 0)), bonus_cap=0), "/lone_finder", "endless"),
    (house_rules_from(CLASSIC, hand=((3, 1), (4, 6))), "/hand", "hand_too_small"),
    (house_rules_from(CLASSIC, submits=((3, 2), (6, 5)), hand=((3, 4),)), "/hand", "hand_too_small"),
    (house_rules_from(CLASSIC, votes=((3, 4),)), "/votes", "too_many_votes"),
    (house_rules_from(CLASSIC, submits=((3, 1),), votes=((3, 3),)), "/votes", "too_many_votes"),
    (house_rules_from(ODYSSEY, hand=((3, 8),)), "/hand", "not_enough_cards"),
    (house_rules_from(CLASSIC_LAST_CARD, hand=((3, 14),)), "/hand", "not_enough_cards"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "path", "code"),
    FAULTY_RULESETS,
    ids=[f"{number}{fault[1]}-{fault[2]}" for number, fault in enumerate(FAULTY_RULESETS)],
)
def test_a_fault_is_reported_with_its_path_and_code(rules: Ruleset, path: str, code: str):
    assert fault_codes(rules) == [(path, code)]


def test_the_examples_cover_every_fault_code_and_every_number_limit():
    assert {code for _, _, code in FAULTY_RULESETS} == set(get_args(RuleFaultCode))
    reached = {name for rules in (*PRINTED_RULESETS, ODYSSEY, PARTY, CLASSIC) for _, _, name in bounded_numbers(rules)}
    assert reached == set(NUMBER_BOUNDS)


def test_all_faults_are_reported_at_once():
    rules = house_rules_from(
        CLASSIC, name="odyssey", hand=((3, 1),), votes=((3, 4),), end=End(points=1, laps=1), refill="none"
    )
    assert fault_codes(rules) == [
        ("/name", "name_taken"),
        ("/end", "wrong_end"),
        ("/refill", "wrong_refill"),
        ("/hand", "hand_too_small"),
        ("/votes", "too_many_votes"),
    ]


def test_a_fault_at_every_player_count_is_reported_once_for_the_smallest():
    (fault,) = ruleset_faults(house_rules_from(CLASSIC, votes=((3, 5),), submits=((3, 1),)), 6, 84)
    assert fault.message == "With 3 players, a voter would have 5 votes for 2 slots."


SOUND_RULESETS = [
    *PRINTED_RULESETS,
    replace(PARTY, end=End(laps=7)),
    house_rules_from(CLASSIC, end=End(points=50)),
    house_rules_from(ODYSSEY, end=End(laps=2)),
    house_rules_from(ODYSSEY, end=End(deck=True), refill="none"),
    house_rules_from(ODYSSEY, players=(3, 4, 5)),
    house_rules_from(PARTY, crowd=replace(CROWD, cap=None), end=End(laps=2)),
    house_rules_from(
        PARTY, crowd=replace(CROWD, cap=2, blind="everyone", pass_hands=True), end=End(deck=True), refill="none"
    ),
    house_rules_from(
        PARTY, players=(3, 4, 5), hand=((1, 5),), submits=((1, 1),), votes=((1, 1),), lone_finder=((1, 3),)
    ),
    house_rules_from(TEAM, end=End(deck=True), refill="none", airship=True),
    house_rules_from(TEAM_30, players=(12,), hand=((6, 1),)),
    house_rules_from(CLASSIC, lone_finder=((3, 0),), bonus_cap=1),
    house_rules_from(CLASSIC, lone_finder=((3, 0),), bonus_cap=0, end=End(laps=1)),
    house_rules_from(CLASSIC, players=(3,), submits=((3, 5),), hand=((3, 5),), votes=((3, 5),), end=End(points=1000)),
    house_rules_from(CLASSIC, players=(3, 6)),
]


@pytest.mark.parametrize("rules", SOUND_RULESETS, ids=lambda rules: rules.name)
def test_playable_rulesets_have_no_fault(rules: Ruleset):
    assert not fault_codes(rules)


def test_cards_are_counted_for_the_seats_of_the_match():
    greedy = house_rules_from(ODYSSEY, hand=((3, 7), (4, 10)))
    assert [fault.message for fault in ruleset_faults(greedy, 12, 84)] == [
        "9 players need 90 cards, but the decks have 84."
    ]
    assert fault_codes(greedy, seats=8) == []
    assert fault_codes(greedy, seats=12, cards=168) == []
    assert fault_codes(house_rules_from(CLASSIC_LAST_CARD, hand=((3, 14),)), cards=85) == []


def test_a_team_match_can_start_only_with_every_seat_taken():
    assert startable_player_counts(TEAM, 8) == (8,)
    assert startable_player_counts(PARTY_30, 8) == (6, 7, 8)
    assert startable_player_counts(CLASSIC, 4) == (3, 4)


@pytest.mark.parametrize(
    ("rules", "path", "code"), FAULTY_RULESETS, ids=[f"{n}-{fault[2]}" for n, fault in enumerate(FAULTY_RULESETS)]
)
def test_a_match_with_unsound_rules_cannot_be_opened(rules: Ruleset, path: str, code: str):
    seats = max(rules.players, default=4)
    if rules.players and list(soundness_faults(rules, seats, 84)):
        reason = Reason.NOT_ENOUGH_CARDS if code == "not_enough_cards" else Reason.UNSOUND_RULES
        no_match().when(Open(terms=terms(rules, seats), player=human_players(1)[0])).then_refused(reason)


RULESETS_WITH_MINIMAL_DECKS = [
    (house_rules_from(CLASSIC, hand=((3, 2),)), 3),
    (house_rules_from(CLASSIC, hand=((3, 5),), submits=((3, 5),), refill="mix"), 4),
    (house_rules_from(PARTY, crowd=replace(CROWD, pass_hands=True), end=End(laps=2)), 6),
    (house_rules_from(TEAM_30, refill="reshuffle"), 8),
]


@pytest.mark.parametrize(("rules", "players"), RULESETS_WITH_MINIMAL_DECKS)
def test_cards_for_one_deal_are_enough_for_every_round(rules: Ruleset, players: int):
    """The deck is empty after the first deal; from then on hands are refilled from the discard pile."""
    cards_needed = value_for_player_count(rules.hand, players) * players
    assert not fault_codes(rules, players, cards_needed)
    assert fault_codes(rules, players, cards_needed - 1) == [("/hand", "not_enough_cards")]
    table = match_in_storytelling(rules, players, decks=(deck(ALL_CARDS[:cards_needed]),))
    for _ in range(4):
        assert table.started_match.board.deck == ()
        table = play_round(table)
        assert {len(hand) for hand in table.started_match.board.hands} == {value_for_player_count(rules.hand, players)}
