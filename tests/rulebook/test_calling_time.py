"""A player who has moved gives a phase without a deadline one (rulebook 2)."""

from datetime import timedelta

import pytest

from games.rulebook import Reason, Viewer, view
from games.rulebook.actions import MayCallTime
from games.rulebook.commands import CallTime, Claim, ExpirePhase, Ready, Resign, Resume, Submit
from games.rulebook.events import (
    CardsSubmitted,
    MatchEnded,
    SeatReady,
    SeatResumed,
    TableauLaid,
    TimeCalled,
    VoteCast,
)
from games.rulebook.events import TimeUp as TimeIsUp
from games.rulebook.match import deadline_of
from games.rulebook.rulesets import CLASSIC, PARTY, TEAM, Ruleset
from games.rulebook.terms import Clock
from tests.rulebook.absence_scenarios import (
    CALL_AFTER,
    CALL_GRACE,
    CLOCK,
    MOMENT,
    current_phase,
    in_phase,
    later,
    play_phase,
    skipped,
    started,
    time_up,
    types,
)
from tests.rulebook.match_scenarios import NOW, Situation, match_in_drawing
from tests.rulebook.sent_command import Sent

READY_GRACE = timedelta(seconds=120)


def waiting_match(absent: int = 3, phase: str = "1.submitting", **changes: object) -> Situation:
    """A match without a clock that waits for one seat alone."""
    rules = changes.pop("rules", CLASSIC)
    assert isinstance(rules, Ruleset)
    table = started(rules, changes.pop("players", 4), **{"clock": Clock(), **changes})  # type: ignore[arg-type]
    return play_phase(in_phase(table, phase), (absent,))


def call_of(situation: Situation, seat: int) -> MayCallTime | None:
    actions = view(situation.started_match, Viewer(seat=seat)).actions
    return next((action for action in actions if isinstance(action, MayCallTime)), None)


def test_time_may_be_called_when_call_after_has_passed_since_the_phase_began():
    table = waiting_match()
    later(table, CALL_AFTER - MOMENT).when(Sent(0, CallTime())).then_refused(Reason.TOO_EARLY)
    called = later(table, CALL_AFTER).when(Sent(1, CallTime()))
    deadline_at = NOW + CALL_AFTER + CALL_GRACE
    called.then(TimeCalled(seat=1, phase="1.submitting", deadline_at=deadline_at))
    assert deadline_of(called.started_match) == deadline_at


def test_moves_do_not_delay_the_call_and_a_claim_does():
    table = later(in_phase(started(clock=Clock()), "1.submitting"), timedelta(seconds=200))
    table = play_phase(table, (3,))
    assert call_of(table, 0) == MayCallTime(from_=NOW + CALL_AFTER)
    claimed = later(started(clock=Clock(), first="claim"), timedelta(seconds=200)).when(Sent(2, Claim()))
    assert call_of(claimed, 0) == MayCallTime(from_=NOW + timedelta(seconds=200) + CALL_AFTER)


def test_call_after_and_call_grace_are_terms_of_the_match():
    table = waiting_match(call_after=60, call_grace=30)
    called = later(table, timedelta(seconds=60)).when(Sent(0, CallTime()))
    assert deadline_of(called.started_match) == NOW + timedelta(seconds=90)


def test_everybody_who_owes_nothing_may_call_and_nobody_else():
    table = waiting_match()
    assert [call_of(table, seat) is not None for seat in range(4)] == [True, True, True, False]
    later(table, CALL_AFTER).when(Sent(3, CallTime())).then_refused(Reason.YOU_OWE_A_MOVE)
    later(table, CALL_AFTER).when(Sent(9, CallTime())).then_refused(Reason.NOT_SEATED)


def test_while_the_part_is_unclaimed_everybody_owes_the_claim():
    table = started(clock=Clock(), first="claim")
    assert [call_of(table, seat) for seat in range(4)] == [None] * 4
    later(table, CALL_AFTER).when(Sent(2, CallTime())).then_refused(Reason.YOU_OWE_A_MOVE)


@pytest.mark.parametrize("phase", ["1.storytelling", "1.submitting", "1.voting"])
def test_a_phase_with_a_deadline_needs_no_call(phase: str):
    table = play_phase(in_phase(started(), phase), (0, 3))
    later(table, CALL_AFTER).when(Sent(2, CallTime())).then_refused(Reason.HAS_DEADLINE)
    assert call_of(table, 2) is None


def test_time_is_called_once():
    called = later(waiting_match(), CALL_AFTER).when(Sent(0, CallTime()))
    called.when(Sent(1, CallTime())).then_refused(Reason.HAS_DEADLINE)


def test_time_is_not_called_in_the_draw():
    match_in_drawing(rulebook=2).when(Sent(0, CallTime())).then_refused(Reason.HAS_DEADLINE)


@pytest.mark.parametrize("policy", ["auto", "abort"])
def test_after_the_call_the_policy_applies_and_abort_counts_as_auto(policy: str):
    called = later(waiting_match(on_timeout=policy), CALL_AFTER).when(Sent(0, CallTime()))
    time_up(called, -MOMENT).then_refused(Reason.NOT_YET)
    time_up(called).then(TimeIsUp, CardsSubmitted, TableauLaid)


def test_after_the_call_skip_leaves_the_phase_out():
    called = later(waiting_match(on_timeout="skip"), CALL_AFTER).when(Sent(0, CallTime()))
    time_up(called).then(TimeIsUp, TableauLaid)


def test_under_abort_a_clock_of_the_terms_still_ends_the_match():
    table = waiting_match(on_timeout="abort")
    voting = later(table, CALL_AFTER).when(Sent(0, CallTime()))
    assert current_phase(time_up(voting)) == "1.voting"
    clocked = in_phase(started(on_timeout="abort", clock=CLOCK), "1.submitting")
    assert time_up(clocked).finished_match.end_reason == "time_up"


@pytest.mark.parametrize("clock", [Clock(), Clock(submit=30)])
def test_under_abort_the_staff_can_end_a_match_only_where_the_terms_have_a_clock(clock: Clock):
    ended = waiting_match(on_timeout="abort", clock=clock).when(Sent("staff", ExpirePhase(phase="1.submitting")))
    ended.then(TimeIsUp, *([CardsSubmitted, TableauLaid] if clock.submit is None else [MatchEnded]))


def test_a_missed_call_counts_as_a_missed_phase():
    table = time_up(later(waiting_match(), CALL_AFTER).when(Sent(0, CallTime())))
    table = play_phase(table, (3,))
    second = time_up(later(table, CALL_AFTER).when(Sent(0, CallTime())))
    assert skipped(second) == (3,)


def test_a_move_in_time_ends_the_phase_as_ever():
    called = later(waiting_match(), CALL_AFTER).when(Sent(0, CallTime()))
    hand = called.started_match.board.hands[3]
    called.when(Sent(3, Submit(cards=hand[:1]))).then(CardsSubmitted, TableauLaid)


@pytest.mark.parametrize(("rules", "players", "storyteller"), [(CLASSIC, 4, 0), (PARTY, 6, 0), (TEAM, 6, 0)])
def test_others_call_time_for_an_absent_storyteller(rules: Ruleset, players: int, storyteller: int):
    table = started(rules, players, clock=Clock())
    called = later(table, CALL_AFTER).when(Sent(storyteller + 1, CallTime()))
    assert types(called) == [TimeCalled]


def test_computer_players_call_no_time_and_people_call_it_for_them():
    table = play_phase(in_phase(started(clock=Clock(), bots=(2, 3)), "1.submitting"), (3,))
    assert [call_of(table, seat) is not None for seat in range(4)] == [True, True, False, False]
    later(table, CALL_AFTER).when(Sent(2, CallTime())).then_refused(Reason.NOT_A_PERSON)
    later(table, CALL_AFTER).when(Sent(1, CallTime())).find(TimeCalled)


def test_whoever_has_resigned_calls_no_time():
    table = waiting_match().when(Sent(1, Resign()))
    later(table, CALL_AFTER).when(Sent(1, CallTime())).then_refused(Reason.NOT_SEATED)


def test_a_skipped_player_who_calls_time_is_back():
    table = waiting_match(phase="1.submitting")
    for _ in range(2):
        table = time_up(later(play_phase(table, (3,)), CALL_AFTER).when(Sent(0, CallTime())))
    table = in_phase(play_phase(table, (3,)), "2.submitting", 3)
    table = play_phase(table, (0, 3))
    later(table, CALL_AFTER).when(Sent(3, CallTime())).then(TimeCalled, SeatResumed(seat=3, deadline_at=None))


def test_a_player_who_is_back_and_sits_the_phase_out_may_call_time():
    table = waiting_match(phase="1.submitting")
    for _ in range(2):
        table = time_up(later(play_phase(table, (3,)), CALL_AFTER).when(Sent(0, CallTime())))
    table = in_phase(play_phase(table, (3,)), "2.submitting", 3).when(Sent(3, Resume()))
    assert call_of(table, 3) == MayCallTime(from_=NOW + 2 * (CALL_AFTER + CALL_GRACE) + CALL_AFTER)


def test_in_a_reveal_without_a_clock_the_first_person_to_be_ready_sets_the_deadline():
    table = in_phase(started(clock=Clock()), "1.reveal")
    ready = later(table, timedelta(days=2)).when(Sent(2, Ready()))
    ready.then(SeatReady(seat=2, deadline_at=NOW + timedelta(days=2) + READY_GRACE))
    assert deadline_of(ready.started_match) == ready.now + READY_GRACE
    ready.when(Sent(1, Ready())).then(SeatReady(seat=1, deadline_at=None))
    assert current_phase(time_up(ready)) == "2.storytelling"


def test_a_computer_player_who_is_ready_sets_no_deadline():
    table = in_phase(started(clock=Clock(), bots=(3,)), "1.reveal").when(Sent(3, Ready()))
    table.then(SeatReady(seat=3, deadline_at=None))
    assert deadline_of(table.started_match) is None
    assert table.when(Sent(0, Ready())).find(SeatReady).deadline_at == NOW + READY_GRACE


def test_a_reveal_with_a_clock_keeps_its_deadline():
    table = in_phase(started(), "1.reveal")
    assert table.when(Sent(0, Ready())).find(SeatReady).deadline_at is None


def test_a_skipped_seat_is_not_waited_for_in_the_reveal():
    table = in_phase(started(), "1.submitting")
    for _ in range(2):
        table = time_up(play_phase(table, (3,)))
    assert current_phase(play_phase(table, (3,))) == "2.storytelling"


def test_in_rulebook_1_time_cannot_be_called():
    table = waiting_match(rulebook=1)
    later(table, CALL_AFTER).when(Sent(0, CallTime())).then_refused(Reason.NOT_IN_THESE_RULES)
    assert call_of(table, 0) is None
    reveal = in_phase(started(rulebook=1, clock=Clock()), "1.reveal").when(Sent(0, Ready()))
    assert deadline_of(reveal.started_match) is None
    assert VoteCast not in types(reveal)
