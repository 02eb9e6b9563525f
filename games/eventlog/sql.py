"""Hand-written SQL for the tables on the hot path: the same text for PostgreSQL and SQLite."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeAlias

from django.db import connection

Row: TypeAlias = tuple[Any, ...]


def select(query: str, *values: Any) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        rows: list[Row] = cursor.fetchall()
        return rows


def execute(query: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(query, values)


def insert(table: str, columns: Sequence[str], rows: Sequence[Row], then: str = "") -> None:
    """Insert all rows with one statement; nothing for no rows. `then` is what follows the values (ON CONFLICT …)."""
    if rows:
        row = f"({', '.join(['%s'] * len(columns))})"
        values = [_stored(value) for row_values in rows for value in row_values]
        execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * len(rows))} {then}", *values)


@contextmanager
def one_round_trip() -> Iterator[None]:
    """Send the statements inside together, where the database can (PostgreSQL's pipeline mode)."""
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def _stored(value: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
