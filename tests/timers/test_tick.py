"""Clock ticks: the effect of a tick, and that early, late, duplicate and lost ones are harmless."""

from datetime import timedelta

import pytest
from pytest_django import Settings

from games.eventlog.models import Event
from games.matches.command_decision import Environment
from games.matches.deadline_command import expire_phase
from games.metrics.registry import DEADLINE_LATENESS
from games.rulebook import RULEBOOK_VERSION
from games.rulebook.terms import Clock
from tests.timers.timed_match import TimedMatch

pytestmark = pytest.mark.django_db

ONE_MINUTE_CLOCK = Clock(clue=60, submit=60, vote=60, reveal=60)


@pytest.fixture(autouse=True)
def _fast_password_hasher(settings: Settings) -> None:
    """Password hashing is slow on purpose, and these tests are not about it."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def environment_at_deadline(match: TimedMatch, *, offset_seconds: float = 0.0) -> Environment:
    """Return the environment at the end of the current phase, or this number of seconds after it."""
    return Environment(now=match.due_at + timedelta(seconds=offset_seconds))


def test_a_due_tick_records_one_event_of_the_clock():
    match = TimedMatch(ONE_MINUTE_CLOCK).play_until("1.submitting")
    result = expire_phase(match.id, "1.submitting", match.due_at, environment=environment_at_deadline(match))
    assert result is not None
    first = Event.objects.get(match_id=match.id, version=result.first_version)
    assert first.type == "time_up"
    assert '"actor":"clock"' in first.body
    assert '"actor":null' in Event.objects.get(match_id=match.id, version=result.first_version + 1).body
    assert match.phase == "1.voting"


def test_the_same_tick_fifty_times_records_one_event():
    match = TimedMatch(ONE_MINUTE_CLOCK).play_until("1.submitting")
    due_at, environment = match.due_at, environment_at_deadline(match)
    first = expire_phase(match.id, "1.submitting", due_at, environment=environment)
    version = match.state.version
    assert first is not None
    for _ in range(49):
        repeated = expire_phase(match.id, "1.submitting", due_at, environment=environment)
        assert repeated is not None
        assert (repeated.first_version, repeated.last_version, repeated.event_batch) == (
            first.first_version,
            first.last_version,
            None,
        )
    assert (match.state.version, match.count_events("time_up")) == (version, 1)


@pytest.mark.parametrize("by", [-10, -0.001])
def test_an_early_tick_changes_nothing(by: float):
    match = TimedMatch(ONE_MINUTE_CLOCK).play_until("1.voting")
    version = match.state.version
    assert (
        expire_phase(match.id, "1.voting", match.due_at, environment=environment_at_deadline(match, offset_seconds=by))
        is None
    )
    assert match.state.version == version
    assert expire_phase(match.id, "1.voting", match.due_at, environment=environment_at_deadline(match)) is not None


def test_the_database_clock_decides_whether_a_tick_is_early():
    match = TimedMatch(ONE_MINUTE_CLOCK).play_until("1.voting")
    assert expire_phase(match.id, "1.voting", match.due_at - timedelta(hours=1)) is None


def test_a_tick_for_another_phase_or_an_unknown_match_changes_nothing():
    match = TimedMatch(ONE_MINUTE_CLOCK).play_until("2.submitting")
    version, environment = match.state.version, environment_at_deadline(match, offset_seconds=3600)
    for phase in ("1.submitting", "2.storytelling", "2.voting", "3.submitting"):
        assert expire_phase(match.id, phase, match.due_at, environment=environment) is None
    assert expire_phase("no-such-match", "1.voting", match.due_at, environment=environment) is None
    assert match.state.version == version


def test_a_phase_without_a_clock_never_times_out():
    match = TimedMatch(Clock(vote=60))
    assert (
        expire_phase(
            match.id,
            "1.storytelling",
            match.state.last_event_at,
            environment=Environment(now=match.state.last_event_at),
        )
        is None
    )


def test_a_phase_with_a_second_deadline_has_a_second_tick():
    match = TimedMatch(ONE_MINUTE_CLOCK)
    assert (
        expire_phase(match.id, "1.storytelling", match.due_at, environment=environment_at_deadline(match)) is not None
    )
    assert match.phase == "1.storytelling"
    assert (
        expire_phase(match.id, "1.storytelling", match.due_at, environment=environment_at_deadline(match)) is not None
    )
    assert (match.phase, match.count_events("time_up")) == ("2.storytelling", 2)


def test_ticks_end_phases_of_private_matches_too():
    match = TimedMatch(ONE_MINUTE_CLOCK, "abort", visibility="private")
    assert expire_phase(match.id, match.phase, match.due_at, environment=environment_at_deadline(match)) is not None
    assert match.phase == "1.over"


def test_the_auto_policy_moves_for_players_who_missed_the_deadline():
    match = TimedMatch(ONE_MINUTE_CLOCK).play_until("1.voting")
    assert expire_phase(match.id, "1.voting", match.due_at, environment=environment_at_deadline(match)) is not None
    assert match.count_events("vote_cast") == 2
    assert match.phase == "1.reveal"


@pytest.mark.parametrize("rulebook", [1, RULEBOOK_VERSION])
@pytest.mark.parametrize("late", [10.001, 3600])
def test_a_late_tick_extends_the_phase_once_and_then_ends_it(rulebook: int, late: float):
    match = TimedMatch(ONE_MINUTE_CLOCK, rulebook=rulebook).play_until("1.voting")
    due_at, lateness = match.due_at, observed_lateness()
    late_tick = environment_at_deadline(match, offset_seconds=late)
    for _ in range(3):
        assert expire_phase(match.id, "1.voting", due_at, environment=late_tick) is not None
    assert (match.phase, match.due_at) == ("1.voting", due_at + timedelta(seconds=late + 20))
    assert (match.count_events("deadline_extended"), match.count_events("time_up")) == (1, 0)
    assert observed_lateness() == lateness, "an outage says nothing about how fast sweeps are"
    late_again = environment_at_deadline(match, offset_seconds=late)
    assert expire_phase(match.id, "1.voting", match.due_at, environment=late_again) is not None
    assert (match.phase, match.count_events("deadline_extended"), match.count_events("time_up")) == ("1.reveal", 1, 1)


@pytest.mark.parametrize("rulebook", [1, RULEBOOK_VERSION])
def test_a_tick_that_is_ten_seconds_late_ends_the_phase(rulebook: int):
    match = TimedMatch(ONE_MINUTE_CLOCK, rulebook=rulebook).play_until("1.voting")
    expire_phase(match.id, "1.voting", match.due_at, environment=environment_at_deadline(match, offset_seconds=10))
    assert (match.phase, match.count_events("deadline_extended")) == ("1.reveal", 0)


def test_the_lateness_of_a_tick_is_counted_once():
    match = TimedMatch(ONE_MINUTE_CLOCK).play_until("1.submitting")
    due_at, (count, seconds) = match.due_at, observed_lateness()
    assert (
        expire_phase(match.id, "1.submitting", due_at, environment=environment_at_deadline(match, offset_seconds=-1))
        is None
    )
    for _ in range(3):
        expire_phase(match.id, "1.submitting", due_at, environment=environment_at_deadline(match, offset_seconds=2.5))
    (count_after, seconds_after) = observed_lateness()
    assert count_after == count + 1
    assert seconds_after == pytest.approx(seconds + 2.5)


def observed_lateness() -> tuple[float, float]:
    """Return how many ticks the lateness metric has counted, and the sum of their seconds."""
    lateness = {sample.name: sample.value for metric in DEADLINE_LATENESS.collect() for sample in metric.samples}
    return lateness["dixit_deadline_lateness_seconds_count"], lateness["dixit_deadline_lateness_seconds_sum"]
