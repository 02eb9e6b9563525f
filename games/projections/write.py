"""Writing the projections: the rows that a match should have now, less those that it had before."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db import models

from games.eventlog.batched_sql import Row, WriteBatch, add_insert
from games.eventlog.match_state import MatchState
from games.projections import cards, deadlines, draws, hands, lobby, results, scores, tableau, turns
from games.projections.models import (
    CardRow,
    DeadlineRow,
    DrawRow,
    HandRow,
    MatchRow,
    ResultRow,
    SeatRow,
    TableauRow,
    TurnRow,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Projection:
    """A table that follows from the fold; `rows` gives all that it holds of one match, in the order of the columns."""

    model: type[models.Model]
    key: tuple[str, ...]
    rows: Callable[[str, MatchState], Iterable[Row]]

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    @property
    def columns(self) -> list[str]:
        return [field.attname for field in self.model._meta.concrete_fields]

    def of(self, match_id: str, folded: MatchState | None) -> dict[Row, Row]:
        """The rows by their keys."""
        return {row[: len(self.key)]: row for row in self.rows(match_id, folded)} if folded else {}

    def change(self, before: dict[Row, Row], after: dict[Row, Row], writes: WriteBatch) -> None:
        """Bring the table from one state of a match to another."""
        self._delete([key for key in before if key not in after], writes)
        changed = [row for key, row in after.items() if before.get(key) != row]
        if not changed:
            return
        sets = ", ".join(f"{column} = excluded.{column}" for column in self.columns[len(self.key) :])
        add_insert(
            self.table, self.columns, changed, writes, f"ON CONFLICT ({', '.join(self.key)}) DO UPDATE SET {sets}"
        )

    def _delete(self, keys: Sequence[Row], writes: WriteBatch) -> None:
        where = " AND ".join(f"{column} = %s" for column in self.key)
        for key in keys:
            writes.add(f"DELETE FROM {self.table} WHERE {where}", *key)


BY_MATCH = ("match_id",)
BY_SEAT = ("match_id", "seat")
PROJECTIONS = (
    Projection(model=MatchRow, key=BY_MATCH, rows=lobby.rows),
    Projection(model=SeatRow, key=BY_SEAT, rows=scores.rows),
    Projection(model=HandRow, key=BY_SEAT, rows=hands.rows),
    Projection(model=TableauRow, key=("match_id", "slot"), rows=tableau.rows),
    Projection(model=DeadlineRow, key=BY_MATCH, rows=deadlines.rows),
    Projection(model=DrawRow, key=BY_MATCH, rows=draws.rows),
    Projection(model=TurnRow, key=BY_SEAT, rows=turns.rows),
    Projection(model=ResultRow, key=BY_SEAT, rows=results.rows),
    Projection(model=CardRow, key=("match_id", "card"), rows=cards.rows),
)


def write(match_id: str, before: MatchState | None, after: MatchState, writes: WriteBatch) -> None:
    """Bring every projection from one fold of a match to a later one, together with the writes of its events."""
    for projection in PROJECTIONS:
        projection.change(projection.of(match_id, before), projection.of(match_id, after), writes)
