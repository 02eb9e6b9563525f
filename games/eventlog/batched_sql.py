"""Hand-written SQL for the tables on the hot path, with the same text for PostgreSQL and SQLite."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeAlias

import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections

Row: TypeAlias = tuple[Any, ...]


def select(query: str, *values: Any) -> list[Row]:
    """Run a query and return all its rows."""
    cursor = execute(query, *values)
    with connection.wrap_database_errors:
        rows: list[Row] = cursor.fetchall()
        return rows


def execute(query: str, *values: Any) -> Any:
    """Run a statement past Django's cursor, and return the driver's cursor.

    Django's cursor merges the values into the text. Here the values stay parameters, so PostgreSQL can prepare a text
    that comes often and parse and plan it only once; and each statement passes through one layer less.
    """
    database = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    # As Django's cursor does: after an error in an atomic block every further query must fail.
    database.validate_no_broken_transaction()
    if database.queries_logged:
        # Django's cursor would do this. Tests that count queries rely on it.
        database.queries_log.append({"sql": query, "time": "not taken"})
    with database.wrap_database_errors:
        if database.vendor == "postgresql":
            return psycopg.Cursor(database.connection).execute(query, values)
        return database.connection.execute(query.replace("%s", "?"), values)


class WriteBatch:
    """Writing statements that are sent together.

    PostgreSQL gets them as the parts of a single statement (`WITH …`), in one round trip; SQLite gets one after the
    other. The parts of one statement don't see each other's rows, and no two of them may write the same row.
    """

    def __init__(self) -> None:
        self._statements: list[tuple[str, Sequence[Any]]] = []

    def add(self, query: str, *values: Any) -> None:
        """Add a statement; nothing is sent yet."""
        self._statements.append((query, values))

    def flush(self) -> None:
        """Send the statements collected so far."""
        statements, self._statements = self._statements, []
        if connection.vendor == "postgresql" and statements:
            statements = [_combine_statements(statements)]
        for query, values in statements:
            execute(query, *values)


def add_insert(table: str, columns: Sequence[str], rows: Sequence[Row], writes: WriteBatch, suffix: str = "") -> None:
    """Add one statement that inserts all these rows; no rows add nothing.

    `suffix` is SQL that follows the values (`ON CONFLICT …`).
    """
    if rows:
        row_placeholders = f"({', '.join(['%s'] * len(columns))})"
        # Django's cursor would do this: SQLite stores times as text without a zone.
        adapt_time = connection.ops.adapt_datetimefield_value
        values = [adapt_time(value) if isinstance(value, datetime) else value for row in rows for value in row]
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
    # PostgreSQL carries out every writing part of a WITH, also if nothing reads it.
    *others, last = (query for query, _ in statements)
    common_table_expressions = ", ".join(f"part_{number} AS ({query})" for number, query in enumerate(others))
    return f"WITH {common_table_expressions} {last}" if common_table_expressions else last, [
        value for _, values in statements for value in values
    ]
