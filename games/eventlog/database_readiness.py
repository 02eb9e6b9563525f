"""Whether commands would succeed on the database as it is now."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from django.db import DatabaseError, InterfaceError, ProgrammingError, connection, transaction
from django.db.migrations.loader import MigrationLoader

from games.eventlog import durability
from games.eventlog.batched_sql import select
from games.eventlog.grants import table_names

MIN_FREE_BYTES = 16 * 1024 * 1024
"""How much space SQLite's file system must have."""

_passed = set[str]()
"""The checks that have passed in this process and needn't be repeated: what they find right stays so."""


def database_fault() -> str | None:
    """Return why commands would fail, in words for operators; None if they would succeed."""
    try:
        return _missing_migrations() or _read_only() or _broken_statements() or _not_durable()
    except ProgrammingError:
        return "not migrated, or not granted"
    except (DatabaseError, InterfaceError) as error:
        return f"unreachable, or not usable: {type(error).__name__}"


@cache
def _newest_migrations() -> frozenset[tuple[str, str]]:
    # Without a connection: from the files alone, once per process.
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def _missing_migrations() -> str | None:
    """Return which migrations, or privileges on tables that they have made, are missing."""
    if "migrations" in _passed:
        return None
    with transaction.atomic():
        applied = set(select("SELECT app, name FROM django_migrations"))
    if missing := sorted(".".join(node) for node in _newest_migrations() - applied):
        return f"not migrated: {', '.join(missing)}"
    if connection.vendor == "postgresql":
        query = "SELECT name FROM unnest(%s::text[]) AS name WHERE NOT has_table_privilege(name, 'SELECT')"
        if denied := [name for (name,) in select(query, table_names())]:
            return f"not granted: {', '.join(denied)}"
    _passed.add("migrations")
    return None


def _read_only() -> str | None:
    if connection.vendor == "postgresql":
        # Also on while the server is a standby.
        return "read-only" if select("SHOW transaction_read_only") == [("on",)] else None
    if shutil.disk_usage(Path(connection.settings_dict["NAME"]).parent).free < MIN_FREE_BYTES:
        return "the disk is full"
    # The transaction begins IMMEDIATE, which a database that can't be written refuses.
    with transaction.atomic():
        return "read-only" if select("PRAGMA query_only") == [(1,)] else None


def _not_durable() -> str | None:
    faults = durability.durability_faults()
    return f"not durable: {', '.join(faults)}" if faults else None


def _broken_statements() -> str | None:
    """Return that prepared statements fail, as behind PgBouncer in transaction mode."""
    if "statements" in _passed or connection.vendor != "postgresql":
        return None
    if connection.settings_dict["OPTIONS"].get("prepare_threshold") is not None and _is_pooled_outside():
        try:
            _use_statement_on_another_session()
        except psycopg.errors.InvalidSqlStatementName:
            return "a pooler breaks prepared statements: set DATABASE_PREPARE=0"
    _passed.add("statements")
    return None


def _is_pooled_outside() -> bool:
    """Return whether a pooler is in between: it announces process ids of its own."""
    return bool(select("SELECT pg_backend_pid()") != [(connection.connection.info.backend_pid,)])


def _use_statement_on_another_session() -> None:
    """Execute a prepared statement again after somebody else has taken the server's session that knows it.

    Raises:
        psycopg.errors.InvalidSqlStatementName: the pooler has passed on a session that doesn't know the statement.
    """
    if connection.in_atomic_block:
        return
    # As `batched_sql` does: Django's own cursor prepares nothing.
    session = psycopg.Cursor(connection.connection)
    session.execute(_PROBE_SQL, prepare=True)
    with _second_session() as other, other.transaction():
        other.execute("SELECT 1")
        session.execute(_PROBE_SQL, prepare=True)


_PROBE_SQL = "SELECT 'the statement that /readyz prepares'"


@contextmanager
def _second_session() -> Iterator[psycopg.Connection[Any]]:
    pool = getattr(connection, "pool", None)
    if pool is not None:
        with pool.connection() as other:
            yield other
        return
    with psycopg.connect(**connection.get_connection_params()) as other:
        yield other
