"""Write the projections: compare the rows that a match should have now with those it had before.

Projections are functions of the state, not of single events. Their code stays small, a rebuild is the same code, and a
command writes only the rows that have changed.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import models

from games.eventlog.batched_sql import Row, WriteBatch, add_insert
from games.eventlog.match_state import MatchState
from games.projections import (
    bot_turn_projection,
    card_projection,
    deadline_projection,
    draw_projection,
    hand_projection,
    lobby_projection,
    result_projection,
    score_projection,
    tableau_projection,
)
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
    """A table derived from the state of a match.

    `rows` yields all rows of one match, in the order of the table's columns; `key` names the first of these.
    """

    model: type[models.Model]
    key: tuple[str, ...]
    rows: Callable[[str, MatchState], Iterable[Row]]

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    @property
    def columns(self) -> list[str]:
        return [field.attname for field in self.model._meta.concrete_fields]

    def rows_by_key(self, match_id: str, state: MatchState | None) -> dict[Row, Row]:
        """Return the match's rows by their keys."""
        return {row[: len(self.key)]: row for row in self.rows(match_id, state)} if state else {}

    def add_changes(self, before: dict[Row, Row], after: dict[Row, Row], writes: WriteBatch) -> None:
        """Add to `writes` what brings the table from one state of a match to another."""
        where = " AND ".join(f"{column} = %s" for column in self.key)
        for key in before:
            if key not in after:
                writes.add(f"DELETE FROM {self.table} WHERE {where}", *key)
        changed_rows = [row for key, row in after.items() if before.get(key) != row]
        assignments = ", ".join(f"{column} = excluded.{column}" for column in self.columns[len(self.key) :])
        add_insert(
            self.table,
            self.columns,
            changed_rows,
            writes,
            f"ON CONFLICT ({', '.join(self.key)}) DO UPDATE SET {assignments}",
        )


MATCH_KEY = ("match_id",)
SEAT_KEY = ("match_id", "seat")
PROJECTIONS = (
    Projection(model=MatchRow, key=MATCH_KEY, rows=lobby_projection.rows),
    Projection(model=SeatRow, key=SEAT_KEY, rows=score_projection.rows),
    Projection(model=HandRow, key=SEAT_KEY, rows=hand_projection.rows),
    Projection(model=TableauRow, key=("match_id", "slot"), rows=tableau_projection.rows),
    Projection(model=DeadlineRow, key=MATCH_KEY, rows=deadline_projection.rows),
    Projection(model=DrawRow, key=MATCH_KEY, rows=draw_projection.rows),
    Projection(model=TurnRow, key=SEAT_KEY, rows=bot_turn_projection.rows),
    Projection(model=ResultRow, key=SEAT_KEY, rows=result_projection.rows),
    Projection(model=CardRow, key=("match_id", "card"), rows=card_projection.rows),
)


def update_projections(match_id: str, before: MatchState | None, after: MatchState, writes: WriteBatch) -> None:
    """Add to `writes` what brings every projection from one state of a match to a later one."""
    for projection in PROJECTIONS:
        old_rows, new_rows = projection.rows_by_key(match_id, before), projection.rows_by_key(match_id, after)
        # Most commands change the rows of few tables.
        if old_rows != new_rows:
            projection.add_changes(old_rows, new_rows, writes)
