"""Deadlines: when the phase that a match is in is over."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from games.eventlog.folds import Folded
from games.eventlog.sql import Row
from games.projections.models import DeadlineRow
from games.rulebook.match import deadline_of, phase_id


@dataclass(frozen=True, kw_only=True, slots=True)
class Deadline:
    """The phase that a match is in, and when it is to end."""

    match_id: str
    phase: str
    due_at: datetime


def rows(match_id: str, folded: Folded) -> Iterator[Row]:
    due_at = deadline_of(folded.match)
    if due_at is not None:
        yield (match_id, phase_id(folded.match), due_at)


def due(until: datetime, most: int) -> list[Deadline]:
    """Every phase that is to end by then, or has ended already, the longest overdue first."""
    found = DeadlineRow.objects.filter(due_at__lte=until).order_by("due_at")[:most]
    return [Deadline(match_id=row.match_id, phase=row.phase, due_at=row.due_at) for row in found]
