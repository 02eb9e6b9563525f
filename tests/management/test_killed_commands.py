"""Key rotation and backup survive a `kill -9` at each of their lines."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from games.management import programs
from tests.services.deployment import Deployment
from tests.services.postgres import PostgreSQL


@pytest.fixture(scope="module", params=["postgresql", "sqlite"])
def deployment(request: pytest.FixtureRequest, postgres: PostgreSQL) -> Iterator[Deployment]:
    """A deployment with one match, and without servers."""
    url = postgres.create_database("killed_commands") if request.param == "postgresql" else None
    running = Deployment(url, "", servers=0).start()
    running.run_management_command("simulate", "--ruleset", "classic", "--players", "3", "--seed", "kills")
    yield running
    running.stop()


def count_kills(deployment: Deployment, command: str, step: int) -> int:
    """Return how often the command was killed, each time without a loss."""
    completed = subprocess.run(
        [sys.executable, "-m", "tests.management.killed_command", command, str(step)],
        cwd=programs.PROJECT_ROOT,
        env=programs.merge_into_environ(deployment.environment),
        check=False,
        capture_output=True,
        text=True,
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    return int(completed.stdout)


@pytest.mark.nightly
def test_a_rotation_killed_at_any_line_loses_no_key(deployment: Deployment) -> None:
    assert count_kills(deployment, "rotation", 1) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("deployment", ["postgresql"], indirect=True)
def test_a_rotation_killed_at_some_lines_loses_no_key(deployment: Deployment) -> None:
    assert count_kills(deployment, "rotation", 4) >= 15


@pytest.mark.slow
@pytest.mark.parametrize("deployment", ["sqlite"], indirect=True)
def test_a_backup_killed_at_any_line_leaves_a_complete_backup(deployment: Deployment) -> None:
    assert count_kills(deployment, "backup", 2) >= 15
