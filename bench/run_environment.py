"""The environment of a run: private servers, durable databases and Django's settings, all temporary."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench.progress import say
from tests.services.postgres import PostgreSQL
from tests.services.private_valkey import PrivateValkey

DATABASE_URLS: dict[str, str] = {}
"""The URL of every database of this run, by alias."""


@contextmanager
def provision_environment(database: str) -> Iterator[None]:
    """Start the servers for this database, and set up Django. `few` and `many` are two more databases, for `growth`."""
    with ExitStack() as stack:
        folder = tempfile.mkdtemp(prefix="dixit-bench-", dir="/tmp")
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        names = ("default", "few", "many")
        if database == "postgresql":
            say("starting a durable PostgreSQL")
            server = stack.enter_context(PostgreSQL(durable=True))
            DATABASE_URLS.update({name: server.create_database(f"bench_{name}") for name in names})
        else:
            DATABASE_URLS.update({name: f"sqlite:///{folder}/{name}.sqlite3" for name in names})
            say("using new SQLite databases")
        valkey = stack.enter_context(PrivateValkey())
        os.environ.update(
            DATABASE_URL=DATABASE_URLS["default"],
            REDIS_URL=valkey.url,
            DIXIT_DATA=folder,
            SECRET_KEY="for benchmarks only",
            RATE_LIMITS="0",
        )
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")
        _setup_django()
        yield
        _close_connections()


def _setup_django() -> None:
    import django

    django.setup()


def _close_connections() -> None:
    from django.db import connections

    connections.close_all()
    for connection in connections.all():
        if connection.vendor == "postgresql":
            connection.close_pool()  # type: ignore[attr-defined]
