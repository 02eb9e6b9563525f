"""The ground of a run: private, durable servers and Django's settings, thrown away afterwards."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench.progress import say
from tests.services.postgres import PostgreSQL
from tests.services.valkey import PrivateValkey

URLS: dict[str, str] = {}
"""Every database of this run by its alias."""


@contextmanager
def ground(database: str) -> Iterator[None]:
    """Start what this database needs, and Django with it; `few` and `many` are two further databases."""
    with ExitStack() as end:
        folder = tempfile.mkdtemp(prefix="dixit-bench-", dir="/tmp")
        end.callback(shutil.rmtree, folder, ignore_errors=True)
        names = ("default", "few", "many")
        if database == "postgresql":
            say("starting a durable PostgreSQL")
            server = end.enter_context(PostgreSQL(durable=True))
            URLS.update({name: server.create_database(f"bench_{name}") for name in names})
        else:
            URLS.update({name: f"sqlite:///{folder}/{name}.sqlite3" for name in names})
            say("its databases are made")
        valkey = end.enter_context(PrivateValkey())
        os.environ.update(
            DATABASE_URL=URLS["default"],
            REDIS_URL=valkey.url,
            DIXIT_DATA=folder,
            SECRET_KEY="for the bench only",
            MATCHES_OPEN="0",
            GUEST_MATCHES_OPEN="0",
            RATE_LIMITS="0",
        )
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dixit.settings")
        _django()
        yield
        _hang_up()


def _django() -> None:
    import django

    django.setup()


def _hang_up() -> None:
    from django.db import connections

    connections.close_all()
    for connection in connections.all():
        if connection.vendor == "postgresql":
            connection.close_pool()  # type: ignore[attr-defined]
