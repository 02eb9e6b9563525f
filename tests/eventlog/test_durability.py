"""The house refuses to serve where an acknowledged command could be lost."""

import os
import subprocess
import sys

import pytest
from django.core.checks import Tags, run_checks
from django.db import connection

from games.eventlog import durability
from tests.services.postgres import PostgreSQL

LOAD = """
import asyncio
async def load():
    import dixit.asgi
    print("serves")
asyncio.run(load())
"""


def served(url: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Load the ASGI application as a server with several workers would, on this database."""
    kept = {name: value for name, value in os.environ.items() if name != "ALLOW_UNSAFE_DATABASE"}
    return subprocess.run(
        [sys.executable, "-c", LOAD],
        env={**kept, "DATABASE_URL": url, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_database_without_fsync_is_refused(postgres: PostgreSQL):
    done = served(postgres.url("postgres"))
    assert done.returncode != 0
    assert "fsync is off, full_page_writes is off, synchronous_commit is off" in done.stderr
    assert "ALLOW_UNSAFE_DATABASE=1" in done.stderr


def test_tests_may_allow_it(postgres: PostgreSQL):
    assert served(postgres.url("postgres"), ALLOW_UNSAFE_DATABASE="1").stdout.strip() == "serves"


def test_a_durable_database_is_served():
    with PostgreSQL(durable=True) as durable:
        assert served(durable.url("postgres")).stdout.strip() == "serves"


def test_the_embedded_default_is_durable(tmp_path):
    assert served(f"sqlite:///{tmp_path / 'x.sqlite3'}", DIXIT_DATA=str(tmp_path)).stdout.strip() == "serves"


def test_a_database_that_can_not_be_reached_yet_does_not_keep_the_process_from_starting():
    assert served("postgresql://nobody@127.0.0.1:1/none", DATABASE_POOL="0").stdout.strip() == "serves"


@pytest.mark.django_db
def test_migrate_and_check_tell_of_it_too(settings):
    settings.ALLOW_UNSAFE_DATABASE = False
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous" if connection.vendor == "sqlite" else "SET LOCAL synchronous_commit = off")
    found = [error for error in run_checks(tags=[Tags.database], databases=["default"]) if error.id == "eventlog.E001"]
    assert bool(found) == (connection.vendor == "postgresql")
    settings.ALLOW_UNSAFE_DATABASE = True
    assert durability.durability_faults() == []


@pytest.mark.django_db
def test_a_careless_sqlite_is_seen(settings, monkeypatch):
    settings.ALLOW_UNSAFE_DATABASE = False
    answers = {"PRAGMA synchronous": [(1,)], "PRAGMA journal_mode": [("memory",)]}
    monkeypatch.setattr(durability, "select", answers.__getitem__)
    assert durability._sqlite_faults() == ["synchronous is 1, not FULL", "journal_mode is memory"]


@pytest.mark.django_db
def test_readyz_tells_of_it(client, monkeypatch):
    assert client.get("/readyz").json()["database"] == "ok"
    monkeypatch.setattr(durability, "durability_faults", lambda: ["fsync is off"])
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "not durable: fsync is off")


@pytest.mark.django_db
def test_readyz_says_ok_without_redis_and_tells_that_it_is_gone(client, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["redis"]) == (200, "unreachable")
    settings.REDIS_URL = ""
    assert client.get("/readyz").json()["redis"] == "none"
