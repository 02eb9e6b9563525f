"""Resigning: the seat plays on by luck at once, in every phase and edition; the last one who leaves ends the match."""

from dataclasses import replace
from typing import Any

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.commands import Abandon, Claim, Open, Ready, Resign, Sit, Start, Submit, TimeUp, Vote
from games.rulebook.events import (
    AbandonAgreed,
    CardsSubmitted,
    ClueGiven,
    Discarded,
    HandsRefilled,
    HostChanged,
    MatchEnded,
    RoundBegun,
    RoundCalledOff,
    RoundScored,
    SeatReady,
    SeatResigned,
    StorytellerClaimed,
    TableauLaid,
    VoteCast,
)
from games.rulebook.match import Reveal, Storytelling, Submitting, Voting, assigned_seat_of, phase_id, seat_of
from games.rulebook.phases import submitting
from games.rulebook.player_view import waiting_for
from games.rulebook.rulesets import CLASSIC, PARTY, PARTY_30, PARTY_PASSING, TEAM, Ruleset
from tests.rulebook.laws import luck_plays_for_who_has_resigned
from tests.rulebook.playing import BrokenLaw, played
from tests.rulebook.table import (
    SEED,
    Luck,
    Situation,
    a_clue,
    a_lobby,
    a_result,
    a_round,
    a_tableau,
    an_empty_house,
    given,
    people,
    tell,
    terms,
)
from tests.rulebook.test_missed_moves import late, timed

STARTED = [a_round, a_clue, a_tableau, a_result]


def at(make: Any, rules: Ruleset = CLASSIC, players: int = 4, **changes: Any) -> Situation:
    return given(make(rules, players, Luck(7), **changes))


def awaited(situation: Situation) -> tuple[int, ...]:
    assert situation.match is not None
    return waiting_for(situation.match)


@pytest.mark.parametrize("make", STARTED)
def test_who_has_resigned_has_no_seat_and_nothing_to_do(make: Any):
    table = at(make, players=5).when(Resign(seat=2))
    match = table.match
    assert match is not None
    assert (seat_of(match, "id-2"), assigned_seat_of(match, "id-2")) == (None, 2)
    assert view(match, Viewer(seat=2)).actions == ()
    assert [seat.resigned for seat in view(match, Viewer()).seats] == [False, False, True, False, False]
    for command in (Resign(seat=2), Abandon(seat=2), Ready(seat=2), Claim(seat=2), Vote(seat=2, slots=(1,))):
        table.when(command).then_refused(Reason.NOT_SEATED)


def test_nobody_resigns_in_the_lobby_or_when_the_match_is_over():
    given(a_lobby()).when(Resign(seat=1)).then_refused(Reason.WRONG_PHASE)
    over = at(a_round).when(*(Abandon(seat=seat) for seat in range(4)))
    over.when(Resign(seat=1)).then_refused(Reason.WRONG_PHASE)


def test_while_anybody_may_claim_the_part_the_others_are_waited_for():
    table = at(a_round).when(Resign(seat=1)).then(SeatResigned(seat=1))
    assert awaited(table) == (0, 2, 3)
    table.when(Claim(seat=1)).then_refused(Reason.NOT_SEATED)


def test_luck_names_nobody_who_has_resigned():
    for seed in range(20):
        table = timed(a_round).when(Resign(seat=1), Resign(seat=2))
        named = late(replace(table, luck=Luck(seed))).find(StorytellerClaimed)
        assert named.seat in (0, 3)


def test_a_storyteller_who_resigns_before_the_clue_is_passed_over():
    table = at(a_round).when(Claim(seat=1), Resign(seat=1))
    table.then(SeatResigned(seat=1), RoundCalledOff(round=1, storyteller=1, why="no_clue"), RoundBegun)
    assert table.started.board.storyteller == 2
    assert isinstance(table.match, Storytelling)


def test_a_storyteller_who_has_resigned_is_passed_over_in_all_later_laps():
    table = at(a_result, teller=0).when(Resign(seat=1), Ready(seat=0), Ready(seat=2), Ready(seat=3))
    table.then(SeatReady(seat=3), Discarded, HandsRefilled, RoundBegun, RoundCalledOff, RoundBegun)
    assert table.started.board.storyteller == 2


def test_who_owes_a_card_gives_one_by_luck_at_once():
    table = at(a_clue).when(Resign(seat=2)).then(SeatResigned(seat=2), CardsSubmitted)
    assert table.find(CardsSubmitted).automatic
    assert table.find(CardsSubmitted).cards[0] in at(a_clue).started.board.hands[2]
    assert awaited(table) == (1, 3)


def test_the_last_one_who_is_waited_for_sets_the_match_going_by_resigning():
    table = at(a_clue).when(Submit(seat=1, cards=at(a_clue).started.board.hands[1][:1]))
    table = table.when(Submit(seat=2, cards=table.started.board.hands[2][:1]), Resign(seat=3))
    table.then(SeatResigned(seat=3), CardsSubmitted, TableauLaid, VoteCast)
    assert awaited(table) == (1, 2)


def test_who_has_given_a_card_and_resigns_keeps_it_on_the_table():
    table = at(a_clue).when(Submit(seat=1, cards=at(a_clue).started.board.hands[1][:1]), Resign(seat=1))
    table.then(SeatResigned(seat=1))
    assert isinstance(table.match, Submitting)
    assert table.match.submitted_cards[1] == at(a_clue).started.board.hands[1][:1]


def test_a_vote_by_luck_is_for_nobodys_own_card():
    for seed in range(20):
        table = given(a_tableau(CLASSIC, 4, Luck(seed))).when(Resign(seat=3))
        (slot,) = table.find(VoteCast).slots
        assert isinstance(table.match, Voting)
        assert table.match.tableau[slot - 1] not in table.match.submitted_cards[3]


def test_the_storytellers_card_stays_and_nobody_votes_for_them():
    table = at(a_tableau, teller=0).when(Resign(seat=0)).then(SeatResigned(seat=0), HostChanged(seat=1))
    assert awaited(table) == (1, 2, 3)


def test_who_looks_at_the_scores_is_ready_by_resigning():
    table = at(a_result).when(Ready(seat=0), Ready(seat=1), Ready(seat=2), Resign(seat=3))
    table.then(SeatResigned(seat=3), Discarded, HandsRefilled, RoundBegun)


def test_who_resigns_agrees_to_the_end():
    table = at(a_clue).when(Abandon(seat=0), Abandon(seat=1), Abandon(seat=3), Resign(seat=2))
    table.then(SeatResigned(seat=2), MatchEnded(status="abandoned", winners=(), why="agreed", seed=SEED))
    later = at(a_clue).when(Resign(seat=2), Abandon(seat=0), Abandon(seat=1), Abandon(seat=3))
    later.then(AbandonAgreed(seat=3), MatchEnded(status="abandoned", winners=(), why="agreed", seed=SEED))


def test_a_host_who_resigns_passes_the_part_on():
    table = at(a_clue).when(Resign(seat=1), Resign(seat=0)).then(SeatResigned(seat=0), HostChanged(seat=2))
    assert table.started.board.host == 2


def test_when_the_last_one_has_resigned_the_match_is_over():
    table = at(a_round).when(*(Resign(seat=seat) for seat in (2, 0, 3, 1)))
    table.then(SeatResigned(seat=1), MatchEnded(status="abandoned", winners=(), why="everybody_resigned", seed=SEED))


def with_computer_players() -> Situation:
    person, *others = people(4)
    lobby = an_empty_house(Luck(7)).when(Open(terms=terms(seats=4), player=person))
    return lobby.when(*(Sit(player=replace(player, kind="bot")) for player in others), Start(seat=0))


def test_computer_players_do_not_play_on_among_themselves_and_agree_to_an_end():
    table = with_computer_players()
    left = table.when(Resign(seat=0))
    left.then(SeatResigned(seat=0), MatchEnded(status="abandoned", winners=(), why="everybody_resigned", seed=SEED))
    agreed = MatchEnded(status="abandoned", winners=(), why="agreed", seed=SEED)
    table.when(Abandon(seat=0)).then(AbandonAgreed(seat=0), agreed)


def test_a_lone_player_goes_on_with_luck_for_all_the_others():
    table = at(a_round).when(Resign(seat=1), Resign(seat=2), Resign(seat=3))
    tell(table).then(ClueGiven, *(CardsSubmitted,) * 3, TableauLaid, *(VoteCast,) * 3, RoundScored)
    begun = tell(table).when(Ready(seat=0))
    assert isinstance(begun.match, Storytelling)
    assert (begun.match.board.storyteller, begun.match.board.round) == (0, 5)


def test_in_team_the_one_who_has_resigned_gives_the_card_and_the_partner_votes():
    table = at(a_clue, TEAM, 6, teller=0).when(Resign(seat=1)).then(SeatResigned(seat=1), CardsSubmitted)
    assert table.find(CardsSubmitted).seat == 1
    assert set(awaited(table)) == {2, 3, 5}
    table = table.when(*(Submit(seat=seat, cards=table.started.board.hands[seat][:1]) for seat in (3, 2)))
    assert isinstance(table.match, Voting)
    assert awaited(table) == (4, 5)


def test_in_team_luck_chooses_from_both_hands_when_both_have_resigned():
    givers = set()
    for seed in range(20):
        table = given(a_round(TEAM, 6, Luck(seed))).when(Resign(seat=1), Resign(seat=4))
        givers.add(tell(table).find(CardsSubmitted).seat)
    assert givers == {1, 4}


def test_in_team_the_storytellers_partner_gives_by_luck_too():
    table = at(a_clue, TEAM, 6, teller=0).when(Resign(seat=3)).then(SeatResigned(seat=3), CardsSubmitted)
    assert table.find(CardsSubmitted).seat == 3
    assert isinstance(table.match, Submitting)
    assert set(submitting.waiting_for(table.match)) == {1, 2, 4, 5}


def test_partys_storyteller_gives_a_card_votes_and_sets_the_trap_by_luck():
    table = at(a_clue, PARTY, 6, teller=0).when(Resign(seat=0)).then(SeatResigned(seat=0), HostChanged, CardsSubmitted)
    for seat in range(1, 6):
        table = table.when(Submit(seat=seat, cards=table.started.board.hands[seat][:1]))
    vote = table.find(VoteCast)
    assert vote.seat == 0 and vote.automatic and vote.trap is not None
    assert awaited(table) == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("rules", [PARTY, PARTY_PASSING, PARTY_30])
def test_a_hand_that_lies_face_down_is_passed_on_or_turned_up_whoever_plays_it(rules: Ruleset):
    table = at(a_result, rules, 6).when(Resign(seat=1))
    table = ready_all(table)
    assert isinstance(table.match, Storytelling)
    assert table.match.board.storyteller == 2
    told = tell(table)
    assert {event.seat for event in told.events if isinstance(event, CardsSubmitted)} == {1}


def ready_all(situation: Situation) -> Situation:
    return situation.when(*(Ready(seat=seat) for seat in awaited(situation)))


def test_an_airship_is_named_by_who_is_there():
    table = at(a_round, PARTY_30, 6).when(Resign(seat=0), Claim(seat=1, text="Zeppelin"))
    table.then(StorytellerClaimed(seat=1, text="Zeppelin"))


@pytest.mark.parametrize("policy", ["auto", "skip", "abort"])
def test_time_up_comes_only_over_those_who_are_there(policy: str):
    table = timed(a_clue, policy=policy).when(Resign(seat=1), Resign(seat=2))
    assert awaited(table) == (3,)
    left = table.when(Resign(seat=3))
    assert isinstance(left.match, Reveal)
    assert phase_id(left.match) == "1.reveal"
    assert late(left).started.board.round == 5, "three storytellers have been passed over"


def test_the_tick_of_a_phase_that_a_resignation_has_ended_changes_nothing():
    table = timed(a_round).when(Claim(seat=0), Resign(seat=0))
    table.when(TimeUp(phase="1.storytelling")).then_refused(Reason.PHASE_OVER)


def test_control_a_seat_that_is_waited_for_after_resigning_turns_the_law_red(monkeypatch: pytest.MonkeyPatch):
    story = played(CLASSIC, 4, 3, resigning=0.05)
    assert any(isinstance(event, SeatResigned) for event in story.events)
    luck_plays_for_who_has_resigned(story)
    honest = waiting_for

    def waiting_for_everybody(match: Any) -> tuple[int, ...]:
        return tuple(match.board.seats) if isinstance(match, Reveal) else honest(match)

    monkeypatch.setattr("tests.rulebook.laws.waiting_for", waiting_for_everybody)
    with pytest.raises(BrokenLaw, match="nobody waits for who has resigned"):
        luck_plays_for_who_has_resigned(story)
