"""Commands of `manage.py` that are killed while bots play, and what has to be right after each kill."""

import secrets
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.reliability.acknowledgement_journal import lost_acknowledgements
from tests.reliability.fork_server import KILLED
from tests.reliability.kill_experiment import KillExperiment
from tests.reliability.stored_log import read_logs

MAX_TRIES_PER_KILL = 4
DAMAGE = (
    "UPDATE projections_seatrow SET score = score + 7",
    "DELETE FROM projections_cardrow",
    "DELETE FROM projections_resultrow",
    "UPDATE projections_counter SET value = value + 1",
)


def execute_sql(url: str, statements: Sequence[str]) -> None:
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20)) as database, database:
            for statement in statements:
                database.execute(statement)
        return
    with psycopg.connect(url) as session:
        for statement in statements:
            session.execute(statement.encode())


@dataclass
class Rebuild:
    """`rebuild_projections`, which finds something to repair in every match."""

    experiment: KillExperiment
    command: tuple[str, ...] = ("rebuild_projections", "--json")

    def prepare(self) -> None:
        execute_sql(self.experiment.deployment.url, DAMAGE)

    def check_after_kill(self) -> None:
        """Nothing more than that play goes on: what is damaged is repaired by the next run."""

    def check_after_end(self) -> None:
        """The projections are those of the log, however far the killed run came."""
        self.experiment.deployment.manage("rebuild_projections", "--check")


class Backup:
    """`backup`, and a folder in which there is always a complete one."""

    def __init__(self, experiment: KillExperiment, folder: Path) -> None:
        self.experiment, self.folder, self.deployment = experiment, folder, experiment.deployment
        self.command = ("backup", str(folder), "--keep", "2")
        self.acknowledged_before = self._acknowledgements()

    def _acknowledgements(self) -> list[tuple[str, int, str | None, str]]:
        return self.experiment.journal.read_snapshot()[0]

    def prepare(self) -> None:
        self.acknowledged_before = self._acknowledgements()

    def check_after_kill(self) -> None:
        """Every file with the name of a backup is complete, and there is one."""
        backups = self._backups()
        assert backups, "there is no backup any more"
        for backup in backups:
            if backup.suffix == ".sqlite3":
                with closing(sqlite3.connect(backup)) as database:
                    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            else:
                self._read_dump("--file=/dev/null", str(backup))

    def check_after_end(self) -> None:
        """What was acknowledged before is in the newest backup, whose projections and chains are right."""
        newest = max(self._backups())
        # A copy, because SQLite leaves files beside a database that was open in a process that ends at once.
        database = shutil.copy(newest, self.folder.parent)
        url = f"sqlite:///{database}"
        if newest.suffix == ".dump":
            assert self.deployment.postgres
            database = f"restored_{secrets.token_hex(4)}"
            url = self.deployment.postgres.create_database(database)
            self._read_dump("--no-owner", "--no-privileges", "--dbname", url, str(newest))
        assert list(lost_acknowledgements(self.acknowledged_before, read_logs(url))) == []
        for command in (["rebuild_projections", "--check"], ["verify_match", "--all"]):
            code, output = self.deployment.fork_server.run_task(manage={"database": database, "command": command})
            assert code == 0, output

    def _backups(self) -> list[Path]:
        return [file for file in self.folder.glob("dixit-*") if file.suffix in (".dump", ".sqlite3")]

    def _read_dump(self, *arguments: str) -> None:
        assert self.deployment.postgres
        subprocess.run([str(self.deployment.postgres.bin_folder / "pg_restore"), *arguments], check=True)


def kill_under_play(experiment: KillExperiment, killed: Rebuild | Backup, kills: int) -> list[float]:
    """Kill the command this often at moments spread over its run, each time run it again to its end, and check.

    Return after how many seconds it was killed.
    """
    deployment, moments = experiment.deployment, list[float]()
    seconds = run_to_end(experiment, killed)
    for attempt in range(kills * MAX_TRIES_PER_KILL):
        killed.prepare()
        moment = seconds * ((len(moments) + experiment.rng.random()) / kills)
        task = {"database": deployment.database, "command": killed.command, "kill_after_seconds": moment}
        code, output = deployment.fork_server.run_task(manage=task)
        assert code in (0, KILLED), output
        killed.check_after_kill()
        experiment.wait_for_acknowledgements(2)
        if code == KILLED:
            moments.append(moment)
            experiment.kill_counts[killed.command[0]] += 1
        if code == KILLED or attempt % MAX_TRIES_PER_KILL == 0:
            seconds = run_to_end(experiment, killed)
        if len(moments) == kills:
            break
    assert experiment.find_faults() == [], experiment.summary()
    return moments


def run_to_end(experiment: KillExperiment, killed: Rebuild | Backup) -> float:
    """Run the command to its end, check what it has done, and return how many seconds it took."""
    killed.prepare()
    started_at = time.monotonic()
    experiment.deployment.manage(*killed.command)
    seconds = time.monotonic() - started_at
    killed.check_after_end()
    return seconds
