"""`manage.py backup`: a copy that can be restored, and as many of them as were asked for."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import backup
from tests.services.house import House
from tests.services.postgres import PostgreSQL


@pytest.fixture(params=["postgresql", "sqlite"])
def house(request: pytest.FixtureRequest, postgres: PostgreSQL, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house with tables and a match, and no servers."""
    monkeypatch.setenv("PATH", str(postgres.programs), prepend=":")
    url = postgres.create_database("to_back_up") if request.param == "postgresql" else None
    house = House(url, "", servers=0).start()
    house.manage("simulate", "--ruleset", "classic", "--players", "3", "--seed", "backup")
    yield house
    house.stop()


def restored(house: House, copy: Path, postgres: PostgreSQL) -> House:
    """A house that has only the copy."""
    if copy.suffix == ".sqlite3":
        again = House(None, "", servers=0)
        copy.rename(again.folder / "house.sqlite3")
        return again
    again = House(postgres.create_database("from_backup"), "", servers=0)
    restore = ["pg_restore", "--no-owner", "--no-privileges", "--dbname", again.environment["DATABASE_URL"], str(copy)]
    subprocess.run([str(postgres.programs / restore[0]), *restore[1:]], check=True)
    return again


def test_a_copy_is_restored_and_verified(house: House, postgres: PostgreSQL, tmp_path: Path):
    ending = "dump" if house.environment["DATABASE_URL"].startswith("postgresql") else "sqlite3"
    for day in range(1, 4):
        (tmp_path / f"dixit-2026010{day}T041700Z.{ending}").touch()
    told = house.manage("backup", str(tmp_path), "--keep", "2")
    old, copy = sorted(tmp_path.iterdir())
    assert old.name.startswith("dixit-20260103")
    assert str(copy) in told
    assert copy.stat().st_mode & 0o777 == 0o600
    again = restored(house, copy, postgres)
    assert "verified 1 matches, 0 are not right" in again.manage("verify_match", "--all")
    again.stop()


@pytest.mark.django_db
def test_a_copy_that_fails_leaves_nothing_and_deletes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    old = tmp_path / "dixit-20260101T041700Z.dump"
    old.touch()

    def broken(file: Path) -> None:
        file.write_text("half")
        raise OSError("the disk is full")

    for name in ("_dump", "_copy"):
        monkeypatch.setattr(backup, name, broken)
    with pytest.raises(CommandError, match="the disk is full"):
        call_command("backup", str(tmp_path), keep=1)
    assert list(tmp_path.iterdir()) == [old]


@pytest.mark.parametrize(("folder", "keep", "why"), [("nowhere", 1, "there is no folder"), (".", 0, "--keep 0")])
def test_what_can_not_be_is_refused(folder: str, keep: int, why: str, tmp_path: Path):
    with pytest.raises(CommandError, match=why):
        call_command("backup", str(tmp_path / folder), keep=keep)
