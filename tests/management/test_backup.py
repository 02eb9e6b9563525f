"""`manage.py backup` makes a copy that can be restored, and retains as many copies as requested."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import backup
from tests.services.deployment import Deployment
from tests.services.postgres import PostgreSQL


@pytest.fixture(params=["postgresql", "sqlite"])
def deployment(
    request: pytest.FixtureRequest, postgres: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Deployment]:
    """A deployment with tables and a match, and without servers."""
    monkeypatch.setenv("PATH", str(postgres.bin_folder), prepend=":")
    url = postgres.create_database("to_back_up") if request.param == "postgresql" else None
    running = Deployment(url, "", servers=0).start()
    running.run_management_command("simulate", "--ruleset", "classic", "--players", "3", "--seed", "backup")
    yield running
    running.stop()


def restore_backup(deployment: Deployment, backup_file: Path, postgres: PostgreSQL) -> Deployment:
    """Return a deployment that has only the copy."""
    if backup_file.suffix == ".sqlite3":
        target = Deployment(None, "", servers=0)
        backup_file.rename(target.folder / "database.sqlite3")
        return target
    target = Deployment(postgres.create_database("from_backup"), "", servers=0)
    restore = [
        "pg_restore",
        "--no-owner",
        "--no-privileges",
        "--dbname",
        target.environment["DATABASE_URL"],
        str(backup_file),
    ]
    subprocess.run([str(postgres.bin_folder / restore[0]), *restore[1:]], check=True)
    return target


def test_a_backup_can_be_restored_and_verified(deployment: Deployment, postgres: PostgreSQL, tmp_path: Path):
    suffix = "dump" if deployment.environment["DATABASE_URL"].startswith("postgresql") else "sqlite3"
    for day in range(1, 4):
        (tmp_path / f"dixit-2026010{day}T041700Z.{suffix}").touch()
    output = deployment.run_management_command("backup", str(tmp_path), "--keep", "2")
    old, new = sorted(tmp_path.iterdir())
    assert old.name.startswith("dixit-20260103")
    assert str(new) in output
    assert new.stat().st_mode & 0o777 == 0o600
    restored_deployment = restore_backup(deployment, new, postgres)
    assert "verified 1 match, 0 failed" in restored_deployment.run_management_command("verify_match", "--all")
    restored_deployment.stop()


@pytest.mark.django_db
def test_a_failed_backup_leaves_no_file_and_deletes_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    old = tmp_path / "dixit-20260101T041700Z.dump"
    old.touch()

    def fail_after_half(file: Path) -> None:
        file.write_text("half")
        raise OSError("the disk is full")

    for name in ("_dump", "_copy"):
        monkeypatch.setattr(backup, name, fail_after_half)
    with pytest.raises(CommandError, match="the disk is full"):
        call_command("backup", str(tmp_path), keep=1)
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.parametrize(("folder", "keep", "why"), [("nowhere", 1, "there is no folder"), (".", 0, "--keep 0")])
def test_invalid_arguments_are_refused(folder: str, keep: int, why: str, tmp_path: Path):
    with pytest.raises(CommandError, match=why):
        call_command("backup", str(tmp_path / folder), keep=keep)
