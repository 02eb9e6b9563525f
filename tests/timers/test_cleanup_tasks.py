"""Scheduled cleanup tasks."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Token, User
from games.eventlog.models import Command, Opening
from games.timers import tasks
from games.timers.tasks import forget_lost_guests, forget_old_commands
from tests.api.game_table import GameTable
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


def test_guests_who_cannot_come_back_are_erased():
    table, running = GameTable(3), GameTable(3).start()
    lost, young, keeper = (player.id for player in table.players)
    for player in table.players:
        player.act(table.id, "stand")
    old = timezone.now() - timedelta(days=181)
    User.objects.filter(id__in=[lost, keeper, running.host.id]).update(created_at=old)
    Token.objects.filter(user_id__in=[lost, young, running.host.id]).delete()
    assert forget_lost_guests() == 1
    assert not User.objects.filter(id=lost).exists()
    assert set(User.objects.filter(id__in=[young, keeper, running.host.id]).values_list("id", flat=True)) == {
        *(young, keeper, running.host.id)
    }
    assert not Opening.objects.filter(match_id=table.id, value__contains=lost).exists()
    assert Opening.objects.filter(match_id=table.id, value__contains=keeper).exists()
    assert forget_lost_guests() == 0


def test_a_guest_who_cannot_be_erased_keeps_none_of_the_others(monkeypatch: pytest.MonkeyPatch):
    table = GameTable(2)
    for player in table.players:
        player.act(table.id, "stand")
    ids = [player.id for player in table.players]
    User.objects.filter(id__in=ids).update(created_at=timezone.now() - timedelta(days=181))
    Token.objects.filter(user_id__in=ids).delete()

    def erase_second_only(account: str) -> None:
        if account == ids[0]:
            raise OSError

    monkeypatch.setattr(tasks, "erase_account", erase_second_only)
    assert forget_lost_guests() == 1
    assert list(User.objects.filter(id__in=ids).values_list("id", flat=True)) == ids[:1]
