"""Hand-written SQL for the tables on the hot path: the same text for PostgreSQL and SQLite."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeAlias

import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections

Row: TypeAlias = tuple[Any, ...]


def select(query: str, *values: Any) -> list[Row]:
    cursor = execute_raw(query, *values)
    with connection.wrap_database_errors:
        rows: list[Row] = cursor.fetchall()
        return rows


def execute(query: str, *values: Any) -> None:
    execute_raw(query, *values)


def execute_raw(query: str, *values: Any) -> Any:
    """A cursor with the answer of a statement, past Django's own, which writes the values into the text.

    So PostgreSQL parses and plans a text that comes often only once, and there is one layer less for each statement.
    """
    database = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    database.validate_no_broken_transaction()
    if database.queries_logged:
        database.queries_log.append({"sql": query, "time": "not taken"})
    with database.wrap_database_errors:
        if database.vendor == "postgresql":
            return psycopg.Cursor(database.connection).execute(query, values)
        return database.connection.execute(query.replace("%s", "?"), values)


class WriteBatch:
    """Statements that write, sent together: to PostgreSQL as the parts of a single one, to SQLite one by one.

    The parts of one statement don't see each other's rows, and no row may be written by two of them.
    """

    def __init__(self) -> None:
        self._statements: list[tuple[str, Sequence[Any]]] = []

    def add(self, query: str, *values: Any) -> None:
        self._statements.append((query, values))

    def flush(self) -> None:
        statements, self._statements = self._statements, []
        if connection.vendor == "postgresql" and statements:
            statements = [_combine_statements(statements)]
        for query, values in statements:
            execute(query, *values)


def add_insert(table: str, columns: Sequence[str], rows: Sequence[Row], writes: WriteBatch, suffix: str = "") -> None:
    """Insert all rows with one statement; nothing for no rows. `then` is what follows the values (ON CONFLICT …)."""
    if rows:
        row_placeholders = f"({', '.join(['%s'] * len(columns))})"
        values = [_adapt_value(value) for row_values in rows for value in row_values]
        writes.add(
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row_placeholders] * len(rows))} {suffix}",
            *values,
        )


@contextmanager
def pipeline() -> Iterator[None]:
    """Send the statements inside together, where the database can (PostgreSQL's pipeline mode)."""
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def _combine_statements(statements: Sequence[tuple[str, Sequence[Any]]]) -> tuple[str, Sequence[Any]]:
    *others, last = (query for query, _ in statements)
    common_table_expressions = ", ".join(f"part_{number} AS ({query})" for number, query in enumerate(others))
    return f"WITH {common_table_expressions} {last}" if common_table_expressions else last, [
        value for _, values in statements for value in values
    ]


def _adapt_value(value: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
