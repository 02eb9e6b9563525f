"""Migrations can be taken back where that loses nothing, and applied again."""

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


@pytest.fixture(params=["postgresql", "sqlite"])
def deployment(request: pytest.FixtureRequest, postgres: PostgreSQL) -> Iterator[Deployment]:
    """A deployment with tables, and without servers."""
    url = postgres.create_database("backwards") if request.param == "postgresql" else None
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


def test_all_migrations_go_back_to_nothing_while_there_is_no_match_and_forwards_again(deployment: Deployment) -> None:
    back = [("migrate", app, "zero", "-v0") for app in APPS_FROM_THE_TOP]
    output = run_commands(deployment, *back, ("migrate", "-v0"), ("makemigrations", "--check", "--dry-run"))
    assert output == "No changes detected\n"
    deployment.run_management_command("simulate", "--ruleset", "classic", "--players", "3", "--seed", "backwards")
    assert "verified 1 match, 0 failed" in deployment.run_management_command("verify_match", "--all")


def test_with_matches_they_go_back_to_the_previous_release_and_no_further(deployment: Deployment) -> None:
    deployment.run_management_command("simulate", "--ruleset", "classic", "--players", "3", "--seed", "backwards")
    back = [("migrate", app, LAST_MIGRATION_BY_APP[app], "-v0") for app in APPS_FROM_THE_TOP]
    output = run_commands(deployment, *back, ("migrate", "-v0"), ("verify_match", "--all"))
    assert output == "verified 1 match, 0 failed\n"
    assert "restore a backup" in run_commands(deployment, ("migrate", "eventlog", "0004", "-v0"))
