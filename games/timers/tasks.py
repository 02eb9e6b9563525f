"""Celery's tasks."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from games.eventlog.models import Command
from games.projections.models import MatchRow
from games.timers.sweep import Sweep

KEPT = timedelta(days=30)


@shared_task
def sweep() -> None:
    """End every phase that is over or falls due within this second; beat starts it every second."""
    Sweep().run()


@shared_task(ignore_result=True)
def forget_old_commands() -> int:
    """Forget commands older than 30 days whose match is over: they are kept for its life and 30 days."""
    over = MatchRow.objects.filter(status__in=("over", "abandoned")).values("match_id")
    old = Command.objects.filter(recorded_at__lt=timezone.now() - KEPT, match_id__in=over)
    return old.delete()[0]
