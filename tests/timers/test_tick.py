"""The clock at the table: what a tick does, and that early, late, doubled and lost ones are harmless."""

from datetime import timedelta

import pytest
from pytest_django import Settings

from games.eventlog.models import Event
from games.matches.command_handler import Environment
from games.matches.deadline_command import expire_phase
from games.metrics.registry import DEADLINE_LATENESS
from games.rulebook.terms import Clock
from tests.timers.clocked import Clocked

pytestmark = pytest.mark.django_db

SECONDS = Clock(clue=60, submit=60, vote=60, reveal=60)


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    """A password's hash is slow on purpose, which nothing here is about."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def later(match: Clocked, *, by: float = 0.0) -> Environment:
    """The world at the end of the present phase, or so many seconds after it."""
    return Environment(now=match.due_at + timedelta(seconds=by))


def test_a_tick_in_time_is_one_event_of_the_clock():
    match = Clocked(SECONDS).until("1.submitting")
    played = expire_phase(match.id, "1.submitting", match.due_at, environment=later(match))
    assert played is not None
    first = Event.objects.get(match_id=match.id, version=played.first_version)
    assert first.type == "time_up"
    assert '"actor":"clock"' in first.body
    assert '"actor":null' in Event.objects.get(match_id=match.id, version=played.first_version + 1).body
    assert match.phase == "1.voting"


def test_the_same_tick_fifty_times_is_one_event():
    match = Clocked(SECONDS).until("1.submitting")
    due_at, world = match.due_at, later(match)
    first = expire_phase(match.id, "1.submitting", due_at, environment=world)
    version = match.folded.version
    assert first is not None
    for _ in range(49):
        again = expire_phase(match.id, "1.submitting", due_at, environment=world)
        assert again is not None
        assert (again.first_version, again.last_version, again.event_batch) == (
            first.first_version,
            first.last_version,
            None,
        )
    assert (match.folded.version, match.count("time_up")) == (version, 1)


@pytest.mark.parametrize("by", [-10, -0.001])
def test_an_early_tick_changes_nothing(by: float):
    match = Clocked(SECONDS).until("1.voting")
    version = match.folded.version
    assert expire_phase(match.id, "1.voting", match.due_at, environment=later(match, by=by)) is None
    assert match.folded.version == version
    assert expire_phase(match.id, "1.voting", match.due_at, environment=later(match)) is not None


def test_by_the_databases_time_it_is_early_whatever_the_task_believes():
    match = Clocked(SECONDS).until("1.voting")
    assert expire_phase(match.id, "1.voting", match.due_at - timedelta(hours=1)) is None


def test_the_tick_of_an_old_round_of_a_later_phase_or_of_no_match_changes_nothing():
    match = Clocked(SECONDS).until("2.submitting")
    version, world = match.folded.version, later(match, by=3600)
    for phase in ("1.submitting", "2.storytelling", "2.voting", "3.submitting"):
        assert expire_phase(match.id, phase, match.due_at, environment=world) is None
    assert expire_phase("no-such-match", "1.voting", match.due_at, environment=world) is None
    assert match.folded.version == version


def test_without_a_clock_time_is_never_up():
    match = Clocked(Clock(vote=60))
    assert (
        expire_phase(
            match.id,
            "1.storytelling",
            match.folded.last_event_at,
            environment=Environment(now=match.folded.last_event_at),
        )
        is None
    )


def test_a_phase_with_a_second_deadline_has_a_second_tick():
    match = Clocked(SECONDS)
    assert expire_phase(match.id, "1.storytelling", match.due_at, environment=later(match)) is not None
    assert match.phase == "1.storytelling"
    assert expire_phase(match.id, "1.storytelling", match.due_at, environment=later(match)) is not None
    assert (match.phase, match.count("time_up")) == ("2.storytelling", 2)


def test_the_clock_comes_to_private_matches_too():
    match = Clocked(SECONDS, "abort", visibility="private")
    assert expire_phase(match.id, match.phase, match.due_at, environment=later(match)) is not None
    assert match.phase == "1.over"


def test_under_auto_luck_plays_for_who_has_missed_it():
    match = Clocked(SECONDS).until("1.voting")
    assert expire_phase(match.id, "1.voting", match.due_at, environment=later(match)) is not None
    assert match.count("vote_cast") == 2
    assert match.phase == "1.reveal"


def test_control_under_one_key_for_the_phase_alone_the_second_deadline_would_never_come():
    match = Clocked(SECONDS)
    epoch = match.due_at
    assert expire_phase(match.id, "1.storytelling", epoch, environment=later(match)) is not None
    assert expire_phase(match.id, "1.storytelling", epoch, environment=later(match)) is not None
    assert (match.phase, match.count("time_up")) == ("1.storytelling", 1)


def test_how_late_an_end_was_is_counted_once():
    def counted() -> tuple[float, float]:
        lateness = {sample.name: sample.value for metric in DEADLINE_LATENESS.collect() for sample in metric.samples}
        return lateness["dixit_deadline_lateness_seconds_count"], lateness["dixit_deadline_lateness_seconds_sum"]

    match = Clocked(SECONDS).until("1.submitting")
    due_at, (count, seconds) = match.due_at, counted()
    assert expire_phase(match.id, "1.submitting", due_at, environment=later(match, by=-1)) is None
    for _ in range(3):
        expire_phase(match.id, "1.submitting", due_at, environment=later(match, by=2.5))
    (count_after, seconds_after) = counted()
    assert count_after == count + 1
    assert seconds_after == pytest.approx(seconds + 2.5)
