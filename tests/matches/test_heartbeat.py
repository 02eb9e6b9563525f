"""Whether players could have moved before the end of a phase, and how the clock reacts if not."""

from datetime import UTC, datetime, timedelta

import pytest

from games.matches import heartbeat
from games.matches.command_handler import Environment
from games.matches.deadline_command import expire_phase
from games.matches.models import Pulse
from games.rulebook.terms import Clock
from tests.timers.timed_match import TimedMatch

pytestmark = pytest.mark.django_db

DUE_AT = datetime(2030, 1, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _no_heartbeats() -> None:
    Pulse.objects.all().delete()
    heartbeat._cached_pulse.clear()


def record_web_process(seconds_from: float, seconds_to: float, due_at: datetime = DUE_AT) -> None:
    """Record a web process that was alive between these times, which are relative to the end of the phase."""
    Pulse.objects.create(
        run=f"{seconds_from}",
        alive_from=due_at + timedelta(seconds=seconds_from),
        alive_to=due_at + timedelta(seconds=seconds_to),
    )


@pytest.mark.parametrize(
    ("run_times", "was_down"),
    [
        pytest.param([], False, id="no heartbeat has ever been recorded"),
        pytest.param([(-100, 100)], False, id="running all the time"),
        pytest.param([(-100, -9)], False, id="stopped 9 s before"),
        pytest.param([(-1, 100)], False, id="started 1 s before"),
        pytest.param([(-100, -11)], True, id="stopped 11 s before"),
        pytest.param([(1, 100)], True, id="started only afterwards"),
        pytest.param([(-100, -11), (1, 100)], True, id="stopped 11 s before and restarted afterwards"),
        pytest.param([(-100, -11), (-50, 0)], False, id="one of two runs at the deadline"),
    ],
)
def test_an_outage_before_a_deadline_is_detected(run_times: list[tuple[float, float]], was_down: bool):  # noqa: FBT001
    for seconds_from, seconds_to in run_times:
        record_web_process(seconds_from, seconds_to)
    assert heartbeat.was_down_before(DUE_AT) == was_down


def test_a_heartbeat_extends_its_run_and_a_new_run_starts_its_own():
    for run in ("one", "one", "other"):
        heartbeat.record_heartbeat(run)
    one, other = Pulse.objects.get(run="one"), Pulse.objects.get(run="other")
    assert one.alive_from < one.alive_to <= other.alive_from == other.alive_to
    assert not heartbeat.was_down_before(datetime.now(UTC))


def test_after_an_outage_the_phase_is_extended_once_and_then_ends():
    match = TimedMatch(Clock(vote=60)).play_until("1.voting")
    due_at = match.due_at
    record_web_process(-100, -11, due_at)
    after_outage = Environment(now=due_at + timedelta(minutes=3))
    for _ in range(3):
        assert expire_phase(match.id, "1.voting", due_at, environment=after_outage) is not None
    assert (match.phase, match.due_at) == ("1.voting", due_at + timedelta(minutes=3, seconds=20))
    assert (match.count_events("deadline_extended"), match.count_events("time_up")) == (1, 0)
    assert expire_phase(match.id, "1.voting", match.due_at, environment=Environment(now=match.due_at)) is not None
    assert (match.phase, match.count_events("deadline_extended"), match.count_events("time_up")) == ("1.reveal", 1, 1)


def test_a_late_tick_ends_the_phase_if_a_web_process_was_running():
    match = TimedMatch(Clock(vote=60)).play_until("1.voting")
    record_web_process(-100, 3600, match.due_at)
    expire_phase(match.id, "1.voting", match.due_at, environment=Environment(now=match.due_at + timedelta(minutes=3)))
    assert match.phase == "1.reveal"
