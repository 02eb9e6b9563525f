"""Deadlines: when the phase of a match times out, or an idle match expires."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.projections.models import DeadlineRow
from games.rulebook.expiry import expires_at
from games.rulebook.match import Gathering, deadline_of, phase_id


@dataclass(frozen=True, kw_only=True, slots=True)
class Deadline:
    """The phase that a match is in, and when it is due to end."""

    match_id: str
    phase: str
    due_at: datetime


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    # One row is enough: a match in a phase with a deadline doesn't expire.
    due_at = deadline_of(state.match) or _expiry_check_at(state)
    if due_at is not None:
        yield (match_id, phase_id(state.match), due_at)


def _expiry_check_at(state: MatchState) -> datetime | None:
    """Return when the clock checks whether a match has expired.

    It is rounded up to a full hour, so that not every move has to update the row.
    """
    expiry = expires_at(
        state.match,
        opened_at=state.opened_at,
        last_event_at=state.last_event_at,
        lobby_lifetime=timedelta(hours=settings.LOBBY_HOURS),
        idle_lifetime=timedelta(days=settings.IDLE_DAYS),
    )
    if expiry is None or isinstance(state.match, Gathering):
        return expiry
    return expiry.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)


def due_deadlines(until: datetime, limit: int) -> list[Deadline]:
    """Return the phases that are due to end by then, the longest overdue first."""
    found = DeadlineRow.objects.filter(due_at__lte=until).order_by("due_at")[:limit]
    return [Deadline(match_id=row.match_id, phase=row.phase, due_at=row.due_at) for row in found]
