"""`rebuild_projections` and `backup`, killed at any moment under play: nothing is lost, and a further run is right."""

from pathlib import Path

import pytest

from tests.reliability.crash_deployment import CrashDeployment
from tests.reliability.kill_experiment import start_kill_experiment
from tests.reliability.killed_maintenance import Backup, Rebuild, kill_under_play

pytestmark = [
    pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.nightly)]),
    pytest.mark.parametrize("database", ["postgres", "sqlite"]),
]


@pytest.fixture
def deployment(database: str, request: pytest.FixtureRequest) -> CrashDeployment:
    deployment: CrashDeployment = request.getfixturevalue(f"{database}_deployment")
    return deployment


@pytest.mark.slow
def test_a_killed_rebuild_is_repeated(deployment: CrashDeployment, tmp_path: Path, kills: int) -> None:
    with start_kill_experiment(deployment, tmp_path, seed="rebuild") as experiment:
        experiment.wait_for_acknowledgements(20)
        moments = kill_under_play(experiment, Rebuild(experiment), kills)
    assert len(moments) == kills
    print(f"\n{experiment.summary()}")


@pytest.mark.slow
def test_a_killed_backup_is_repeated(deployment: CrashDeployment, tmp_path: Path, kills: int) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    with start_kill_experiment(deployment, tmp_path, seed="backup") as experiment:
        experiment.wait_for_acknowledgements(20)
        moments = kill_under_play(experiment, Backup(experiment, folder), kills)
    assert len(moments) == kills
    print(f"\n{experiment.summary()}")
