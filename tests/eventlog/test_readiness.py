"""`/readyz` is 503 where commands would fail, and says what is degraded: each fault is injected once."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games import redis_client
from games.eventlog import database_readiness
from games.eventlog.batched_sql import execute
from games.management.programs import PROJECT_ROOT
from games.matches import command_writer
from tests.services import schema_template
from tests.services.postgres import PostgreSQL

on_postgres = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="PostgreSQL only")


@pytest.fixture(autouse=True)
def _nothing_has_passed_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_readiness, "_passed", set())


def readiness() -> tuple[int, dict[str, Any]]:
    response = Client().get("/readyz")
    return response.status_code, response.json()


@pytest.mark.django_db
def test_a_service_that_works_is_ready_and_checks_migrations_only_until_they_are_right() -> None:
    assert readiness() == (200, {"status": "ok", "database": "ok", "redis": "ok"})
    execute("DELETE FROM django_migrations")
    assert readiness()[0] == 200


@pytest.mark.django_db
def test_an_unapplied_migration_is_named() -> None:
    execute("DELETE FROM django_migrations WHERE app = 'receipts'")
    status, answer = readiness()
    assert status == 503
    assert answer["status"] == "unavailable"
    assert answer["database"].startswith("not migrated: receipts.")


@pytest.mark.django_db
def test_a_batch_of_commands_that_hangs_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_writer, "_writers", [])
    assert readiness()[0] == 200
    assert command_writer._writers == [], "no writer was started for it"
    writer = command_writer.command_writer()
    writer._batch_began_at = time.monotonic() - 4
    assert readiness()[0] == 200
    writer._batch_began_at = time.monotonic() - 6.4
    status, answer = readiness()
    assert (status, answer["database"]) == (503, "a batch of commands has taken 6 s so far")
    writer._batch_began_at = None
    writer.close()
    assert readiness()[0] == 200


@on_postgres
@pytest.mark.django_db
def test_a_table_that_the_role_may_not_read_is_named() -> None:
    for statement in (
        "CREATE ROLE reader",
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader",
        "REVOKE SELECT ON receipts_publickey FROM reader",
        "SET LOCAL ROLE reader",
    ):
        execute(statement)
    assert readiness()[1]["database"] == "not granted: receipts_publickey"


@pytest.mark.django_db
def test_a_database_that_takes_no_writes_is_not_ready() -> None:
    postgres = connection.vendor == "postgresql"
    execute("SET TRANSACTION READ ONLY" if postgres else "PRAGMA query_only = ON")
    status, answer = readiness()
    if not postgres:
        execute("PRAGMA query_only = OFF")
    assert (status, answer["database"]) == (503, "read-only")


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="the disk of PostgreSQL is that of another machine")
def test_a_full_disk_under_sqlite_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_readiness, "MIN_FREE_BYTES", 2**80)
    assert readiness()[1]["database"] == "the disk is full"


@pytest.mark.django_db
def test_redis_is_judged_by_use_and_not_by_ping() -> None:
    with redis_client.background_client() as client:
        client.config_set("min-replicas-to-write", 1)
        try:
            assert client.ping()
            status, answer = readiness()
        finally:
            client.config_set("min-replicas-to-write", 0)
    assert status == 200
    assert answer["status"] == "degraded"
    assert answer["redis"].startswith("degraded: ")


@pytest.mark.django_db
def test_a_check_opens_no_connection_to_redis() -> None:
    readiness()
    with redis_client.background_client() as client:
        info: Any = client.info("stats")
        readiness()
        again: Any = client.info("stats")
    assert again["total_connections_received"] == info["total_connections_received"]


@contextmanager
def pgbouncer(server: PostgreSQL, database: str, folder: Path) -> Iterator[str]:
    """Run PgBouncer in transaction mode in front of a database; yield the URL of the database through it."""
    (folder / "ini").write_text(
        f"[databases]\n{database} = host={server.folder} dbname={database} user=postgres\n"
        f"[pgbouncer]\nlisten_addr =\nlisten_port = 6543\nunix_socket_dir = {server.folder}\nauth_type = any\n"
        "pool_mode = transaction\ndefault_pool_size = 4\nignore_startup_parameters = options\n"
    )
    folder.chmod(0o755)
    program = subprocess.Popen([which("pgbouncer") or "", "-q", str(folder / "ini")], user=server.account.user)
    try:
        deadline = time.monotonic() + 10
        while not (server.folder / ".s.PGSQL.6543").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        yield server.url(database).replace(f"/{database}", f":6543/{database}")
    finally:
        program.terminate()
        program.wait(10)


def manage(url: str, *command: str, **environment: str) -> str:
    settings: Mapping[str, str] = {**os.environ, "DATABASE_URL": url, **environment}
    completed = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=PROJECT_ROOT,
        env=settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr
    return completed.stdout


@pytest.mark.slow
@pytest.mark.skipif(which("pgbouncer") is None, reason="PgBouncer is not installed")
def test_prepared_statements_that_pgbouncer_breaks_are_noticed_and_can_be_turned_off(
    postgres: PostgreSQL,
) -> None:
    direct = postgres.create_database("bounced")
    schema_template.ensure_migrated(direct, lambda: manage(direct, "migrate", "-v0"))
    probe = ("shell", "-c", "from games.eventlog.database_readiness import *; print(database_fault())")
    # Not in pytest's folder, which the account of the server may not enter.
    with (
        TemporaryDirectory(prefix="dixit-bouncer-", dir="/tmp") as folder,
        pgbouncer(postgres, "bounced", Path(folder)) as url,
    ):
        assert "set DATABASE_PREPARE=0" in manage(url, *probe)
        assert manage(url, *probe, DATABASE_PREPARE="0").splitlines()[-1] == "None"
        played = manage(url, "simulate", "--players", "3", "--seed", "pooled", "--json", DATABASE_PREPARE="0")
        assert json.loads(played)["status"] == "over"
    assert manage(direct, *probe).splitlines()[-1] == "None"
