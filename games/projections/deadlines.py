"""Deadlines: when the phase that a match is in is over."""

from collections.abc import Iterator

from games.eventlog.folds import Folded
from games.eventlog.sql import Row
from games.rulebook.match import deadline_of, phase_id


def rows(match_id: str, folded: Folded) -> Iterator[Row]:
    due_at = deadline_of(folded.match)
    if due_at is not None:
        yield (match_id, phase_id(folded.match), due_at)
