"""`manage.py backup FOLDER`: one more copy of the database, while the house goes on."""

import os
import sqlite3
import subprocess
from argparse import ArgumentParser
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from psycopg.pq import Conninfo


class Command(BaseCommand):
    """Of PostgreSQL a dump for `pg_restore`, of SQLite a file like its own; a copy that was cut short has no name."""

    help = "Copy the database into a folder, while the house goes on, and delete all but the newest copies there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the copies are kept; it must be there")
        parser.add_argument("--keep", type=int, default=14, metavar="N", help="how many copies to keep (default: 14)")
        parser.add_argument("--data", metavar="DIR", help="the data folder (or DIXIT_DATA)")

    def handle(self, *_arguments: Any, folder: Path, keep: int, **_options: Any) -> None:
        if keep < 1:
            raise CommandError(f"--keep {keep}: at least the new copy is kept")
        if not folder.is_dir():
            raise CommandError(f"there is no folder {folder}")
        write_copy, extension = (_dump, "dump") if connection.vendor == "postgresql" else (_copy, "sqlite3")
        now = datetime.now(UTC)
        target, temporary = folder / f"dixit-{now:%Y%m%dT%H%M%SZ}.{extension}", folder / f".dixit-{os.getpid()}"
        try:
            # It holds everybody's cards.
            temporary.touch(mode=0o600)
            write_copy(temporary)
            temporary.rename(target)
            for old in sorted(folder.glob(f"dixit-*.{extension}"))[:-keep]:
                old.unlink()
        except (OSError, sqlite3.Error) as error:
            raise CommandError(f"{folder}: {error}") from None
        finally:
            with suppress(OSError):
                temporary.unlink()
        self.stdout.write(f"{target}: {target.stat().st_size:,} bytes")


def _dump(file: Path) -> None:
    """In the environment the password is for nobody else to see; among the arguments it would be for all."""
    parameters = connection.get_connection_params()
    environment_names = {each.keyword.decode(): each.envvar.decode() for each in Conninfo.get_defaults() if each.envvar}
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
        raise CommandError("there is no pg_dump here: it comes with PostgreSQL's client programs") from None
    if completed.returncode:
        raise CommandError(f"pg_dump: {completed.stderr.strip()}")


def _copy(file: Path) -> None:
    database_file = Path(connection.settings_dict["NAME"])
    if not database_file.exists():
        raise CommandError(f"there is no database {database_file}")
    with closing(sqlite3.connect(database_file)) as source, closing(sqlite3.connect(file)) as target:
        source.backup(target)
