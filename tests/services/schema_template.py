"""Tables for deployments: migrating takes seconds, so each run does it once per database engine and makes copies."""

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

SQLITE_URL_PREFIX = "sqlite:///"
TEMPLATE_DATABASE = sql.Identifier("migrated")


def ensure_migrated(url: str, migrate: Callable[[], object]) -> None:
    """Create the tables that `migrate` would create in the database of this URL, unless they exist."""
    if url.startswith(SQLITE_URL_PREFIX):
        _migrate_sqlite_file(Path(url.removeprefix(SQLITE_URL_PREFIX)), migrate)
    else:
        _migrate_postgres_database(url, migrate)


def _migrate_sqlite_file(file: Path, migrate: Callable[[], object]) -> None:
    template_file = Path(_template_folder().name) / "migrated.sqlite3"
    if file.exists():
        return
    if not template_file.exists():
        migrate()
    source, target = (file, template_file) if file.exists() else (template_file, file)
    with closing(sqlite3.connect(source)) as source_connection, closing(sqlite3.connect(target)) as target_connection:
        source_connection.backup(target_connection)


@cache
def _template_folder() -> "tempfile.TemporaryDirectory[str]":
    """The folder is deleted when the run ends."""
    return tempfile.TemporaryDirectory(prefix="dixit-tables-")


def _migrate_postgres_database(url: str, migrate: Callable[[], object]) -> None:
    with psycopg.connect(url) as connection:
        if connection.execute("SELECT to_regclass('django_migrations') IS NOT NULL").fetchone() == (True,):
            return
    database_name = sql.Identifier(str(conninfo_to_dict(url)["dbname"]))
    copy_statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    with psycopg.connect(make_conninfo(url, dbname="postgres"), autocommit=True) as connection:
        if connection.execute("SELECT count(*) FROM pg_database WHERE datname = 'migrated'").fetchone() == (0,):
            migrate()
            connection.execute(copy_statement.format(TEMPLATE_DATABASE, database_name))
        else:
            connection.execute(sql.SQL("DROP DATABASE {}").format(database_name))
            connection.execute(copy_statement.format(database_name, TEMPLATE_DATABASE))
