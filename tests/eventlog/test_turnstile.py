"""The turnstile in front of SQLite's write lock: two processes that write take turns."""

import os
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connections, transaction

from dixit.backends.sqlite3.base import DatabaseWrapper
from dixit.backends.sqlite3.turnstile import Turnstile
from games.management.programs import PROJECT_ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no flock")
WRITES = 100
BUSY_WRITER = """
import sys
import django
django.setup()
from django.db import connection, transaction
print("writing", flush=True)
while True:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany("INSERT INTO item (text) VALUES (%s)", [("x" * 500,)] * 32)
"""


@pytest.fixture
def database(tmp_path: Path, django_db_blocker: Any) -> Iterator[DatabaseWrapper]:
    with django_db_blocker.unblock(), wrapper_of(tmp_path / "items.sqlite3") as wrapper:
        with wrapper.cursor() as cursor:
            cursor.execute("CREATE TABLE item (text TEXT NOT NULL)")
        yield wrapper


@contextmanager
def wrapper_of(file: Path, *, busy_seconds: float = 5) -> Iterator[DatabaseWrapper]:
    """Yield a connection of its own, configured like that of a service."""
    config: dict[str, Any] = {
        "ENGINE": "dixit.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": busy_seconds,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }
    config = {**config, "TIME_ZONE": None, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False, "AUTOCOMMIT": True}
    wrapper = DatabaseWrapper(config, "turnstile")
    connections["turnstile"] = wrapper
    try:
        yield wrapper
    finally:
        wrapper.close()
        del connections["turnstile"]


def insert(wrapper: DatabaseWrapper, text: str | None = "x") -> None:
    with transaction.atomic(using="turnstile"), wrapper.cursor() as cursor:
        cursor.execute("INSERT INTO item (text) VALUES (%s)", [text])


def is_free(wrapper: DatabaseWrapper) -> bool:
    turnstile = Turnstile(wrapper.settings_dict["NAME"], 0.01)
    try:
        turnstile.enter()
    except sqlite3.OperationalError:
        return False
    turnstile.leave()
    return True


@contextmanager
def busy_process(file: Path) -> Iterator[None]:
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{file}", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    process = subprocess.Popen(
        [sys.executable, "-c", BUSY_WRITER], cwd=PROJECT_ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "writing\n"
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.slow
def test_a_process_that_writes_all_the_time_keeps_no_other_waiting(database: DatabaseWrapper):
    waits: list[float] = []
    with busy_process(Path(database.settings_dict["NAME"])):
        for _ in range(WRITES):
            began_at = time.monotonic()
            with transaction.atomic(using="turnstile"):
                waits.append(time.monotonic() - began_at)
                with database.cursor() as cursor:
                    cursor.execute("INSERT INTO item (text) VALUES ('y')")
            time.sleep(0.01)
    assert sorted(waits)[int(WRITES * 0.99) - 1] <= 0.05, sorted(waits)[-5:]


def test_the_files_are_private_and_beside_the_database(database: DatabaseWrapper):
    insert(database)
    for name in ("next", "mine"):
        file = Path(f"{database.settings_dict['NAME']}-{name}")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_it_is_held_during_a_transaction_and_its_inner_blocks(database: DatabaseWrapper):
    with transaction.atomic(using="turnstile"):
        insert(database)
        assert not is_free(database)
        with pytest.raises(IntegrityError):
            insert(database, None)
        assert not is_free(database)
    assert is_free(database)


def test_no_error_leaves_it_locked(database: DatabaseWrapper):
    with pytest.raises(IntegrityError):
        insert(database, None)
    assert is_free(database)
    with transaction.atomic(using="turnstile"):
        database.close()
        assert is_free(database)
        transaction.set_rollback(True, using="turnstile")
    database.begin_immediate()
    assert not is_free(database)
    database.close()
    assert is_free(database)


def test_it_is_free_if_the_transaction_could_not_begin(database: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(database, "transaction_mode", "IMMEDIATE")
    database.ensure_connection()
    database.connection.close()
    with pytest.raises(Exception, match="closed database"):
        insert(database)
    assert is_free(database)


def test_who_waits_too_long_is_told_so(database: DatabaseWrapper):
    database.settings_dict["OPTIONS"]["timeout"] = 0.05
    other = Turnstile(database.settings_dict["NAME"], 1)
    other.enter()
    with pytest.raises(OperationalError, match="database is locked"):
        insert(database)
    other.leave()
    insert(database)
