"""Resigning: the seat is played automatically at once, in every phase and edition; the last to leave ends the match."""

from dataclasses import replace
from typing import Any

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.commands import Abandon, Claim, ExpirePhase, Open, Ready, Resign, Sit, Start, Submit, Vote
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
from tests.rulebook.invariants import check_resigned_seats_are_played_automatically
from tests.rulebook.match_scenarios import (
    SEED,
    FixedChance,
    Situation,
    give_clue,
    given,
    human_players,
    match_in_gathering,
    match_in_reveal,
    match_in_storytelling,
    match_in_submitting,
    match_in_voting,
    no_match,
    terms,
)
from tests.rulebook.random_matches import InvariantViolation, play_random_match
from tests.rulebook.sent_command import Sent
from tests.rulebook.test_missed_moves import expire_deadline, match_with_clock

STARTED_PHASES = [match_in_storytelling, match_in_submitting, match_in_voting, match_in_reveal]


def prepare(make: Any, rules: Ruleset = CLASSIC, players: int = 4, **changes: Any) -> Situation:
    return given(make(rules, players, FixedChance(7), **changes))


def awaited_seats(situation: Situation) -> tuple[int, ...]:
    assert situation.match is not None
    return waiting_for(situation.match)


@pytest.mark.parametrize("make", STARTED_PHASES)
def test_a_resigned_player_has_no_seat_and_no_actions(make: Any):
    table = prepare(make, players=5).when(Sent(2, Resign()))
    match = table.match
    assert match is not None
    assert (seat_of(match, "id-2"), assigned_seat_of(match, "id-2")) == (None, 2)
    assert view(match, Viewer(seat=2)).actions == ()
    assert [seat.resigned for seat in view(match, Viewer()).seats] == [False, False, True, False, False]
    for command in (
        Sent(2, Resign()),
        Sent(2, Abandon()),
        Sent(2, Ready()),
        Sent(2, Claim()),
        Sent(2, Vote(slots=(1,))),
    ):
        table.when(command).then_refused(Reason.NOT_SEATED)


def test_resigning_is_refused_in_the_lobby_and_after_the_end():
    given(match_in_gathering()).when(Sent(1, Resign())).then_refused(Reason.WRONG_PHASE)
    over = prepare(match_in_storytelling).when(*(Sent(seat, Abandon()) for seat in range(4)))
    over.when(Sent(1, Resign())).then_refused(Reason.WRONG_PHASE)


def test_the_other_seats_are_awaited_while_the_storyteller_role_is_unclaimed():
    table = prepare(match_in_storytelling).when(Sent(1, Resign())).then(SeatResigned(seat=1))
    assert awaited_seats(table) == (0, 2, 3)
    table.when(Sent(1, Claim())).then_refused(Reason.NOT_SEATED)


def test_a_random_storyteller_is_never_a_resigned_seat():
    for seed in range(20):
        table = match_with_clock(match_in_storytelling).when(Sent(1, Resign()), Sent(2, Resign()))
        named = expire_deadline(replace(table, chance=FixedChance(seed))).find(StorytellerClaimed)
        assert named.seat in (0, 3)


def test_a_storyteller_who_resigns_before_the_clue_is_passed_over():
    table = prepare(match_in_storytelling).when(Sent(1, Claim()), Sent(1, Resign()))
    table.then(SeatResigned(seat=1), RoundCalledOff(round=1, storyteller=1, why="no_clue"), RoundBegun)
    assert table.started_match.board.storyteller == 2
    assert isinstance(table.match, Storytelling)


def test_a_resigned_storyteller_is_passed_over_in_later_laps():
    table = prepare(match_in_reveal, teller=0).when(
        Sent(1, Resign()), Sent(0, Ready()), Sent(2, Ready()), Sent(3, Ready())
    )
    table.then(SeatReady(seat=3), Discarded, HandsRefilled, RoundBegun, RoundCalledOff, RoundBegun)
    assert table.started_match.board.storyteller == 2


def test_resigning_submits_an_owed_card_automatically():
    table = prepare(match_in_submitting).when(Sent(2, Resign())).then(SeatResigned(seat=2), CardsSubmitted)
    assert table.find(CardsSubmitted).automatic
    assert table.find(CardsSubmitted).cards[0] in prepare(match_in_submitting).started_match.board.hands[2]
    assert awaited_seats(table) == (1, 3)


def test_the_match_advances_when_the_last_awaited_player_resigns():
    table = prepare(match_in_submitting).when(
        Sent(1, Submit(cards=prepare(match_in_submitting).started_match.board.hands[1][:1]))
    )
    table = table.when(Sent(2, Submit(cards=table.started_match.board.hands[2][:1])), Sent(3, Resign()))
    table.then(SeatResigned(seat=3), CardsSubmitted, TableauLaid, VoteCast)
    assert awaited_seats(table) == (1, 2)


def test_a_submitted_card_stays_on_the_table_after_resigning():
    table = prepare(match_in_submitting).when(
        Sent(1, Submit(cards=prepare(match_in_submitting).started_match.board.hands[1][:1])), Sent(1, Resign())
    )
    table.then(SeatResigned(seat=1))
    assert isinstance(table.match, Submitting)
    assert table.match.submitted_cards[1] == prepare(match_in_submitting).started_match.board.hands[1][:1]


def test_an_automatic_vote_is_never_for_the_voters_own_card():
    for seed in range(20):
        table = given(match_in_voting(CLASSIC, 4, FixedChance(seed))).when(Sent(3, Resign()))
        (slot,) = table.find(VoteCast).slots
        assert isinstance(table.match, Voting)
        assert table.match.tableau[slot - 1] not in table.match.submitted_cards[3]


def test_the_card_of_a_resigned_storyteller_stays_and_they_cast_no_vote():
    table = prepare(match_in_voting, teller=0).when(Sent(0, Resign())).then(SeatResigned(seat=0), HostChanged(seat=1))
    assert awaited_seats(table) == (1, 2, 3)


def test_resigning_during_the_reveal_counts_as_ready():
    table = prepare(match_in_reveal).when(Sent(0, Ready()), Sent(1, Ready()), Sent(2, Ready()), Sent(3, Resign()))
    table.then(SeatResigned(seat=3), Discarded, HandsRefilled, RoundBegun)


def test_resigning_counts_as_agreeing_to_abandon():
    table = prepare(match_in_submitting).when(
        Sent(0, Abandon()), Sent(1, Abandon()), Sent(3, Abandon()), Sent(2, Resign())
    )
    table.then(SeatResigned(seat=2), MatchEnded(status="abandoned", winners=(), why="agreed", seed=SEED))
    later = prepare(match_in_submitting).when(
        Sent(2, Resign()), Sent(0, Abandon()), Sent(1, Abandon()), Sent(3, Abandon())
    )
    later.then(AbandonAgreed(seat=3), MatchEnded(status="abandoned", winners=(), why="agreed", seed=SEED))


def test_a_host_who_resigns_passes_the_host_role_on():
    table = (
        prepare(match_in_submitting)
        .when(Sent(1, Resign()), Sent(0, Resign()))
        .then(SeatResigned(seat=0), HostChanged(seat=2))
    )
    assert table.started_match.board.host == 2


def test_the_match_ends_when_the_last_player_resigns():
    table = prepare(match_in_storytelling).when(*(Sent(seat, Resign()) for seat in (2, 0, 3, 1)))
    table.then(SeatResigned(seat=1), MatchEnded(status="abandoned", winners=(), why="everybody_resigned", seed=SEED))


def match_with_bots() -> Situation:
    person, *others = human_players(4)
    lobby = no_match(FixedChance(7)).when(Open(terms=terms(seats=4), player=person))
    return lobby.when(*(Sit(player=replace(player, kind="bot")) for player in others), Sent(0, Start()))


def test_bots_do_not_play_on_alone_and_agree_to_abandon():
    table = match_with_bots()
    left = table.when(Sent(0, Resign()))
    left.then(SeatResigned(seat=0), MatchEnded(status="abandoned", winners=(), why="everybody_resigned", seed=SEED))
    agreed = MatchEnded(status="abandoned", winners=(), why="agreed", seed=SEED)
    table.when(Sent(0, Abandon())).then(AbandonAgreed(seat=0), agreed)


def test_a_lone_player_plays_on_with_automatic_moves_for_the_others():
    table = prepare(match_in_storytelling).when(Sent(1, Resign()), Sent(2, Resign()), Sent(3, Resign()))
    give_clue(table).then(ClueGiven, *(CardsSubmitted,) * 3, TableauLaid, *(VoteCast,) * 3, RoundScored)
    begun = give_clue(table).when(Sent(0, Ready()))
    assert isinstance(begun.match, Storytelling)
    assert (begun.match.board.storyteller, begun.match.board.round) == (0, 5)


def test_in_team_a_resigned_player_submits_automatically_and_the_partner_votes():
    table = (
        prepare(match_in_submitting, TEAM, 6, teller=0)
        .when(Sent(1, Resign()))
        .then(SeatResigned(seat=1), CardsSubmitted)
    )
    assert table.find(CardsSubmitted).seat == 1
    assert set(awaited_seats(table)) == {2, 3, 5}
    table = table.when(*(Sent(seat, Submit(cards=table.started_match.board.hands[seat][:1])) for seat in (3, 2)))
    assert isinstance(table.match, Voting)
    assert awaited_seats(table) == (4, 5)


def test_in_team_the_card_comes_from_either_hand_when_both_partners_have_resigned():
    submitters = set()
    for seed in range(20):
        table = given(match_in_storytelling(TEAM, 6, FixedChance(seed))).when(Sent(1, Resign()), Sent(4, Resign()))
        submitters.add(give_clue(table).find(CardsSubmitted).seat)
    assert submitters == {1, 4}


def test_in_team_a_resigned_partner_of_the_storyteller_submits_automatically():
    table = (
        prepare(match_in_submitting, TEAM, 6, teller=0)
        .when(Sent(3, Resign()))
        .then(SeatResigned(seat=3), CardsSubmitted)
    )
    assert table.find(CardsSubmitted).seat == 3
    assert isinstance(table.match, Submitting)
    assert set(submitting.waiting_for(table.match)) == {1, 2, 4, 5}


def test_a_resigned_party_storyteller_submits_and_votes_and_sets_the_trap_automatically():
    table = (
        prepare(match_in_submitting, PARTY, 6, teller=0)
        .when(Sent(0, Resign()))
        .then(SeatResigned(seat=0), HostChanged, CardsSubmitted)
    )
    for seat in range(1, 6):
        table = table.when(Sent(seat, Submit(cards=table.started_match.board.hands[seat][:1])))
    vote = table.find(VoteCast)
    assert vote.seat == 0 and vote.automatic and vote.trap is not None
    assert awaited_seats(table) == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("rules", [PARTY, PARTY_PASSING, PARTY_30])
def test_a_face_down_hand_of_a_resigned_seat_is_passed_on_or_turned_up(rules: Ruleset):
    table = prepare(match_in_reveal, rules, 6).when(Sent(1, Resign()))
    table = mark_awaited_seats_ready(table)
    assert isinstance(table.match, Storytelling)
    assert table.match.board.storyteller == 2
    after_clue = give_clue(table)
    assert {event.seat for event in after_clue.events if isinstance(event, CardsSubmitted)} == {1}


def mark_awaited_seats_ready(situation: Situation) -> Situation:
    return situation.when(*(Sent(seat, Ready()) for seat in awaited_seats(situation)))


def test_a_remaining_player_names_the_airship():
    table = prepare(match_in_storytelling, PARTY_30, 6).when(Sent(0, Resign()), Sent(1, Claim(text="Zeppelin")))
    table.then(StorytellerClaimed(seat=1, text="Zeppelin"))


@pytest.mark.parametrize("policy", ["auto", "skip", "abort"])
def test_time_up_affects_only_the_remaining_players(policy: str):
    table = match_with_clock(match_in_submitting, policy=policy).when(Sent(1, Resign()), Sent(2, Resign()))
    assert awaited_seats(table) == (3,)
    left = table.when(Sent(3, Resign()))
    assert isinstance(left.match, Reveal)
    assert phase_id(left.match) == "1.reveal"
    assert expire_deadline(left).started_match.board.round == 5, "three storytellers have been passed over"


def test_time_up_for_a_phase_that_a_resignation_has_ended_is_refused():
    table = match_with_clock(match_in_storytelling).when(Sent(0, Claim()), Sent(0, Resign()))
    table.when(ExpirePhase(phase="1.storytelling")).then_refused(Reason.PHASE_OVER)


def test_awaiting_a_resigned_seat_violates_the_invariant(monkeypatch: pytest.MonkeyPatch):
    history = play_random_match(CLASSIC, 4, 3, resigning=0.05)
    assert any(isinstance(event, SeatResigned) for event in history.events)
    check_resigned_seats_are_played_automatically(history)
    original_waiting_for = waiting_for

    def waiting_for_every_seat(match: Any) -> tuple[int, ...]:
        return tuple(match.board.seats) if isinstance(match, Reveal) else original_waiting_for(match)

    monkeypatch.setattr("tests.rulebook.invariants.waiting_for", waiting_for_every_seat)
    with pytest.raises(InvariantViolation, match="no resigned seat is waited for"):
        check_resigned_seats_are_played_automatically(history)
