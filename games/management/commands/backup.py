"""`manage.py backup FOLDER`: back up the database while the service runs."""

import os
import sqlite3
import subprocess
import time
from argparse import ArgumentParser
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from psycopg.pq import Conninfo

from games.durable_files import rename_durably, sync_file

ABANDONED_AFTER_SECONDS = 24 * 3600
"""Seconds without a write after which an unfinished backup is taken for the remains of a killed one."""


class Command(BaseCommand):
    """Writes a dump for `pg_restore` from PostgreSQL, or a database file from SQLite.

    A backup gets its final name only when it is complete.
    """

    help = "Back up the database into a folder while the service runs, and delete all but the newest backups there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder for the backups; it must exist")
        parser.add_argument("--keep", type=int, default=14, metavar="N", help="number of backups to keep (default: 14)")
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *_arguments: Any, folder: Path, keep: int, **_options: Any) -> None:
        if keep < 1:
            raise CommandError(f"--keep {keep}: must be at least 1")
        if not folder.is_dir():
            raise CommandError(f"there is no folder {folder}")
        write_copy, extension = (_dump, "dump") if connection.vendor == "postgresql" else (_copy, "sqlite3")
        now = datetime.now(UTC)
        target, temporary = folder / f"dixit-{now:%Y%m%dT%H%M%SZ}.{extension}", folder / f".dixit-{os.getpid()}"
        try:
            # Readable by the owner only, before anything is in it: it contains everyone's cards and the users' data.
            temporary.touch(mode=0o600)
            write_copy(temporary)
            # On disk before it gets its name, and its name on disk before older backups lose theirs: after a power
            # failure there is always a complete one.
            sync_file(temporary)
            rename_durably(temporary, target)
            # Names contain the time in UTC, so their order is that of age.
            for old in sorted(folder.glob(f"dixit-*.{extension}"))[:-keep]:
                old.unlink()
            _delete_remains(folder)
        except (OSError, sqlite3.Error) as error:
            raise CommandError(f"{folder}: {error}") from None
        finally:
            with suppress(OSError):
                temporary.unlink()
        self.stdout.write(f"{target}: {target.stat().st_size:,} bytes")


def _delete_remains(folder: Path) -> None:
    """Delete what backups that were killed have left."""
    now = time.time()
    for draft in folder.glob(".dixit-*"):
        # A backup that is still running writes to its file all the time.
        with suppress(FileNotFoundError):
            if now - draft.stat().st_mtime > ABANDONED_AFTER_SECONDS:
                draft.unlink()


def _dump(file: Path) -> None:
    """Write a dump by `pg_dump`."""
    parameters = connection.get_connection_params()
    # Connection parameters are passed as libpq's environment variables (PGPASSWORD, ...): arguments would show the
    # password to every user of the machine.
    environment_names = {
        option.keyword.decode(): option.envvar.decode() for option in Conninfo.get_defaults() if option.envvar
    }
    credentials = {
        environment_names[keyword]: str(value) for keyword, value in parameters.items() if keyword in environment_names
    }
    command = ["pg_dump", "--no-password", "--format=custom", f"--file={file}"]
    try:
        completed = subprocess.run(
            command,
            env={**os.environ, **credentials},
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
    except FileNotFoundError:
        raise CommandError("pg_dump is not installed; it comes with PostgreSQL's client programs") from None
    if completed.returncode:
        raise CommandError(f"pg_dump: {completed.stderr.strip()}")


def _copy(file: Path) -> None:
    """Copy an SQLite database, including what is still in its write-ahead log."""
    database_file = Path(connection.settings_dict["NAME"])
    if not database_file.exists():
        raise CommandError(f"the database {database_file} does not exist")
    with closing(sqlite3.connect(database_file)) as source, closing(sqlite3.connect(file)) as target:
        source.backup(target)
