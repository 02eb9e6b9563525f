"""What happens when time is up: `auto`, `skip` and `abort`, skipped storytellers, aborted rounds."""

from datetime import timedelta
from typing import Any

import pytest

from games.rulebook import Reason
from games.rulebook.commands import Claim, ExpirePhase, Signal, Submit, Vote
from games.rulebook.events import (
    CardsSubmitted,
    DeadlineExtended,
    Discarded,
    Event,
    HandsPassed,
    HandsRefilled,
    MatchEnded,
    RoundBegun,
    RoundCalledOff,
    RoundScored,
    StorytellerClaimed,
    TableauLaid,
    VoteCast,
)
from games.rulebook.events import TimeUp as TimeIsUp
from games.rulebook.match import deadline_of, phase_id
from games.rulebook.rulesets import CLASSIC, ODYSSEY, PARTY, PARTY_30, PARTY_PASSING, TEAM, Ruleset
from games.rulebook.terms import Clock
from games.rulebook.waiting import waiting_for
from tests.rulebook.match_scenarios import (
    MATCH_IN_PHASE,
    NOW,
    FixedChance,
    Situation,
    give_clue,
    given,
    match_in_reveal,
    match_in_storytelling,
    match_in_submitting,
    match_in_voting,
    play_round,
)
from tests.rulebook.sent_command import Sent

MOVE_CLOCK = Clock(clue=60, submit=30, vote=30, reveal=15)


def match_with_clock(
    make: Any, rules: Ruleset = CLASSIC, players: int = 4, policy: str = "auto", **changes: Any
) -> Situation:
    return given(make(rules, players, FixedChance(7), clock=MOVE_CLOCK, on_timeout=policy, **changes))


def expire_deadline(situation: Situation, *, seconds_late: float = 0.0) -> Situation:
    """Let the clock of the current phase run out."""
    assert situation.match is not None
    due_at = deadline_of(situation.match)
    assert due_at is not None
    now = due_at + timedelta(seconds=seconds_late)
    return given(situation, now).when(ExpirePhase(phase=phase_id(situation.match), outage=False))


def submit_first_cards(situation: Situation, *seats: int) -> Situation:
    for seat in seats:
        situation = situation.when(Sent(seat, Submit(cards=situation.started_match.board.hands[seat][:1])))
    return situation


def event_types(situation: Situation) -> list[type[Event]]:
    return [type(event) for event in situation.events]


def test_time_is_up_at_the_deadline_and_not_before():
    table = match_with_clock(match_in_submitting)
    expire_deadline(table, seconds_late=-0.001).then_refused(Reason.NOT_YET)
    expire_deadline(table).find(TimeIsUp)
    expire_deadline(table, seconds_late=3600).find(TimeIsUp)


@pytest.mark.parametrize("phase", [match_in_storytelling, match_in_submitting, match_in_voting, match_in_reveal])
def test_an_outage_extends_a_phase_only_once(phase: Any):
    table = match_with_clock(phase)
    assert table.match is not None
    due_at = deadline_of(table.match)
    assert due_at is not None
    name, back = phase_id(table.match), due_at + timedelta(minutes=7)
    longer = given(table, back).when(ExpirePhase(phase=name, outage=True))
    longer.then(DeadlineExtended(phase=name, deadline_at=back + timedelta(seconds=20), why="outage"))
    expire_deadline(longer, seconds_late=-0.001).then_refused(Reason.NOT_YET)
    assert longer.match is not None
    again = given(longer, back + timedelta(seconds=20)).when(ExpirePhase(phase=name, outage=True))
    again.find(TimeIsUp)


def test_an_outage_does_not_end_a_phase_early_and_the_next_phase_has_its_own_extension():
    table = match_with_clock(match_in_submitting)
    table.when(ExpirePhase(phase="1.submitting", outage=True)).then_refused(Reason.NOT_YET)
    assert table.match is not None
    due_at = deadline_of(table.match)
    assert due_at is not None
    longer = given(table, due_at).when(ExpirePhase(phase="1.submitting", outage=True))
    voting = expire_deadline(longer)
    assert voting.match is not None
    then = deadline_of(voting.match)
    assert then is not None
    given(voting, then).when(ExpirePhase(phase="1.voting", outage=True)).find(DeadlineExtended)


def test_time_up_for_another_phase_is_refused():
    table = given(match_with_clock(match_in_submitting), NOW + timedelta(days=1))
    table.when(ExpirePhase(phase="1.storytelling")).then_refused(Reason.PHASE_OVER)
    table.when(ExpirePhase(phase="1.voting")).then_refused(Reason.WRONG_PHASE)
    done = expire_deadline(match_with_clock(match_in_submitting))
    done.when(ExpirePhase(phase="1.submitting")).then_refused(Reason.PHASE_OVER)


@pytest.mark.parametrize("phase", sorted(set(MATCH_IN_PHASE) - {"drawing"}))
def test_without_time_limits_time_is_never_up(phase: str):
    table = given(MATCH_IN_PHASE[phase](), NOW + timedelta(days=365))
    assert table.match is not None
    table.when(ExpirePhase(phase=phase_id(table.match))).then_refused(Reason.NOT_YET)


def test_late_commands_count_until_time_up_is_recorded():
    table = given(match_with_clock(match_in_submitting), NOW + timedelta(days=1))
    submit_first_cards(table, 1).then(CardsSubmitted)


@pytest.mark.parametrize("policy", ["auto", "skip"])
def test_in_round_1_a_random_storyteller_is_named_with_a_new_deadline(policy: str):
    table = expire_deadline(match_with_clock(match_in_storytelling, policy=policy))
    named: StorytellerClaimed = table.find(StorytellerClaimed)
    assert named.automatic
    assert named.deadline_at == NOW + timedelta(seconds=120)
    assert table.match is not None
    assert (phase_id(table.match), waiting_for(table.match)) == ("1.storytelling", (named.seat,))
    assert table.chance.requested_labels[-1] == "first"
    other = (named.seat + 1) % 4
    table.when(Sent(other, Claim())).then_refused(Reason.NOT_THE_STORYTELLER)
    passed_over = expire_deadline(table).then(TimeIsUp, RoundCalledOff, RoundBegun)
    assert passed_over.find(RoundBegun).storyteller == other


@pytest.mark.parametrize("policy", ["auto", "skip"])
def test_a_storyteller_without_a_clue_is_passed_over(policy: str):
    table = play_round(match_with_clock(match_in_storytelling, policy=policy))
    scores, last_round = table.started_match.board.scores, table.started_match.board.last_round
    passed = expire_deadline(table).then(TimeIsUp, RoundCalledOff(round=2, storyteller=1, why="no_clue"), RoundBegun)
    board = passed.started_match.board
    assert (board.round, board.storyteller, board.scores, board.last_round) == (3, 2, scores, last_round)


def test_a_round_without_a_clue_counts_as_a_storyteller_turn():
    table = play_round(match_with_clock(match_in_storytelling, PARTY, 6))
    for _ in range(4):
        table = expire_deadline(table)
        assert event_types(table)[-1] is RoundBegun
    expire_deadline(table).then(TimeIsUp, RoundCalledOff, MatchEnded)
    assert expire_deadline(table).finished_match.end_reason == "laps"


@pytest.mark.parametrize(("rules", "players"), [(CLASSIC, 3), (PARTY, 6), (TEAM, 6)])
def test_when_a_whole_lap_passes_without_a_clue_the_match_is_abandoned(rules: Ruleset, players: int):
    table = match_with_clock(match_in_storytelling, rules, players, first="host")
    for _ in range(players - 1):
        table = expire_deadline(table)
        assert event_types(table)[-1] is RoundBegun
    gone = expire_deadline(table).then(TimeIsUp, RoundCalledOff, MatchEnded)
    assert (gone.finished_match.status, gone.finished_match.end_reason, gone.finished_match.winners) == (
        "abandoned",
        "nobody_is_there",
        (),
    )


def test_a_clue_resets_the_count_of_rounds_without_a_clue():
    table = expire_deadline(match_with_clock(match_in_storytelling, CLASSIC, 3, first="host"))
    table = expire_deadline(expire_deadline(expire_deadline(expire_deadline(give_clue(table)))))
    assert table.started_match.board.rounds_without_points == 1


@pytest.mark.parametrize("phase", [match_in_storytelling, match_in_submitting, match_in_voting])
def test_abort_ends_the_match_without_winners(phase: Any):
    ended = expire_deadline(match_with_clock(phase, policy="abort")).then(TimeIsUp, MatchEnded)
    assert (ended.finished_match.status, ended.finished_match.end_reason, ended.finished_match.winners) == (
        "abandoned",
        "time_up",
        (),
    )


@pytest.mark.parametrize("policy", ["auto", "skip", "abort"])
def test_the_next_round_begins_when_the_time_for_the_reveal_is_up(policy: str):
    expire_deadline(match_with_clock(match_in_reveal, policy=policy)).then(
        TimeIsUp, Discarded, HandsRefilled, RoundBegun
    )


def test_auto_submits_a_card_from_the_hand_of_each_seat_that_missed_it():
    table = submit_first_cards(match_with_clock(match_in_submitting), 2)
    hands = table.started_match.board.hands
    played = expire_deadline(table).then(TimeIsUp, CardsSubmitted, CardsSubmitted, TableauLaid)
    for event in played.events:
        if isinstance(event, CardsSubmitted):
            assert event.automatic
            assert event.cards[0] in hands[event.seat]
    assert played.chance.requested_labels[-3:] == ["auto/1.submitting/1", "auto/1.submitting/3", "tableau/1"]


def test_auto_submits_two_cards_where_two_are_owed():
    played = expire_deadline(match_with_clock(match_in_submitting, CLASSIC, 3))
    assert [len(event.cards) for event in played.events if isinstance(event, CardsSubmitted)] == [2, 2]


def test_auto_votes_for_one_slot_that_is_not_the_voters_own():
    table = match_with_clock(match_in_voting, ODYSSEY, 7)
    given_cards, tableau = table.match.submitted_cards, table.match.tableau  # type: ignore[union-attr]
    voted = expire_deadline(table)
    votes = [event for event in voted.events if isinstance(event, VoteCast)]
    assert [vote.seat for vote in votes] == [1, 2, 3, 4, 5, 6]
    for vote in votes:
        assert vote.automatic
        (slot,) = vote.slots
        assert tableau[slot - 1] not in given_cards[vote.seat]
    assert event_types(voted)[-1] is RoundScored


def test_auto_submits_a_card_of_either_partner_and_the_other_partner_votes():
    submitters: set[int] = set()
    for seed in range(20):
        table = given(match_in_submitting(TEAM, 6, FixedChance(seed), clock=MOVE_CLOCK, on_timeout="auto"))
        played = expire_deadline(table)
        submitted = [event.seat for event in played.events if isinstance(event, CardsSubmitted)]
        assert sorted(seat % 3 for seat in submitted) == [0, 1, 2]
        assert 3 in submitted
        assert played.match is not None
        assert set(waiting_for(played.match)) == {1, 2, 4, 5} - set(submitted)
        submitters |= set(submitted)
    assert submitters == {1, 2, 3, 4, 5}


def test_auto_sets_the_trap_in_party_too():
    voted = expire_deadline(match_with_clock(match_in_voting, PARTY, 6))
    by_seat = {event.seat: event for event in voted.events if isinstance(event, VoteCast)}
    assert by_seat[0].trap is not None
    assert all(by_seat[seat].trap is None for seat in range(1, 6))


def test_skip_lays_out_the_submitted_cards_and_players_who_missed_it_may_still_vote():
    table = submit_first_cards(match_with_clock(match_in_submitting, policy="skip"), 1, 2)
    laid = expire_deadline(table).then(TimeIsUp, TableauLaid)
    assert len(laid.find(TableauLaid).tableau) == 3
    assert laid.match is not None
    assert waiting_for(laid.match) == (1, 2, 3)


@pytest.mark.parametrize("givers", [(), (1,)])
def test_skip_calls_the_round_off_when_a_voter_would_have_no_choice(givers: tuple[int, ...]):
    table = submit_first_cards(match_with_clock(match_in_submitting, policy="skip"), *givers)
    off = expire_deadline(table).then(
        TimeIsUp,
        RoundCalledOff(round=1, storyteller=0, why="too_few_cards"),
        Discarded(count=1 + len(givers)),
        HandsRefilled,
        RoundBegun,
    )
    board = off.started_match.board
    assert (board.storyteller, board.scores, board.last_round) == (1, (0, 0, 0, 0), None)


def test_a_round_called_off_after_the_clue_still_passes_the_hands():
    table = match_with_clock(match_in_submitting, PARTY_PASSING, 6, policy="skip")
    expire_deadline(submit_first_cards(table, 1)).then(
        TimeIsUp, RoundCalledOff, Discarded, HandsRefilled, HandsPassed, RoundBegun
    )


@pytest.mark.parametrize("rules", [PARTY_PASSING, PARTY_30])
def test_hands_that_nobody_has_seen_are_not_passed_on(rules: Ruleset):
    table = play_round(match_with_clock(match_in_storytelling, rules, 6))
    expire_deadline(table).then(TimeIsUp, RoundCalledOff, RoundBegun)


def test_skip_counts_a_missed_vote_as_not_found():
    table = match_with_clock(match_in_voting, policy="skip")
    storytellers = table.match.tableau.index(table.match.submitted_cards[0][0]) + 1  # type: ignore[union-attr]
    scored = expire_deadline(table.when(Sent(1, Vote(slots=(storytellers,))), Sent(2, Vote(slots=(storytellers,)))))
    assert scored.find(RoundScored).scores == (3, 3, 3, 0)


def test_skip_without_any_vote_gives_consolation_points_to_all_but_the_storyteller():
    assert expire_deadline(match_with_clock(match_in_voting, policy="skip")).find(RoundScored).scores == (0, 2, 2, 2)


def test_a_team_without_a_submitted_card_has_no_voter():
    table = submit_first_cards(match_with_clock(match_in_submitting, TEAM, 8, policy="skip"), 4, 1, 2)
    laid = expire_deadline(table)
    assert laid.match is not None
    assert waiting_for(laid.match) == (5, 6)
    assert expire_deadline(laid).find(RoundScored).scores == (0, 2, 2, 2, 0, 2, 2, 2)


def test_a_team_round_without_a_voter_is_called_off():
    expire_deadline(submit_first_cards(match_with_clock(match_in_submitting, TEAM, 6, policy="skip"), 3)).find(
        RoundCalledOff
    )


def test_no_trap_is_set_when_the_storyteller_misses_the_vote():
    table = match_with_clock(match_in_voting, PARTY, 6, policy="skip")
    scored = expire_deadline(table.when(Sent(1, Vote(slots=(2,))), Sent(2, Vote(slots=(2,))))).find(RoundScored)
    assert (scored.trap, scored.scores) == (None, (0, 2, 2, 0, 0, 0))


def test_signals_do_not_extend_the_deadline():
    table = match_with_clock(match_in_submitting, TEAM, 6).when(Sent(1, Signal(word="pass")))
    assert expire_deadline(table).find(TableauLaid)


def test_a_claim_does_not_change_the_deadline():
    claimed = match_with_clock(match_in_storytelling).when(Sent(2, Claim()))
    assert claimed.match is not None
    assert deadline_of(claimed.match) == NOW + timedelta(seconds=60)
