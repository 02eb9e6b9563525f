"""What nobody cares for ends by itself: lobbies, and matches whose phase has no limit."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from pytest_django import Settings

from games.bots.simulation import EPOCH
from games.eventlog.models import Event
from games.matches.command_handler import Environment
from games.matches.deadline_command import expire_phase
from games.projections.models import DeadlineRow
from games.projections.rebuild import compare, rebuild
from games.rulebook.match import phase_id
from games.rulebook.terms import Clock
from games.timers import sweep as sweeping
from games.timers.sweep import Sweep
from tests.playing import simulated, state
from tests.timers.clocked import Clocked

pytestmark = pytest.mark.django_db

MOMENT = timedelta(milliseconds=1)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
NEVER = Clock()


def row(match: Clocked) -> DeadlineRow:
    return DeadlineRow.objects.get(match_id=match.id)


def ends(match: Clocked, at: datetime) -> bool:
    """Whether a tick at this time ends the match."""
    return expire_phase(match.id, match.phase, row(match).due_at, environment=Environment(now=at)) is not None


def last(match: Clocked) -> tuple[str, str, dict[str, Any]]:
    """Who did what in the last event, what is sealed aside."""
    body = json.loads(Event.objects.filter(match_id=match.id).latest("version").body)
    return body["actor"], body["type"], {name: value for name, value in body["data"].items() if name != "sealed"}


def test_a_lobby_ends_a_day_after_it_was_opened_whoever_has_sat_down_since():
    match = Clocked(NEVER, started=False)
    opened_at = match.folded.opened_at
    assert row(match).due_at == opened_at + DAY
    assert not ends(match, opened_at + DAY - MOMENT)
    assert ends(match, opened_at + DAY)
    assert last(match) == ("clock", "match_ended", {"status": "abandoned", "why": "lobby_expired", "winners": []})
    assert not DeadlineRow.objects.filter(match_id=match.id).exists()


def test_a_lobby_that_was_started_in_time_goes_on():
    match = Clocked(NEVER)
    assert (
        expire_phase(
            match.id,
            "0.gathering",
            match.folded.opened_at + DAY,
            environment=Environment(now=match.folded.last_event_at + DAY),
        )
        is None
    )
    assert match.phase == "1.storytelling"


@pytest.mark.parametrize("phase", ["1.storytelling", "1.submitting", "1.voting", "1.reveal"])
def test_a_match_without_a_clock_ends_thirty_days_after_the_last_move(phase: str):
    match = Clocked(NEVER).until(phase)
    at = match.folded.last_event_at
    assert at + 30 * DAY < row(match).due_at <= at + 30 * DAY + HOUR
    assert not ends(match, at + 30 * DAY - MOMENT)
    assert ends(match, at + 30 * DAY)
    assert last(match) == ("clock", "match_ended", {"status": "abandoned", "why": "nobody_moved", "winners": []})


def test_every_move_begins_the_thirty_days_anew_also_within_a_phase():
    match = Clocked(NEVER).until("1.submitting")
    begun = match.folded.last_event_at
    match.world = Environment(now=begun + 29 * DAY)
    match.move(1)
    assert match.phase == "1.submitting"
    assert row(match).due_at > begun + 59 * DAY
    assert not ends(match, begun + 31 * DAY)
    assert ends(match, begun + 59 * DAY)


def test_a_phase_with_a_deadline_has_that_one_and_no_other():
    match = Clocked(Clock(vote=60)).until("1.voting")
    assert row(match).due_at == match.due_at
    match.until("1.reveal")
    assert row(match).due_at > match.folded.last_event_at + 30 * DAY


def test_the_rows_are_those_of_a_rebuild():
    for match in (Clocked(NEVER, started=False), Clocked(NEVER).until("1.voting")):
        before = row(match).due_at
        assert compare(match.id) == []
        DeadlineRow.objects.filter(match_id=match.id).delete()
        rebuild(match.id)
        assert row(match).due_at == before


def test_moves_within_an_hour_leave_the_row_alone():
    match = Clocked(NEVER)
    at = match.folded.last_event_at.replace(minute=0, second=0, microsecond=0) + HOUR
    match.world = Environment(now=at)
    match.until("1.submitting")
    due_at = row(match).due_at
    match.world = Environment(now=at + timedelta(minutes=59))
    match.until("1.voting")
    assert row(match).due_at == due_at


@pytest.mark.parametrize("phase", ["gathering", "voting"])
def test_a_simulation_in_times_of_its_own_is_left_alone(phase: str):
    match_id = simulated("classic", 4, until=phase).match_id
    assert not DeadlineRow.objects.filter(match_id=match_id).exists()
    assert expire_phase(match_id, phase_id(state(match_id)), EPOCH) is None


def test_how_long_is_a_setting(settings: Settings):
    settings.LOBBY_HOURS, settings.IDLE_DAYS = 1, 2
    lobby, match = Clocked(NEVER, started=False), Clocked(NEVER)
    assert row(lobby).due_at == lobby.folded.opened_at + HOUR
    assert ends(lobby, lobby.folded.opened_at + HOUR)
    assert not ends(match, match.folded.last_event_at + 2 * DAY - MOMENT)
    assert ends(match, match.folded.last_event_at + 2 * DAY)


def test_the_sweep_finds_a_lobby_that_has_expired(settings: Settings, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sweeping, "WORKER_THREADS_BY_VENDOR", {"postgresql": 1, "sqlite": 1})
    settings.LOBBY_HOURS = 0
    match, other = Clocked(NEVER, started=False), Clocked(NEVER)
    assert Sweep().run() == 1
    assert match.phase == "0.over"
    assert other.phase == "1.storytelling"


def test_control_a_row_alone_ends_nothing(settings: Settings):
    match = Clocked(NEVER, started=False)
    DeadlineRow.objects.filter(match_id=match.id).update(due_at=match.folded.opened_at)
    assert expire_phase(match.id, match.phase, match.folded.opened_at) is None
    settings.LOBBY_HOURS = 0
    assert expire_phase(match.id, match.phase, match.folded.opened_at) is not None
