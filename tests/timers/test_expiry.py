"""Abandoned lobbies, and abandoned matches whose phase has no limit, expire by themselves."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from pytest_django import Settings

from games.bots.simulation import EPOCH
from games.eventlog.models import Event
from games.matches.command_decision import Environment
from games.matches.deadline_command import expire_phase
from games.projections.models import DeadlineRow
from games.projections.rebuild import compare, rebuild
from games.rulebook.match import phase_id
from games.rulebook.terms import Clock
from games.timers.sweep import Sweep
from tests.simulated_matches import current_match, simulate_match
from tests.timers.timed_match import TimedMatch

pytestmark = pytest.mark.django_db

ONE_MILLISECOND = timedelta(milliseconds=1)
ONE_DAY = timedelta(days=1)
ONE_HOUR = timedelta(hours=1)
NO_CLOCK = Clock()
ABANDONED = {"status": "abandoned", "winners": [], "skipped": []}


def deadline_row(match: TimedMatch) -> DeadlineRow:
    return DeadlineRow.objects.get(match_id=match.id)


def tick_ends_match(match: TimedMatch, at: datetime) -> bool:
    """Return whether a tick at this time ends the match."""
    return expire_phase(match.id, match.phase, deadline_row(match).due_at, environment=Environment(now=at)) is not None


def last_event(match: TimedMatch) -> tuple[str, str, dict[str, Any]]:
    """Return the actor and the content of the last event, without its sealed parts."""
    body = json.loads(Event.objects.filter(match_id=match.id).latest("version").body)
    return body["actor"], body["type"], {name: value for name, value in body["data"].items() if name != "sealed"}


def test_a_lobby_expires_one_day_after_a_player_last_sat_down():
    match = TimedMatch(NO_CLOCK, started=False)
    joined_at = match.state.last_event_at
    assert deadline_row(match).due_at == joined_at + ONE_DAY
    assert not tick_ends_match(match, joined_at + ONE_DAY - ONE_MILLISECOND)
    assert tick_ends_match(match, joined_at + ONE_DAY)
    assert last_event(match) == ("clock", "match_ended", ABANDONED | {"why": "lobby_expired"})
    assert not DeadlineRow.objects.filter(match_id=match.id).exists()


def test_a_match_started_in_time_outlives_the_lobby_deadline():
    match = TimedMatch(NO_CLOCK)
    assert (
        expire_phase(
            match.id,
            "0.gathering",
            match.state.opened_at + ONE_DAY,
            environment=Environment(now=match.state.last_event_at + ONE_DAY),
        )
        is None
    )
    assert match.phase == "1.storytelling"


@pytest.mark.parametrize("phase", ["1.storytelling", "1.submitting", "1.voting", "1.reveal"])
def test_a_match_without_a_clock_ends_thirty_days_after_the_last_move(phase: str):
    match = TimedMatch(NO_CLOCK).play_until(phase)
    at = match.state.last_event_at
    assert at + 30 * ONE_DAY < deadline_row(match).due_at <= at + 30 * ONE_DAY + ONE_HOUR
    assert not tick_ends_match(match, at + 30 * ONE_DAY - ONE_MILLISECOND)
    assert tick_ends_match(match, at + 30 * ONE_DAY)
    assert last_event(match) == ("clock", "match_ended", {**ABANDONED, "why": "nobody_moved"})


def test_every_move_restarts_the_thirty_days_even_within_a_phase():
    match = TimedMatch(NO_CLOCK).play_until("1.submitting")
    phase_began_at = match.state.last_event_at
    match.environment = Environment(now=phase_began_at + 29 * ONE_DAY)
    match.play_legal_move(1)
    assert match.phase == "1.submitting"
    assert deadline_row(match).due_at > phase_began_at + 59 * ONE_DAY
    assert not tick_ends_match(match, phase_began_at + 31 * ONE_DAY)
    assert tick_ends_match(match, phase_began_at + 59 * ONE_DAY)


def test_a_phase_deadline_replaces_the_idle_deadline():
    match = TimedMatch(Clock(vote=60)).play_until("1.voting")
    assert deadline_row(match).due_at == match.due_at
    match.play_until("1.reveal")
    assert deadline_row(match).due_at > match.state.last_event_at + 30 * ONE_DAY


def test_deadline_rows_equal_those_of_a_rebuild():
    for match in (TimedMatch(NO_CLOCK, started=False), TimedMatch(NO_CLOCK).play_until("1.voting")):
        before = deadline_row(match).due_at
        assert compare(match.id) == []
        DeadlineRow.objects.filter(match_id=match.id).delete()
        rebuild(match.id)
        assert deadline_row(match).due_at == before


def test_moves_within_the_same_hour_do_not_update_the_deadline_row():
    match = TimedMatch(NO_CLOCK)
    at = match.state.last_event_at.replace(minute=0, second=0, microsecond=0) + ONE_HOUR
    match.environment = Environment(now=at)
    match.play_until("1.submitting")
    due_at = deadline_row(match).due_at
    match.environment = Environment(now=at + timedelta(minutes=59))
    match.play_until("1.voting")
    assert deadline_row(match).due_at == due_at


@pytest.mark.parametrize("phase", ["gathering", "voting"])
def test_a_simulated_match_with_times_of_its_own_does_not_expire(phase: str):
    match_id = simulate_match("classic", 4, until=phase).match_id
    assert not DeadlineRow.objects.filter(match_id=match_id).exists()
    assert expire_phase(match_id, phase_id(current_match(match_id)), EPOCH) is None


def test_the_expiry_periods_are_settings(settings: Settings):
    settings.LOBBY_HOURS, settings.IDLE_DAYS = 1, 2
    lobby, match = TimedMatch(NO_CLOCK, started=False), TimedMatch(NO_CLOCK)
    assert deadline_row(lobby).due_at == lobby.state.last_event_at + ONE_HOUR
    assert tick_ends_match(lobby, lobby.state.last_event_at + ONE_HOUR)
    assert not tick_ends_match(match, match.state.last_event_at + 2 * ONE_DAY - ONE_MILLISECOND)
    assert tick_ends_match(match, match.state.last_event_at + 2 * ONE_DAY)


def test_the_sweep_ends_an_expired_lobby(settings: Settings):
    settings.LOBBY_HOURS = 0
    match, other = TimedMatch(NO_CLOCK, started=False), TimedMatch(NO_CLOCK)
    assert Sweep().run() == 1
    assert match.phase == "0.over"
    assert other.phase == "1.storytelling"


def test_control_an_early_deadline_row_alone_ends_nothing(settings: Settings):
    match = TimedMatch(NO_CLOCK, started=False)
    DeadlineRow.objects.filter(match_id=match.id).update(due_at=match.state.opened_at)
    assert expire_phase(match.id, match.phase, match.state.opened_at) is None
    settings.LOBBY_HOURS = 0
    assert expire_phase(match.id, match.phase, match.state.opened_at) is not None
