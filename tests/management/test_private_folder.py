"""Only the user of the service can open the data folder, whichever command made it, and whatever the umask was."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from games.management.programs import PROJECT_ROOT
from games.private_folder import close_to_others
from tests.management.serve_process import TEST_ENVIRONMENT_VARIABLES

OPEN_UMASK = 0o022


def run_manage(data: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in TEST_ENVIRONMENT_VARIABLES}
    return subprocess.run(
        [sys.executable, str(PROJECT_ROOT / "manage.py"), *command],
        env={**environment, "DIXIT_DATA": str(data)},
        umask=OPEN_UMASK,
        capture_output=True,
        text=True,
        check=True,
    )


def open_paths(folder: Path) -> list[str]:
    """Return what other users could open, with its mode."""
    return [
        f"{path} {stat.S_IMODE(path.stat().st_mode):o}"
        for path in (folder, *folder.rglob("*"))
        if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    ]


def make_open_folder(folder: Path) -> Path:
    """Return a data folder as release 0.2.0 left it."""
    (folder / "logs").mkdir(parents=True)
    for name in ("secret_key", "dixit.sqlite3", "logs/web.log"):
        (folder / name).write_text("x")
        (folder / name).chmod(0o644)
    for path in (folder, folder / "logs"):
        path.chmod(0o755)
    return folder


@pytest.mark.slow
def test_commands_create_files_for_their_user_only(tmp_path: Path):
    data, backups = tmp_path / "data", tmp_path / "backups"
    backups.mkdir(mode=0o700)
    run_manage(data, "migrate", "--verbosity", "0")
    run_manage(data, "backup", str(backups))
    assert {path.name for path in data.iterdir()} >= {"dixit.sqlite3", "secret_key", "receipt_key"}
    assert open_paths(data) + open_paths(backups) == []


@pytest.mark.slow
def test_a_folder_of_an_earlier_release_is_closed_with_a_line_in_the_log(tmp_path: Path):
    data = make_open_folder(tmp_path / "data")
    (data / "dixit.sqlite3").unlink()
    first, second = (run_manage(data, "check") for _ in range(2))
    assert open_paths(data) == []
    assert f"Other users could open {data} (mode 755). It is closed to them now." in first.stderr
    assert "Other users" not in second.stderr


@pytest.mark.parametrize("case", ["sticky", "another folder", "missing"])
def test_folders_that_are_no_data_folders_stay_as_they_are(tmp_path: Path, case: str):
    folder = tmp_path / "folder"
    if case != "missing":
        make_open_folder(folder)
    if case == "sticky":
        folder.chmod(0o1777)
    if case == "another folder":
        for name in ("secret_key", "dixit.sqlite3"):
            (folder / name).unlink()
    before = open_paths(folder) if folder.exists() else []
    close_to_others(folder)
    assert (open_paths(folder) if folder.exists() else []) == before


def test_what_a_link_leads_to_stays_as_it_is(tmp_path: Path):
    target = tmp_path / "elsewhere"
    target.write_text("x")
    target.chmod(0o644)
    data = make_open_folder(tmp_path / "data")
    (data / "link").symlink_to(target)
    close_to_others(data)
    assert stat.S_IMODE(target.stat().st_mode) == 0o644
