"""Scheduled cleanup tasks."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.eventlog.models import Command
from games.timers.tasks import forget_old_commands
from tests.simulated_matches import simulate_match

pytestmark = pytest.mark.django_db


def count_commands_after_cleanup(match_id: str, age: timedelta) -> int:
    """Return how many of a match's commands are left after all have reached this age and the task has run."""
    commands = Command.objects.filter(match_id=match_id)
    commands.update(recorded_at=timezone.now() - age)
    forget_old_commands()
    return commands.count()


def test_commands_are_deleted_thirty_days_after_their_match():
    finished_match = simulate_match("classic", 3).match_id
    assert count_commands_after_cleanup(finished_match, timedelta(days=29)) > 0
    assert count_commands_after_cleanup(finished_match, timedelta(days=31)) == 0


def test_commands_of_a_running_match_are_never_deleted():
    running_match = simulate_match("classic", 3, until="voting").match_id
    assert count_commands_after_cleanup(running_match, timedelta(days=300)) > 0
