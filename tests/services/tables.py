"""Tables for houses: to migrate takes seconds, so it is done once in a run for each database, and copied then."""

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

SQLITE = "sqlite:///"
TEMPLATE = sql.Identifier("migrated")


def make(url: str, migrate: Callable[[], object]) -> None:
    """Give the database of this URL its tables, unless it has them; `migrate` would make them."""
    if url.startswith(SQLITE):
        _in_file(Path(url.removeprefix(SQLITE)), migrate)
    else:
        _in_server(url, migrate)


def _in_file(file: Path, migrate: Callable[[], object]) -> None:
    kept = Path(_folder().name) / "migrated.sqlite3"
    if file.exists():
        return
    if not kept.exists():
        migrate()
    source, target = (file, kept) if file.exists() else (kept, file)
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)


@cache
def _folder() -> "tempfile.TemporaryDirectory[str]":
    """It is deleted when the run ends."""
    return tempfile.TemporaryDirectory(prefix="dixit-tables-")


def _in_server(url: str, migrate: Callable[[], object]) -> None:
    with psycopg.connect(url) as line:
        if line.execute("SELECT to_regclass('django_migrations') IS NOT NULL").fetchone() == (True,):
            return
    name = sql.Identifier(str(conninfo_to_dict(url)["dbname"]))
    copy = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    with psycopg.connect(make_conninfo(url, dbname="postgres"), autocommit=True) as line:
        if line.execute("SELECT count(*) FROM pg_database WHERE datname = 'migrated'").fetchone() == (0,):
            migrate()
            line.execute(copy.format(TEMPLATE, name))
        else:
            line.execute(sql.SQL("DROP DATABASE {}").format(name))
            line.execute(copy.format(name, TEMPLATE))
