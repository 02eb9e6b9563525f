"""Celery tasks that beat starts: the sweep every second, the others less often."""

import logging
from datetime import timedelta
from typing import Any

from celery import shared_task
from django.db import OperationalError
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from accounts.models import Token, User
from accounts.token_cache import account_changed
from games.eventlog.database_faults import is_lock_timeout
from games.eventlog.models import Command
from games.eventlog.part_erasure import empty_write_ahead_log
from games.matches.erasure import erase_account
from games.matches.models import Invite, StoredAnswer
from games.matches.stored_answers import ANSWER_LIFETIME
from games.projections.counters import fold_all_changes
from games.projections.models import MatchRow, ParticipantRow
from games.timers.sweep import Sweep

RETENTION_PERIOD = timedelta(days=30)
GUEST_RETENTION_PERIOD = timedelta(days=180)
MAX_GUESTS_PER_CLEANUP = 200
"""Guests whom one run erases."""
MAX_MATCHES_PER_CLEANUP = 20_000
"""Matches whose commands one run deletes."""

log = logging.getLogger(__name__)


@shared_task
def sweep() -> None:
    """End every phase whose deadline has passed or falls within the next second."""
    Sweep().run()


@shared_task(ignore_result=True)
def forget_old_commands() -> int:
    """Delete commands older than 30 days whose match is over, and stored answers of yesterday. Return how many.

    Until then they are needed to recognize and answer repeated requests; the events themselves are never deleted.
    """
    ended_matches = MatchRow.objects.filter(status__in=("over", "abandoned")).values("match_id")
    old_commands = Command.objects.filter(recorded_at__lt=Now() - RETENTION_PERIOD, match_id__in=ended_matches)
    match_ids = list(old_commands.values_list("match_id", flat=True).distinct()[:MAX_MATCHES_PER_CLEANUP])
    # Match by match: no statement takes long, and rows that somebody has locked keep those of no other match.
    old_answers = StoredAnswer.objects.filter(created_at__lte=Now() - ANSWER_LIFETIME)
    return _delete(old_answers, "stored answers") + sum(
        _delete(old_commands.filter(match_id=match_id), match_id) for match_id in match_ids
    )


def _delete(rows: QuerySet[Any], name: str) -> int:
    """Delete these rows and return how many; none if somebody holds their lock: the next run deletes them."""
    try:
        return rows.delete()[0]
    except OperationalError as error:
        if not is_lock_timeout(error):
            raise
        log.warning("could not delete old rows of %s, which are locked", name)
        return 0


@shared_task(ignore_result=True)
def forget_erased_texts() -> None:
    """Empty SQLite's write-ahead log, in which erased texts may be left."""
    empty_write_ahead_log()


@shared_task(ignore_result=True)
def forget_old_invites() -> int:
    """Delete expired invites and return how many."""
    return _delete(Invite.objects.filter(expires_at__lte=Now()), "invites")


@shared_task(ignore_result=True)
def forget_old_tokens() -> int:
    """Delete expired tokens and return how many."""
    return _delete(Token.objects.filter(expires_at__lt=Now()), "tokens")


@shared_task(ignore_result=True)
def fold_counters() -> int:
    """Add what has changed to the sums over all matches, and return how many changes there were."""
    return fold_all_changes()


@shared_task(ignore_result=True)
def forget_lost_guests() -> int:
    """Erase guests who can't come back, and return how many.

    They were created 180 days ago, have no token left, which is a guest's only credential, and no unfinished match.
    """
    has_token = Exists(Token.objects.filter(user_id=OuterRef("id")))
    has_match = Exists(ParticipantRow.objects.filter(player_id=OuterRef("id"), ended_at=None))
    old_guests = User.objects.filter(kind="guest", created_at__lt=Now() - GUEST_RETENTION_PERIOD)
    lost_ids = list(old_guests.filter(~has_token, ~has_match).values_list("id", flat=True)[:MAX_GUESTS_PER_CLEANUP])
    return sum(map(_erase_guest, lost_ids))


def _erase_guest(account: str) -> bool:
    try:
        erase_account(account)
        User.objects.filter(id=account).delete()
        account_changed(account)
    except Exception:
        # One whose match is locked or can't be read keeps none of the others; the next run tries again.
        log.exception("could not erase the guest %s", account)
        return False
    return True
