"""What the clock does without being asked."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.eventlog.models import Command
from games.matches.models import Pulse
from games.timers.tasks import forget_old_commands, forget_old_pulses
from tests.playing import simulated

pytestmark = pytest.mark.django_db


def kept(match_id: str, age: timedelta) -> int:
    """How many of a match's commands are left once all are of this age and the task has run."""
    commands = Command.objects.filter(match_id=match_id)
    commands.update(recorded_at=timezone.now() - age)
    forget_old_commands()
    return commands.count()


def test_commands_are_forgotten_thirty_days_after_their_match():
    over = simulated("classic", 3).match_id
    assert kept(over, timedelta(days=29)) > 0
    assert kept(over, timedelta(days=31)) == 0


def test_commands_of_a_running_match_are_never_forgotten():
    running = simulated("classic", 3, until="voting").match_id
    assert kept(running, timedelta(days=300)) > 0


def test_of_web_processes_that_are_long_gone_the_youngest_is_remembered():
    Pulse.objects.all().delete()
    for days in (31, 40, 50):
        gone = timezone.now() - timedelta(days=days)
        Pulse.objects.create(run=f"{days}", alive_from=gone, alive_to=gone)
    assert forget_old_pulses() == 2
    assert Pulse.objects.get().run == "31"
