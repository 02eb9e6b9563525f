"""Celery's tasks."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from accounts.models import Token
from games.eventlog.models import Command
from games.matches.models import Invite, Pulse
from games.projections.models import MatchRow
from games.timers.sweep import Sweep

RETENTION_PERIOD = timedelta(days=30)


@shared_task
def sweep() -> None:
    """End every phase that is over or falls due within this second; beat starts it every second."""
    Sweep().run()


@shared_task(ignore_result=True)
def forget_old_commands() -> int:
    """Forget commands older than 30 days whose match is over: they are kept for its life and 30 days."""
    ended_matches = MatchRow.objects.filter(status__in=("over", "abandoned")).values("match_id")
    old = Command.objects.filter(recorded_at__lt=timezone.now() - RETENTION_PERIOD, match_id__in=ended_matches)
    return old.delete()[0]


@shared_task(ignore_result=True)
def forget_old_invites() -> int:
    """Forget invites that are good for nothing any more."""
    return Invite.objects.filter(expires_at__lte=timezone.now()).delete()[0]


@shared_task(ignore_result=True)
def forget_old_pulses() -> int:
    """Forget web processes that are long gone; the youngest stays, so that an outage of months is seen as one."""
    newest_run = Pulse.objects.order_by("-alive_to").values_list("run", flat=True).first()
    old = Pulse.objects.filter(alive_to__lt=timezone.now() - RETENTION_PERIOD).exclude(run=newest_run)
    return old.delete()[0]


@shared_task(ignore_result=True)
def forget_old_tokens() -> int:
    """Forget tokens that have expired."""
    return Token.objects.filter(expires_at__lt=timezone.now()).delete()[0]
