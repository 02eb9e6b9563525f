"""Celery tasks that beat starts: the sweep every second, the others every hour."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from accounts.models import Token
from games.eventlog.models import Command
from games.eventlog.part_erasure import empty_write_ahead_log
from games.matches.models import Invite
from games.projections.models import MatchRow
from games.timers.sweep import Sweep

RETENTION_PERIOD = timedelta(days=30)


@shared_task
def sweep() -> None:
    """End every phase whose deadline has passed or falls within the next second."""
    Sweep().run()


@shared_task(ignore_result=True)
def forget_old_commands() -> int:
    """Delete commands older than 30 days whose match is over, and return how many.

    Until then they are needed to recognize and answer repeated commands; the events themselves are never deleted.
    """
    ended_matches = MatchRow.objects.filter(status__in=("over", "abandoned")).values("match_id")
    old_commands = Command.objects.filter(recorded_at__lt=timezone.now() - RETENTION_PERIOD, match_id__in=ended_matches)
    return old_commands.delete()[0]


@shared_task(ignore_result=True)
def forget_erased_texts() -> None:
    """Empty SQLite's write-ahead log, in which erased texts may be left."""
    empty_write_ahead_log()


@shared_task(ignore_result=True)
def forget_old_invites() -> int:
    """Delete expired invites and return how many."""
    return Invite.objects.filter(expires_at__lte=timezone.now()).delete()[0]


@shared_task(ignore_result=True)
def forget_old_tokens() -> int:
    """Delete expired tokens and return how many."""
    return Token.objects.filter(expires_at__lt=timezone.now()).delete()[0]
