"""A phase whose end is noticed more than ten seconds late goes on for twenty more, once (rulebook 2)."""

from datetime import timedelta

import pytest

from games.rulebook import Reason
from games.rulebook.commands import CallTime, Ready
from games.rulebook.events import DeadlineExtended
from games.rulebook.events import TimeUp as TimeIsUp
from games.rulebook.match import deadline_of
from games.rulebook.rulesets import PARTY
from games.rulebook.terms import Clock
from tests.rulebook.absence_scenarios import (
    CALL_AFTER,
    MOMENT,
    current_phase,
    in_phase,
    later,
    play_phase,
    started,
    time_up,
)
from tests.rulebook.match_scenarios import Situation, match_in_drawing
from tests.rulebook.sent_command import Sent

TEN_SECONDS, EXTENSION = timedelta(seconds=10), timedelta(seconds=20)
PHASES = ("1.storytelling", "1.submitting", "1.voting", "1.reveal")


def table_in(phase: str) -> Situation:
    return match_in_drawing(rulebook=2) if phase == "0.drawing" else in_phase(started(), phase)


@pytest.mark.parametrize("phase", ["0.drawing", *PHASES])
def test_a_phase_is_extended_when_its_end_is_noticed_more_than_ten_seconds_late(phase: str):
    table = table_in(phase)
    time_up(table, TEN_SECONDS).find(TimeIsUp)
    extended = time_up(table, TEN_SECONDS + MOMENT)
    extended.then(DeadlineExtended(phase=phase, deadline_at=extended.now + EXTENSION, why="outage"))


@pytest.mark.parametrize("phase", PHASES)
def test_a_phase_is_extended_once(phase: str):
    extended = time_up(table_in(phase), timedelta(hours=3))
    assert deadline_of(extended.started_match) == extended.now + EXTENSION
    time_up(extended, -MOMENT).then_refused(Reason.NOT_YET)
    time_up(extended, timedelta(hours=3)).find(TimeIsUp)


def test_the_next_phase_has_its_own_extension():
    voting = time_up(time_up(table_in("1.submitting"), timedelta(hours=1)))
    assert current_phase(voting) == "1.voting"
    time_up(voting, timedelta(hours=1)).then(DeadlineExtended)


def test_a_deadline_that_was_called_is_extended_too():
    table = play_phase(in_phase(started(clock=Clock()), "1.submitting"), (3,))
    called = later(table, CALL_AFTER).when(Sent(0, CallTime()))
    time_up(called, TEN_SECONDS).find(TimeIsUp)
    time_up(called, TEN_SECONDS + MOMENT).then(DeadlineExtended)


def test_the_deadline_of_a_reveal_is_extended_too():
    table = in_phase(started(clock=Clock()), "1.reveal").when(Sent(0, Ready()))
    time_up(table, TEN_SECONDS + MOMENT).then(DeadlineExtended)


def test_the_end_of_a_rest_is_not_extended():
    table = in_phase(started(PARTY, 6), "1.submitting")
    resting = time_up(time_up(table))
    assert resting.started_match.board.is_resting
    assert time_up(resting, timedelta(days=1)).finished_match.end_reason == "nobody_is_there"
