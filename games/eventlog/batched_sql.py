"""Hand-written SQL for the tables on the hot path, with the same text for PostgreSQL and SQLite."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import psycopg
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections

Row: TypeAlias = tuple[Any, ...]


def select(query: str, *values: Any, prepare: bool = True) -> list[Row]:
    """Run a query and return all its rows."""
    cursor = execute(query, *values, prepare=prepare)
    with connection.wrap_database_errors:
        rows: list[Row] = cursor.fetchall()
        return rows


def execute(query: str, *values: Any, prepare: bool = True) -> Any:
    """Run a statement past Django's cursor, and return the driver's cursor.

    Django's cursor merges the values into the text. Here the values stay parameters, so PostgreSQL can prepare a text,
    and parse and plan it only once; and each statement passes through one layer less.

    `prepare` is False for texts that are hardly ever the same. All others are prepared the first time: if one were
    prepared later, in a pipeline that fails, psycopg would take it for prepared from then on.
    """
    database = _ready_database(query)
    with database.wrap_database_errors:
        if database.vendor == "postgresql":
            return psycopg.Cursor(database.connection).execute(query, values, prepare=prepare)
        return database.connection.execute(query.replace("%s", "?"), values)


def execute_many(query: str, rows: Sequence[Row]) -> None:
    """Run a statement of SQLite for each of these rows."""
    database = _ready_database(query)
    with database.wrap_database_errors:
        database.connection.executemany(query, rows)


@contextmanager
def pipeline() -> Iterator[None]:
    """Send the statements inside together, where the database can (PostgreSQL's pipeline mode)."""
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


@contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """Collect the warnings that PostgreSQL sends meanwhile; there are none on SQLite."""
    warnings: list[str] = []
    if connection.vendor != "postgresql":
        yield warnings
        return

    def collect(diagnostic: psycopg.errors.Diagnostic) -> None:
        if diagnostic.severity_nonlocalized == "WARNING":
            warnings.append(diagnostic.message_primary or "")

    database = connection.connection
    database.add_notice_handler(collect)
    try:
        yield warnings
    finally:
        database.remove_notice_handler(collect)


def _ready_database(query: str) -> Any:
    """Return Django's connection, after what its own cursor would do before a query."""
    database: Any = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    # After an error in an atomic block every further query must fail.
    database.validate_no_broken_transaction()
    if database.queries_logged:
        # Tests that count queries rely on it.
        database.queries_log.append({"sql": query, "time": "not taken"})
    return database


def begin_immediate() -> None:
    """Begin a transaction on SQLite that may write, once it is this connection's turn."""
    _ready_database("BEGIN IMMEDIATE").begin_immediate()


def commit() -> None:
    """Commit a transaction that was begun with `BEGIN`, or by `begin_immediate`."""
    execute("COMMIT")
    database: Any = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "sqlite":
        database.leave_turnstile()


def roll_back() -> None:
    """End a transaction that was begun with `BEGIN`, without writing.

    Past psycopg on PostgreSQL, which would prepare all statements anew after a `ROLLBACK`.
    """
    database = _ready_database("ROLLBACK")
    if database.vendor == "postgresql":
        database.connection.pgconn.exec_(b"ROLLBACK")
        if database.connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            raise OperationalError("the transaction could not be rolled back")
    else:
        try:
            database.connection.execute("ROLLBACK")
        finally:
            database.leave_turnstile()
