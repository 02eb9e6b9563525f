"""Whether anybody could have played before a phase was to end, and what the clock makes of it."""

from datetime import UTC, datetime, timedelta

import pytest

from games.matches import heartbeat
from games.matches.command_handler import Environment
from games.matches.deadline_command import expire_phase
from games.matches.models import Pulse
from games.rulebook.terms import Clock
from tests.timers.clocked import Clocked

pytestmark = pytest.mark.django_db

DUE = datetime(2030, 1, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _nobody_yet() -> None:
    Pulse.objects.all().delete()
    heartbeat._last_found.clear()


def alive(seconds_from: float, seconds_to: float, due_at: datetime = DUE) -> None:
    """A web process that was there between these times, told from the end of the phase."""
    Pulse.objects.create(
        run=f"{seconds_from}",
        alive_from=due_at + timedelta(seconds=seconds_from),
        alive_to=due_at + timedelta(seconds=seconds_to),
    )


@pytest.mark.parametrize(
    ("times", "nobody"),
    [
        pytest.param([], False, id="none has ever been noted"),
        pytest.param([(-100, 100)], False, id="there all the time"),
        pytest.param([(-100, -9)], False, id="there until just before"),
        pytest.param([(-1, 100)], False, id="back just in time"),
        pytest.param([(-100, -11)], True, id="gone before the last ten seconds"),
        pytest.param([(1, 100)], True, id="come only afterwards"),
        pytest.param([(-100, -11), (1, 100)], True, id="away in between"),
        pytest.param([(-100, -11), (-50, 0)], False, id="one of two was there"),
    ],
)
def test_nobody_was_there(times: list[tuple[float, float]], nobody: bool):  # noqa: FBT001
    for one in times:
        alive(*one)
    assert heartbeat.was_down_before(DUE) == nobody


def test_a_beat_makes_the_time_longer_and_a_new_run_begins_anew():
    for run in ("one", "one", "other"):
        heartbeat.record_heartbeat(run)
    one, other = Pulse.objects.get(run="one"), Pulse.objects.get(run="other")
    assert one.alive_from < one.alive_to <= other.alive_from == other.alive_to
    assert not heartbeat.was_down_before(datetime.now(UTC))


def test_after_an_outage_the_phase_goes_on_once_and_then_ends():
    match = Clocked(Clock(vote=60)).until("1.voting")
    due_at = match.due_at
    alive(-100, -11, due_at)
    back = Environment(now=due_at + timedelta(minutes=3))
    for _ in range(3):
        assert expire_phase(match.id, "1.voting", due_at, environment=back) is not None
    assert (match.phase, match.due_at) == ("1.voting", due_at + timedelta(minutes=3, seconds=20))
    assert (match.count("deadline_extended"), match.count("time_up")) == (1, 0)
    assert expire_phase(match.id, "1.voting", match.due_at, environment=Environment(now=match.due_at)) is not None
    assert (match.phase, match.count("deadline_extended"), match.count("time_up")) == ("1.reveal", 1, 1)


def test_while_a_web_process_was_there_a_late_tick_ends_the_phase():
    match = Clocked(Clock(vote=60)).until("1.voting")
    alive(-100, 3600, match.due_at)
    expire_phase(match.id, "1.voting", match.due_at, environment=Environment(now=match.due_at + timedelta(minutes=3)))
    assert match.phase == "1.reveal"
