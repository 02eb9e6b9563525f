"""Rebuild the projections from the log, or only compare them with it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from games.eventlog import match_state
from games.eventlog.batched_sql import Row
from games.eventlog.models import Head
from games.eventlog.stream_slots import stream_slot
from games.eventlog.write_batch import WriteBatch
from games.projections.projector import PROJECTIONS, Projection


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """A row that doesn't match the log: missing (`stored` is None), left over (`expected` is None) or different.

    The text names only table and key, because contents may be secret.
    """

    match_id: str
    table: str
    key: Row
    expected: Row | None
    stored: Row | None

    def __str__(self) -> str:
        fault = "is missing" if self.stored is None else "is left over" if self.expected is None else "differs"
        return f"{self.table} {'/'.join(map(str, self.key))} {fault}"


def tables_with_matches() -> list[str]:
    """Return the tables in which a match has rows: its log, and those that are derived from it."""
    # Rows without a log are differences as well.
    return [Head._meta.db_table, *(projection.table for projection in PROJECTIONS)]


def compare(match_id: str) -> list[Difference]:
    """Return the rows of the match that differ from its log."""
    with stream_slot(match_id), transaction.atomic():
        return list(_differences(match_id))


def rebuild(match_id: str) -> list[Difference]:
    """Make the match's rows those that follow from its log, and return the differences that were found."""
    with stream_slot(match_id), transaction.atomic():
        # Before anything is written; afterwards there would be none.
        differences = list(_differences(match_id))
        state = _state_from_log(match_id)
        for projection in PROJECTIONS:
            writes = WriteBatch()
            stored, expected = _stored_rows(projection, match_id), projection.rows_by_key(match_id, state)
            projection.add_changes(stored, expected, writes)
            writes.flush()
        return differences


def _state_from_log(match_id: str) -> match_state.MatchState | None:
    """Return the state from the log alone, not from the cache, and lock the match against appends meanwhile."""
    head = Head.objects.select_for_update().filter(match_id=match_id).first()
    return match_state.load_at_version(match_id, head.version) if head else None


def _differences(match_id: str) -> Iterator[Difference]:
    state = _state_from_log(match_id)
    for projection in PROJECTIONS:
        expected, stored = projection.rows_by_key(match_id, state), _stored_rows(projection, match_id)
        for key in sorted(expected.keys() | stored.keys()):
            if expected.get(key) != stored.get(key):
                yield Difference(
                    match_id=match_id,
                    table=projection.table,
                    key=key,
                    expected=expected.get(key),
                    stored=stored.get(key),
                )


def _stored_rows(projection: Projection, match_id: str) -> dict[Row, Row]:
    rows = projection.model._default_manager.filter(match_id=match_id).values_list(*projection.columns)
    return {row[: len(projection.key)]: row for row in rows}
