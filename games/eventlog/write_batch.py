"""Writing many rows: the rows of each table are collected, and sent with one statement, all statements together.

Later statements see the rows of earlier ones.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, models

from games.eventlog.batched_sql import Row, execute, execute_many, pipeline

ARRAY_TYPES = {
    "CharField": "text",
    "TextField": "text",
    "PositiveIntegerField": "integer",
    "PositiveSmallIntegerField": "integer",
    "BigIntegerField": "bigint",
    "BooleanField": "boolean",
    "DateTimeField": "timestamptz",
}
"""The types of PostgreSQL in which the values of a field are sent. `text` has no length: a longer value than the column
takes is refused, where a cast to the column's type would cut it off."""


@dataclass(frozen=True, slots=True)
class RowStatement:
    """A statement that is executed for many rows: on PostgreSQL at once, with an array for each column; on SQLite one
    after the other."""

    postgres: str
    sqlite: str


def insert_into(
    model: type[models.Model], columns: Sequence[str], *, order_by: str = "", suffix: str = ""
) -> RowStatement:
    """Return the statement that inserts rows of these columns.

    Args:
        model: the table.
        columns: its columns.
        order_by: the columns by which PostgreSQL inserts the rows, if the order matters.
        suffix: SQL that follows (`ON CONFLICT …`).
    """
    table, names = model._meta.db_table, ", ".join(f'"{column}"' for column in columns)
    order = f"ORDER BY {order_by}" if order_by else ""
    # PostgreSQL would take a bare ON CONFLICT after a SELECT without WHERE for a join's ON.
    source = f"SELECT * FROM {unnest(model, columns)} AS new ({names}) WHERE true {order}"
    return RowStatement(
        f"INSERT INTO {table} ({names}) {source} {suffix}",
        f"INSERT INTO {table} ({names}) VALUES ({', '.join(['?'] * len(columns))}) {suffix}",
    )


def delete_from(model: type[models.Model], key: Sequence[str]) -> RowStatement:
    """Return the statement that deletes the rows with these keys."""
    table, names = model._meta.db_table, ", ".join(key)
    same_key = " AND ".join(f"{table}.{column} = old.{column}" for column in key)
    return RowStatement(
        f"DELETE FROM {table} USING {unnest(model, key)} AS old ({names}) WHERE {same_key}",
        f"DELETE FROM {table} WHERE {' AND '.join(f'{column} = ?' for column in key)}",
    )


def unnest(model: type[models.Model], columns: Sequence[str]) -> str:
    """Return the SQL that makes rows out of an array for each of these columns."""
    kinds = [ARRAY_TYPES[model._meta.get_field(column).get_internal_type()] for column in columns]
    return f"unnest({', '.join(f'%s::{kind}[]' for kind in kinds)})"


class WriteBatch:
    """Rows to write."""

    def __init__(self) -> None:
        self._rows_by_statement: dict[RowStatement, list[Row]] = {}

    @property
    def is_empty(self) -> bool:
        return not self._rows_by_statement

    def add(self, statement: RowStatement, rows: Iterable[Row]) -> None:
        """Add rows; nothing is sent yet. Statements are sent in the order in which they are added first."""
        if new_rows := list(rows):
            self._rows_by_statement.setdefault(statement, []).extend(new_rows)

    def flush(self) -> None:
        """Send the rows collected so far, in one round trip where the database can."""
        with pipeline():
            self.send()

    def send(self) -> None:
        """Send the rows, as a part of the caller's pipeline."""
        rows_by_statement, self._rows_by_statement = self._rows_by_statement, {}
        for statement, rows in rows_by_statement.items():
            if connection.vendor == "postgresql":
                execute(statement.postgres, *map(list, zip(*rows, strict=True)))
            else:
                execute_many(statement.sqlite, [_adapt_times(row) for row in rows])


def _adapt_times(row: Row) -> Row:
    # Django's cursor would do this: SQLite stores times as text without a zone.
    adapt_time = connection.ops.adapt_datetimefield_value
    return tuple(adapt_time(value) if isinstance(value, datetime) else value for value in row)
