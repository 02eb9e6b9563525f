"""The service refuses to start where an acknowledged command could be lost."""

import os
import subprocess
import sys

import pytest
from django.core.checks import Tags, run_checks
from django.db import connection

from games.eventlog import durability
from games.eventlog.batched_sql import select
from games.eventlog.timeout_check import check_timeouts
from tests.services.postgres import PostgreSQL

LOAD_ASGI_SCRIPT = """
import asyncio
async def load():
    import dixit.asgi
    print("serves")
asyncio.run(load())
"""


def load_asgi_application(url: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Load the ASGI application as a server with several workers would, on this database."""
    return subprocess.run(
        [sys.executable, "-c", LOAD_ASGI_SCRIPT],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "dixit.settings", "DATABASE_URL": url, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_database_without_fsync_is_refused(postgres: PostgreSQL):
    done = load_asgi_application(postgres.url("postgres"))
    assert done.returncode != 0
    assert "fsync is off, full_page_writes is off, synchronous_commit is off" in done.stderr


def test_an_unsafe_database_is_accepted_with_the_settings_of_tests(postgres: PostgreSQL):
    process = load_asgi_application(postgres.url("postgres"), DJANGO_SETTINGS_MODULE="tests.settings")
    assert process.stdout.strip() == "serves"


def test_a_durable_database_is_accepted():
    with PostgreSQL(durable=True) as durable:
        assert load_asgi_application(durable.url("postgres")).stdout.strip() == "serves"


def test_the_default_sqlite_database_is_durable(tmp_path):
    assert (
        load_asgi_application(f"sqlite:///{tmp_path / 'x.sqlite3'}", DIXIT_DATA=str(tmp_path)).stdout.strip()
        == "serves"
    )


def test_the_process_starts_while_the_database_is_unreachable():
    assert load_asgi_application("postgresql://nobody@127.0.0.1:1/none?pool=0").stdout.strip() == "serves"


@pytest.mark.django_db
def test_system_checks_report_an_unsafe_postgres_session(settings):
    settings.ALLOW_UNSAFE_DATABASE = False
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous" if connection.vendor == "sqlite" else "SET LOCAL synchronous_commit = off")
    errors = [error for error in run_checks(tags=[Tags.database], databases=["default"]) if error.id == "eventlog.E001"]
    assert bool(errors) == (connection.vendor == "postgresql")
    settings.ALLOW_UNSAFE_DATABASE = True
    assert durability.durability_faults() == []


@pytest.mark.django_db
def test_unsafe_sqlite_settings_are_detected(settings, monkeypatch):
    settings.ALLOW_UNSAFE_DATABASE = False
    rows_by_pragma = {"PRAGMA synchronous": [(1,)], "PRAGMA journal_mode": [("memory",)]}
    monkeypatch.setattr(durability, "select", rows_by_pragma.__getitem__)
    assert durability._sqlite_faults() == ["synchronous is 1, not FULL", "journal_mode is memory"]


@pytest.mark.django_db
def test_readyz_reports_an_unsafe_database(client, monkeypatch):
    assert client.get("/readyz").json()["database"] == "ok"
    monkeypatch.setattr(durability, "durability_faults", lambda: ["fsync is off"])
    response = client.get("/readyz")
    assert (response.status_code, response.json()["database"]) == (503, "not durable: fsync is off")


@pytest.mark.django_db
def test_readyz_stays_ok_and_reports_unreachable_redis(client, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    response = client.get("/readyz")
    assert (response.status_code, response.json()["redis"]) == (200, "unreachable")
    settings.REDIS_URL = ""
    assert client.get("/readyz").json()["redis"] == "none"


@pytest.mark.django_db
def test_a_session_without_a_lock_timeout_is_warned_of():
    assert check_timeouts(["default"]) == []
    if connection.vendor == "postgresql":
        select("SELECT set_config('lock_timeout', '0', true)")
        assert [warning.id for warning in check_timeouts(["default"])] == ["eventlog.W001"]
