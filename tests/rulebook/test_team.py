"""Team: partners sit opposite each other; one submits the team's card, the other votes, and both share the points."""

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
from games.rulebook.rulesets import ODYSSEY, TEAM, TEAM_30
from games.rulebook.waiting import waiting_for
from tests.rulebook.match_scenarios import (
    Situation,
    cast_votes,
    give_clue,
    given,
    human_players,
    match_in_gathering,
    match_in_storytelling,
    match_in_submitting,
    match_in_voting,
    play_round,
    submit_owed_cards,
)
from tests.rulebook.sent_command import Sent


def awaited_seats(situation: Situation) -> tuple[int, ...]:
    assert situation.match is not None
    return waiting_for(situation.match)


def submit_first_cards(situation: Situation, *seats: int) -> Situation:
    for seat in seats:
        situation = situation.when(Sent(seat, Submit(cards=situation.started_match.board.hands[seat][:1])))
    return situation


def test_partners_sit_opposite_each_other_already_in_the_lobby():
    for table in (match_in_gathering(TEAM, 6), match_in_storytelling(TEAM, 6)):
        assert table.match is not None
        assert [seat.team for seat in view(table.match, Viewer()).seats] == [0, 1, 2, 0, 1, 2]


def test_there_are_no_teams_in_odyssey():
    match = match_in_storytelling(ODYSSEY, 6).match
    assert match is not None
    assert {seat.team for seat in view(match, Viewer()).seats} == {None}


@pytest.mark.parametrize("seats", [5, 7, 9, 11, 13])
def test_a_team_match_with_an_odd_number_of_seats_is_refused(seats: int):
    match_in_gathering(TEAM, 1, seats=seats).then_refused(Reason.WRONG_PLAYER_COUNT)


def test_team_30_needs_at_least_8_players():
    refused = match_in_gathering(TEAM_30, 1, seats=6).then_refused(Reason.WRONG_PLAYER_COUNT)
    assert "8, 10 or 12" in str(refused.refused)


def test_a_team_match_starts_only_when_every_seat_is_taken():
    """If a gap were closed, partners would no longer sit opposite each other."""
    table = given(match_in_gathering(TEAM, 6, seats=8))
    refused = table.when(Sent(0, Start())).then_refused(Reason.WRONG_PLAYER_COUNT)
    assert "all 8 seats" in str(refused.refused)
    *_, seventh, eighth = human_players(8)
    table.when(Sit(player=seventh), Sit(player=eighth), Sent(0, Start())).find(MatchStarted)


def test_the_first_partner_to_submit_decides_for_the_team():
    table = given(match_in_submitting(TEAM, 6))
    assert awaited_seats(table) == (1, 2, 3, 4, 5)
    first = submit_first_cards(table, 4)
    assert awaited_seats(first) == (2, 3, 5)
    late = first.when(Sent(1, Submit(cards=first.started_match.board.hands[1][:1]))).then_refused(Reason.ALREADY_DONE)
    assert "partner" in str(late.refused)


def test_the_storytellers_partner_submits_too_so_there_is_one_card_more_than_teams():
    laid = submit_first_cards(given(match_in_submitting(TEAM, 6)), 1, 5, 3)
    laid.then(CardsSubmitted, TableauLaid)
    assert len(laid.match.tableau) == 4  # type: ignore[union-attr]


def test_the_partner_who_did_not_submit_votes_and_the_storytellers_team_does_not():
    laid = submit_first_cards(given(match_in_submitting(TEAM, 6)), 1, 5, 3)
    assert awaited_seats(laid) == (2, 4)
    laid.when(Sent(1, Vote(slots=(1,)))).then_refused(Reason.NOT_A_VOTER)
    laid.when(Sent(3, Vote(slots=(1,)))).then_refused(Reason.NOT_A_VOTER)
    laid.when(Sent(0, Vote(slots=(1,)))).then_refused(Reason.YOU_ARE_THE_STORYTELLER)


def test_a_voter_may_choose_the_partners_card_without_knowing_it():
    laid = submit_first_cards(given(match_in_submitting(TEAM, 6)), 1, 5, 3)
    partners = laid.match.tableau.index(laid.match.submitted_cards[1][0]) + 1  # type: ignore[union-attr]
    scored = laid.when(Sent(4, Vote(slots=(partners,))), Sent(2, Vote(slots=(partners,)))).find(RoundScored)
    assert scored.scores[1] == scored.scores[4] == 2 + 2


def test_partners_share_their_points():
    scores = cast_votes(given(match_in_voting(TEAM, 8))).find(RoundScored).scores
    assert scores[:4] == scores[4:]
    assert any(scores)


def test_team_ends_when_every_player_has_been_the_storyteller_and_both_partners_win():
    table = given(match_in_storytelling(TEAM, 6))
    for _ in range(5):
        table = play_round(table)
    ended = cast_votes(submit_owed_cards(give_clue(table)))
    assert isinstance(ended.events[-1], MatchEnded)
    assert ended.finished_match.end_reason == "laps"
    assert {(seat + 3) % 6 for seat in ended.finished_match.winners} == set(ended.finished_match.winners)


def test_partners_exchange_two_public_signals():
    table = given(match_in_submitting(TEAM, 6))
    signalled = table.when(Sent(1, Signal(word="give"))).then(Signalled(seat=1, word="give"))
    assert signalled.match is not None
    assert [seat.signal for seat in view(signalled.match, Viewer()).seats] == [None, "give", None, None, None, None]
    assert MaySignal(words=("pass",)) in view(signalled.match, Viewer(seat=1)).actions
    signalled.when(Sent(1, Signal(word="give"))).then_refused(Reason.ALREADY_DONE)
    signalled.when(Sent(1, Signal(word="pass"))).then(Signalled)
    submit_first_cards(signalled, 4).when(Sent(1, Signal(word="pass"))).then_refused(Reason.ALREADY_DONE)


@pytest.mark.parametrize("seat", [0, 3])
def test_the_storytellers_team_may_not_signal(seat: int):
    given(match_in_submitting(TEAM, 6)).when(Sent(seat, Signal(word="give"))).then_refused(Reason.NOT_IN_THESE_RULES)


def test_signals_are_refused_in_other_rulesets_and_phases():
    given(match_in_submitting(ODYSSEY, 6)).when(Sent(1, Signal(word="give"))).then_refused(Reason.NOT_IN_THESE_RULES)
    given(match_in_storytelling(TEAM, 6)).when(Sent(1, Signal(word="give"))).then_refused(Reason.WRONG_PHASE)


def test_the_airship_is_named_in_team_30():
    given(match_in_storytelling(TEAM_30, 8)).when(Sent(3, Claim(text="Nautilus"))).then(
        StorytellerClaimed(seat=3, text="Nautilus")
    )
