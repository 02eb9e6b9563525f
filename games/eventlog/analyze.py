"""Statistics for PostgreSQL's planner after `migrate`.

Statements are prepared once per session. One that was planned while its table had no statistics stays slow as it grows.
"""

from typing import Any

from django.db import connections
from psycopg import sql

from games.eventlog.grants import table_names


def analyze_tables(using: str, **_: Any) -> None:
    """Let PostgreSQL analyze the project's tables, but for those that somebody has locked; does nothing on SQLite."""
    connection = connections[using]
    if connection.vendor != "postgresql":
        return
    tables = sorted(set(table_names()) & set(connection.introspection.table_names()))
    if not tables:
        return
    statement = sql.SQL("ANALYZE (SKIP_LOCKED) {}").format(sql.SQL(", ").join(map(sql.Identifier, tables)))
    with connection.cursor() as cursor:
        cursor.execute(statement)
