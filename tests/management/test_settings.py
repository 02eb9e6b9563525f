"""How the settings are derived from the environment."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from dixit.database_settings import postgres_config, process_kind, sqlite_config
from games.checks import REPLACEMENT_BY_REMOVED_VARIABLE, check_removed_variables
from games.live.socket_connection import AUTH_TIMEOUT_SECONDS
from games.management.programs import PROJECT_ROOT


def load_setting(expression: str, **environment: str) -> Any:
    """Return a value computed from `dixit.settings`, loaded in a new process."""
    script = f"import json; from dixit import settings; print(json.dumps({expression}))"
    return json.loads(
        subprocess.check_output(
            [sys.executable, "-c", script], cwd=PROJECT_ROOT, env={**os.environ, **environment}, text=True
        )
    )


@pytest.mark.parametrize(("query", "size"), [("", 8), ("?pool=16", 16), ("?pool=3&sslmode=require", 3)])
def test_database_url_sets_the_size_of_the_connection_pool(query: str, size: int) -> None:
    options = load_setting("settings.DATABASES['default']['OPTIONS']", DATABASE_URL=f"postgresql://u@h/n{query}")
    assert options["pool"]["max_size"] == size
    assert options.get("sslmode") == ("require" if "sslmode" in query else None)


def test_database_url_can_turn_the_connection_pool_off() -> None:
    options = load_setting("settings.DATABASES['default']['OPTIONS']", DATABASE_URL="postgresql://u@h/n?pool=0")
    assert "pool" not in options


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (["/venv/bin/uvicorn", "dixit.asgi:application"], "web"),
        (["/venv/lib/uvicorn/__main__.py", "dixit.asgi:application"], "web"),
        (["/venv/bin/celery", "-A", "dixit", "worker", "--pool", "threads"], "worker"),
        (["/venv/lib/celery/__main__.py", "-A", "dixit", "beat"], "beat"),
        (["manage.py", "migrate"], "migrate"),
        (["manage.py"], "manage"),
        (["-c"], "-c"),
        ([], "python"),
    ],
)
def test_a_process_is_named_by_what_it_runs(arguments: list[str], kind: str) -> None:
    assert process_kind(arguments) == kind


def test_services_wait_less_than_commands_and_what_the_url_says_wins() -> None:
    web = postgres_config({}, "web", 5)["OPTIONS"]
    assert web["application_name"] == "dixit web"
    assert web["options"] == (
        "-c lock_timeout=1000 -c statement_timeout=10000 -c idle_in_transaction_session_timeout=15000"
    )
    # Less than the five seconds that a socket may take to authenticate.
    assert web["pool"]["timeout"] < AUTH_TIMEOUT_SECONDS
    assert "statement_timeout=0" in postgres_config({}, "migrate", 5)["OPTIONS"]["options"]
    given = {"OPTIONS": {"options": "-c lock_timeout=7", "application_name": "blue"}}
    options = postgres_config(given, "web", 5)["OPTIONS"]
    assert options["options"].endswith(" -c lock_timeout=7")
    assert options["application_name"] == "blue"


def test_without_prepared_statements_nothing_is_sent_that_a_pooler_refuses() -> None:
    config = postgres_config({}, "web", 0)
    assert config["OPTIONS"]["prepare_threshold"] is None
    assert "options" not in config["OPTIONS"]
    assert config["DISABLE_SERVER_SIDE_CURSORS"]


@pytest.mark.parametrize(("kind", "seconds"), [("web", 5), ("migrate", 20)])
def test_the_wait_for_the_write_lock_of_sqlite_is_bounded(kind: str, seconds: int) -> None:
    assert sqlite_config({}, PROJECT_ROOT, kind)["OPTIONS"]["timeout"] == seconds


def test_sqlite_overwrites_what_is_erased_whatever_its_build_does_by_default(tmp_path: Path) -> None:
    config = sqlite_config({}, tmp_path, "web")
    with closing(sqlite3.connect(tmp_path / "x.sqlite3")) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.executescript(config["OPTIONS"]["init_command"])
        assert connection.execute("PRAGMA secure_delete").fetchall() == [(1,)]


def test_earlier_secret_keys_still_decrypt_seeds() -> None:
    keys = load_setting("settings.SEED_KEYS", SECRET_KEY="new", SECRET_KEY_FALLBACKS="old,older", SEED_KEYS="")
    assert keys == ["new", "old", "older"]


@pytest.mark.django_db
def test_a_removed_variable_that_is_set_is_named_with_its_replacement(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check_removed_variables(None) == []
    monkeypatch.setenv("SPECTATORS", "50")
    monkeypatch.setenv("DATABASE_POOL", "4")
    warnings = check_removed_variables(None)
    assert {warning.id for warning in warnings} == {"games.W001"}
    call_command("check")
    printed = capsys.readouterr().err
    assert "SPECTATORS has no effect any more.\n\tHINT: RATE_LIMITS multiplies all limits." in printed
    assert "DATABASE_POOL has no effect any more.\n\tHINT: Append ?pool=N to DATABASE_URL." in printed


def test_no_removed_variable_is_read() -> None:
    settings = (PROJECT_ROOT / "dixit/settings.py").read_text()
    assert [name for name in REPLACEMENT_BY_REMOVED_VARIABLE if f'"{name}"' in settings] == []
