"""How the settings are derived from the environment."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.core.management import call_command

from games.checks import REPLACEMENT_BY_REMOVED_VARIABLE, check_removed_variables
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
