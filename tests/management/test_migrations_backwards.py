"""Migrations can be taken back where that loses nothing, and applied again."""

import secrets
import subprocess
import sys
from collections.abc import Iterator

import pytest

from games.management import programs
from tests.architecture.test_migrations import LAST_MIGRATION_BY_APP
from tests.services.deployment import Deployment
from tests.services.postgres import PostgreSQL

pytestmark = pytest.mark.slow

APPS_FROM_THE_TOP = ("staff", "records", "receipts", "table", "projections", "eventlog", "accounts")


@pytest.fixture(params=["postgresql", pytest.param("sqlite", marks=pytest.mark.nightly)])
def deployment(request: pytest.FixtureRequest, postgres: PostgreSQL) -> Iterator[Deployment]:
    """A deployment with tables, and without servers."""
    url = postgres.create_database(f"backwards_{secrets.token_hex(4)}") if request.param == "postgresql" else None
    running = Deployment(url, "", servers=0).start()
    yield running
    running.stop()


def run_commands(deployment: Deployment, *commands: tuple[str, ...]) -> str:
    """Run commands of `manage.py` in one process, and return their output or that of the first failure."""
    script = (
        "import django; django.setup()\nfrom django.core.management import call_command\n"
        f"for command in {commands!r}: call_command(*command)"
    )
    completed = subprocess.run(
        [sys.executable, "-c", script],
        cwd=programs.PROJECT_ROOT,
        env={**programs.merge_into_environ(deployment.environment), "DJANGO_SETTINGS_MODULE": "dixit.settings"},
        check=False,
        capture_output=True,
        text=True,
    )
    return completed.stdout + completed.stderr


def test_migrations_go_back_and_forwards_again(deployment: Deployment) -> None:
    to_zero = [("migrate", app, "zero", "-v0") for app in APPS_FROM_THE_TOP]
    to_previous_release = [("migrate", app, LAST_MIGRATION_BY_APP[app], "-v0") for app in APPS_FROM_THE_TOP]
    forwards = ("migrate", "-v0")
    output = run_commands(
        deployment,
        *(*to_zero, forwards, ("makemigrations", "--check", "--dry-run")),
        ("simulate", "--ruleset", "classic", "--players", "3", "--seed", "backwards", "--json"),
        *(*to_previous_release, forwards, ("verify_match", "--all")),
        # With matches it loses something: which openings were open.
        ("migrate", "eventlog", "0004", "-v0"),
    )
    assert output.startswith("No changes detected\n{"), output
    assert "\nverified 1 match, 0 failed\n" in output
    assert output.endswith("restore a backup that was made before it.\n")
