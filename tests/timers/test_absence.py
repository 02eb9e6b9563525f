"""Absent players and the clock: skipped seats, rests, agreements and time that a player calls."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import pytest

from games.bots.bot_turn import take_turn
from games.eventlog.models import Event
from games.matches.command_decision import Environment
from games.matches.deadline_command import expire_phase
from games.projections.models import DeadlineRow, TurnRow
from games.projections.rebuild import compare
from games.rulebook import Refused
from games.rulebook.commands import Abandon, CallTime, Resign, Resume
from games.rulebook.match import Over
from games.rulebook.terms import Clock
from games.timers.sweep import Sweep
from tests.timers.absent_players import DesertedMatch
from tests.timers.timed_match import CALL_AFTER_SECONDS, CALL_GRACE_SECONDS

pytestmark = pytest.mark.django_db

ONE_MINUTE_CLOCK = Clock(clue=60, submit=60, vote=60, reveal=60)
NO_CLOCK = Clock()
ONE_HOUR = timedelta(hours=1)
ONE_MILLISECOND = timedelta(milliseconds=1)


def last_event(match: DesertedMatch) -> tuple[Any, str, dict[str, Any]]:
    """Return the actor, the type and the public data of the last event."""
    body = json.loads(Event.objects.filter(match_id=match.id).latest("version").body)
    return body["actor"], body["type"], {name: value for name, value in body["data"].items() if name != "sealed"}


def make_resting_match(began_at: datetime | None = None) -> DesertedMatch:
    """Return a match of one person, who has missed two phases, and three computer players; time was up for the vote."""
    match = DesertedMatch(ONE_MINUTE_CLOCK, players=1, bots=3, began_at=began_at)
    match.play_legal_move(1)
    match.rest_without({0})
    assert (match.phase, match.skipped_seats) == ("1.voting", (0,))
    return match


def skip_time(match: DesertedMatch) -> datetime:
    """Return when the last seat was skipped."""
    return Event.objects.filter(match_id=match.id, type="seat_skipped").latest("version").recorded_at


def assert_ended(match: DesertedMatch, why: str, skipped: list[int], actor: str | None = "clock") -> None:
    ended = {"status": "abandoned", "winners": [], "why": why, "skipped": skipped}
    assert last_event(match) == (actor, "match_ended", ended)
    assert not DeadlineRow.objects.filter(match_id=match.id).exists()
    assert compare(match.id) == []


def test_a_match_rests_and_ends_after_an_hour():
    match = make_resting_match()
    assert match.skipped_seats == (0,)
    rest_began_at = match.state.last_event_at
    assert match.next_tick_at == match.due_at == rest_began_at + ONE_HOUR
    assert not match.tick(late=-ONE_MILLISECOND)
    assert match.tick()
    assert_ended(match, "nobody_is_there", [0])


def test_the_end_of_a_rest_is_not_put_off_by_an_outage():
    match = make_resting_match()
    assert match.tick(late=ONE_HOUR)
    assert match.count_events("deadline_extended") == 0
    assert_ended(match, "nobody_is_there", [0])


def test_a_match_that_rests_resumes_and_goes_on():
    match = make_resting_match()
    match.wait(ONE_HOUR - ONE_MILLISECOND)
    match.command(0, Resume())
    assert match.phase == "1.reveal", "time was up before the rest, so the missing vote is cast automatically"
    assert (match.skipped_seats, match.next_tick_at) == ((), match.now + timedelta(seconds=60))
    match.play_without((), until="3.storytelling")
    assert compare(match.id) == []


def test_a_phase_that_a_rest_interrupted_has_its_time_anew():
    match = DesertedMatch(ONE_MINUTE_CLOCK, players=3, bots=1)
    match.play_legal_move(3)
    match.play_without({1, 2}, until="2.submitting")
    assert set(match.skipped_seats) == {1, 2}
    match.command(0, Resign())
    assert match.next_tick_at == match.now + ONE_HOUR
    match.wait(timedelta(minutes=30))
    match.command(1, Resume())
    assert match.phase == "2.submitting"
    assert match.skipped_seats == (2,)
    assert match.next_tick_at == match.due_at == match.now + timedelta(seconds=60)
    assert match.tick(late=timedelta(seconds=5))
    assert match.phase == "2.voting"
    assert compare(match.id) == []


def test_computer_players_do_nothing_while_a_match_rests_and_go_on_after_it():
    match = make_resting_match()
    assert not TurnRow.objects.filter(match_id=match.id).exists()
    version = match.state.version
    for bot_seat in (1, 2, 3):
        assert take_turn(match.id, match.phase, bot_seat) is None
    assert match.state.version == version
    match.command(0, Resume())
    assert match.phase == "1.reveal"
    turns = TurnRow.objects.filter(match_id=match.id)
    assert sorted(turn.seat for turn in turns) == [1, 2, 3]
    assert all(turn.due_at < match.now + timedelta(seconds=5) for turn in turns)
    for bot_seat in (1, 2, 3):
        assert take_turn(match.id, match.phase, bot_seat) is not None


def test_a_computer_player_whose_task_comes_in_the_rest_moves_after_it():
    match = DesertedMatch(ONE_MINUTE_CLOCK, players=3, bots=1)
    match.play_legal_move(3)
    match.play_without({1, 2}, until="2.submitting")
    match.command(0, Resign())
    assert not TurnRow.objects.filter(match_id=match.id).exists()
    assert take_turn(match.id, "2.submitting", 3) is None
    match.command(1, Resume())
    assert TurnRow.objects.get(match_id=match.id).seat == 3
    assert take_turn(match.id, "2.submitting", 3) is not None


@pytest.mark.parametrize("policy", ["auto", "skip"])
@pytest.mark.parametrize(("bots", "skipped"), [(0, []), (2, [0, 1, 2])], ids=["a lap without a clue", "a rest"])
def test_a_match_in_which_everybody_has_gone_ends_by_itself(
    policy: Literal["auto", "skip"], bots: int, skipped: list[int]
):
    match = DesertedMatch(ONE_MINUTE_CLOCK, policy, players=3, bots=bots)
    began_at = match.now
    while not isinstance(match.state.match, Over):
        match.step_without({0, 1, 2})
    assert match.now - began_at < 2 * ONE_HOUR
    assert_ended(match, "nobody_is_there", skipped, actor="clock" if skipped else None)


def test_a_match_that_the_last_person_resigns_while_the_others_are_skipped_ends_after_an_hour():
    match = DesertedMatch(ONE_MINUTE_CLOCK, players=3)
    match.play_legal_move(0)
    match.play_without({1, 2}, until="4.storytelling")
    match.command(0, Resign())
    assert match.tick()
    assert_ended(match, "nobody_is_there", [1, 2])


def make_match_that_two_of_five_play(began_at: datetime | None = None) -> DesertedMatch:
    """Return a match whose seats 1 to 3 were skipped a moment ago; the others have much time for the next clue."""
    match = DesertedMatch(Clock(clue=7200, submit=60, vote=60), players=5, began_at=began_at)
    match.play_legal_move(0)
    return match.play_without({1, 2, 3}, until="5.storytelling")


def test_an_agreement_of_fewer_than_half_takes_effect_after_an_hour():
    match = make_match_that_two_of_five_play()
    skipped_at = skip_time(match)
    match.wait(timedelta(minutes=10))
    match.command(4, Abandon())
    assert match.next_tick_at == match.due_at > skipped_at + ONE_HOUR
    match.command(0, Abandon())
    assert match.next_tick_at == skipped_at + ONE_HOUR
    assert not match.tick(late=-ONE_MILLISECOND)
    assert match.tick(late=timedelta(minutes=5))
    assert_ended(match, "agreed", [1, 2, 3])


def test_an_agreement_whose_round_has_ended_takes_no_effect():
    match = make_match_that_two_of_five_play()
    for seat in (0, 4):
        match.command(seat, Abandon())
    stale_tick = match.next_deadline
    match.play_without({1, 2, 3}, until="6.storytelling")
    match.environment = Environment(now=stale_tick.due_at)
    assert expire_phase(match.id, stale_tick.phase, stale_tick.due_at, environment=match.environment) is None
    assert match.next_tick_at == match.due_at > stale_tick.due_at


def test_a_player_who_comes_back_puts_an_agreement_off():
    match = make_match_that_two_of_five_play()
    for seat in (0, 4):
        match.command(seat, Abandon())
    match.command(2, Resume())
    assert match.next_tick_at == match.due_at
    match.command(2, Abandon())
    assert_ended(match, "agreed", [1, 3], actor=None)


def call_time_for_submitting() -> DesertedMatch:
    """Return a match without a clock in which two players owe a card, and the storyteller has called time."""
    match = DesertedMatch(NO_CLOCK, players=4).play_without((), until="1.submitting")
    storyteller = match.storyteller
    with pytest.raises(Refused):
        match.command(storyteller, CallTime())
    match.wait(timedelta(seconds=CALL_AFTER_SECONDS))
    match.command(storyteller, CallTime())
    assert match.next_tick_at == match.due_at == match.now + timedelta(seconds=CALL_GRACE_SECONDS)
    return match


def test_a_deadline_that_was_called_is_met():
    match = call_time_for_submitting()
    assert not match.tick(late=-ONE_MILLISECOND)
    assert match.tick()
    assert match.phase == "1.voting"
    assert match.count_events("cards_submitted") == 3
    assert compare(match.id) == []


def test_a_deadline_that_was_called_is_extended_once_if_its_tick_is_late():
    match = call_time_for_submitting()
    assert match.tick(late=timedelta(seconds=11))
    assert (match.phase, match.next_tick_at) == ("1.submitting", match.now + timedelta(seconds=20))
    assert match.tick(late=timedelta(seconds=11))
    assert (match.phase, match.count_events("deadline_extended")) == ("1.voting", 1)


def test_the_sweep_ends_a_rest():
    one = make_resting_match(datetime.now(UTC) - timedelta(hours=2))
    other = make_resting_match(datetime.now(UTC) - timedelta(minutes=30))
    assert Sweep().run() == 1
    assert (one.phase, other.phase) == ("1.over", "1.voting")


def test_the_sweep_lets_an_agreement_take_effect():
    match = make_match_that_two_of_five_play(datetime.now(UTC) - timedelta(minutes=80))
    for seat in (0, 4):
        match.command(seat, Abandon())
    assert Sweep().run() == 1
    assert_ended(match, "agreed", [1, 2, 3])
