"""Hand-written SQL for the tables on the hot path: the same text for PostgreSQL and SQLite."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeAlias

import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections

Row: TypeAlias = tuple[Any, ...]


def select(query: str, *values: Any) -> list[Row]:
    cursor = sent(query, *values)
    with connection.wrap_database_errors:
        rows: list[Row] = cursor.fetchall()
        return rows


def execute(query: str, *values: Any) -> None:
    sent(query, *values)


def sent(query: str, *values: Any) -> Any:
    """A cursor with the answer of a statement, past Django's own, which writes the values into the text.

    So PostgreSQL parses and plans a text that comes often only once, and there is one layer less for each statement.
    """
    line = connections[DEFAULT_DB_ALIAS]
    line.ensure_connection()
    line.validate_no_broken_transaction()
    if line.queries_logged:
        line.queries_log.append({"sql": query, "time": "not taken"})
    with line.wrap_database_errors:
        if line.vendor == "postgresql":
            return psycopg.Cursor(line.connection).execute(query, values)
        return line.connection.execute(query.replace("%s", "?"), values)


class Writes:
    """Statements that write, sent together: to PostgreSQL as the parts of a single one, to SQLite one by one.

    The parts of one statement don't see each other's rows, and no row may be written by two of them.
    """

    def __init__(self) -> None:
        self._parts: list[tuple[str, Sequence[Any]]] = []

    def add(self, query: str, *values: Any) -> None:
        self._parts.append((query, values))

    def send(self) -> None:
        parts, self._parts = self._parts, []
        if connection.vendor == "postgresql" and parts:
            parts = [_one(parts)]
        for query, values in parts:
            execute(query, *values)


def insert(table: str, columns: Sequence[str], rows: Sequence[Row], writes: Writes, then: str = "") -> None:
    """Insert all rows with one statement; nothing for no rows. `then` is what follows the values (ON CONFLICT …)."""
    if rows:
        row = f"({', '.join(['%s'] * len(columns))})"
        values = [_stored(value) for row_values in rows for value in row_values]
        writes.add(f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * len(rows))} {then}", *values)


@contextmanager
def one_round_trip() -> Iterator[None]:
    """Send the statements inside together, where the database can (PostgreSQL's pipeline mode)."""
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def _one(parts: Sequence[tuple[str, Sequence[Any]]]) -> tuple[str, Sequence[Any]]:
    *others, last = (query for query, _ in parts)
    named = ", ".join(f"part_{number} AS ({query})" for number, query in enumerate(others))
    return f"WITH {named} {last}" if named else last, [value for _, values in parts for value in values]


def _stored(value: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
