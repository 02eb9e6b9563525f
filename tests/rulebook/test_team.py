"""Team: partners sit opposite each other; one gives the team's card, the other votes, both share the points."""

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.actions import MaySignal
from games.rulebook.commands import Claim, Signal, Sit, Start, Submit, Vote
from games.rulebook.events import (
    CardsSubmitted,
    MatchEnded,
    MatchStarted,
    RoundScored,
    Signalled,
    StorytellerClaimed,
    TableauLaid,
)
from games.rulebook.player_view import waiting_for
from games.rulebook.rulesets import ODYSSEY, TEAM, TEAM_30
from tests.rulebook.table import (
    Situation,
    a_clue,
    a_lobby,
    a_round,
    a_tableau,
    given,
    next_round,
    people,
    submit,
    tell,
    vote,
)


def awaited(situation: Situation) -> tuple[int, ...]:
    assert situation.match is not None
    return waiting_for(situation.match)


def give(situation: Situation, *seats: int) -> Situation:
    for seat in seats:
        situation = situation.when(Submit(seat=seat, cards=situation.started.board.hands[seat][:1]))
    return situation


def test_partners_sit_opposite_each_other_already_in_the_lobby():
    for table in (a_lobby(TEAM, 6), a_round(TEAM, 6)):
        assert table.match is not None
        assert [seat.team for seat in view(table.match, Viewer()).seats] == [0, 1, 2, 0, 1, 2]


def test_elsewhere_there_are_no_teams():
    match = a_round(ODYSSEY, 6).match
    assert match is not None
    assert {seat.team for seat in view(match, Viewer()).seats} == {None}


@pytest.mark.parametrize("seats", [5, 7, 9, 11, 13])
def test_a_table_for_teams_has_an_even_number_of_seats(seats: int):
    a_lobby(TEAM, 1, seats=seats).then_refused(Reason.WRONG_PLAYER_COUNT)


def test_the_japanese_rules_are_for_8_or_more():
    refused = a_lobby(TEAM_30, 1, seats=6).then_refused(Reason.WRONG_PLAYER_COUNT)
    assert "8, 10 or 12" in str(refused.refused)


def test_teams_start_when_every_seat_is_taken():
    """With a gap closed, partners would no longer sit opposite each other."""
    table = given(a_lobby(TEAM, 6, seats=8))
    refused = table.when(Start(seat=0)).then_refused(Reason.WRONG_PLAYER_COUNT)
    assert "all 8 seats" in str(refused.refused)
    *_, seventh, eighth = people(8)
    table.when(Sit(player=seventh), Sit(player=eighth), Start(seat=0)).find(MatchStarted)


def test_of_two_partners_whoever_gives_first_has_settled_it():
    table = given(a_clue(TEAM, 6))
    assert awaited(table) == (1, 2, 3, 4, 5)
    first = give(table, 4)
    assert awaited(first) == (2, 3, 5)
    late = first.when(Submit(seat=1, cards=first.started.board.hands[1][:1])).then_refused(Reason.ALREADY_DONE)
    assert "partner" in str(late.refused)


def test_the_storytellers_partner_gives_a_card_as_well_and_one_more_lies_than_there_are_teams():
    laid = give(given(a_clue(TEAM, 6)), 1, 5, 3)
    laid.then(CardsSubmitted, TableauLaid)
    assert len(laid.match.tableau) == 4  # type: ignore[union-attr]


def test_who_did_not_give_votes_and_the_storytellers_team_does_not():
    laid = give(given(a_clue(TEAM, 6)), 1, 5, 3)
    assert awaited(laid) == (2, 4)
    laid.when(Vote(seat=1, slots=(1,))).then_refused(Reason.NOT_A_VOTER)
    laid.when(Vote(seat=3, slots=(1,))).then_refused(Reason.NOT_A_VOTER)
    laid.when(Vote(seat=0, slots=(1,))).then_refused(Reason.YOU_ARE_THE_STORYTELLER)


def test_a_voter_may_choose_the_partners_card_being_not_told_which_it_is():
    laid = give(given(a_clue(TEAM, 6)), 1, 5, 3)
    partners = laid.match.tableau.index(laid.match.submitted_cards[1][0]) + 1  # type: ignore[union-attr]
    scored = laid.when(Vote(seat=4, slots=(partners,)), Vote(seat=2, slots=(partners,))).find(RoundScored)
    assert scored.scores[1] == scored.scores[4] == 2 + 2


def test_partners_share_their_points():
    scores = vote(given(a_tableau(TEAM, 8))).find(RoundScored).scores
    assert scores[:4] == scores[4:]
    assert any(scores)


def test_team_ends_when_every_player_has_told_and_both_partners_win():
    table = given(a_round(TEAM, 6))
    for _ in range(5):
        table = next_round(table)
    ended = vote(submit(tell(table)))
    assert isinstance(ended.events[-1], MatchEnded)
    assert ended.over.end_reason == "laps"
    assert {(seat + 3) % 6 for seat in ended.over.winners} == set(ended.over.winners)


def test_partners_confer_in_front_of_everybody_with_two_words():
    table = given(a_clue(TEAM, 6))
    signalled = table.when(Signal(seat=1, word="give")).then(Signalled(seat=1, word="give"))
    assert signalled.match is not None
    assert [seat.signal for seat in view(signalled.match, Viewer()).seats] == [None, "give", None, None, None, None]
    assert MaySignal(words=("pass",)) in view(signalled.match, Viewer(seat=1)).actions
    signalled.when(Signal(seat=1, word="give")).then_refused(Reason.ALREADY_DONE)
    signalled.when(Signal(seat=1, word="pass")).then(Signalled)
    give(signalled, 4).when(Signal(seat=1, word="pass")).then_refused(Reason.ALREADY_DONE)


@pytest.mark.parametrize("seat", [0, 3])
def test_the_storytellers_team_has_nothing_to_agree_on(seat: int):
    given(a_clue(TEAM, 6)).when(Signal(seat=seat, word="give")).then_refused(Reason.NOT_IN_THESE_RULES)


def test_elsewhere_nobody_signals():
    given(a_clue(ODYSSEY, 6)).when(Signal(seat=1, word="give")).then_refused(Reason.NOT_IN_THESE_RULES)
    given(a_round(TEAM, 6)).when(Signal(seat=1, word="give")).then_refused(Reason.WRONG_PHASE)


def test_the_airship_is_named_in_japan():
    given(a_round(TEAM_30, 8)).when(Claim(seat=3, text="Nautilus")).then(StorytellerClaimed(seat=3, text="Nautilus"))
