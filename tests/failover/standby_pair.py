"""A PostgreSQL with an asynchronous standby on the same machine, and the two ways in which its database goes back."""

import os
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg

from tests.services.postgres import PostgreSQL

DATABASE = "played"


class StandbyPair:
    """A primary and its standby, which change places with each failover."""

    def __init__(self) -> None:
        self.primary, self.standby = PostgreSQL(), PostgreSQL()

    @property
    def url(self) -> str:
        """The DATABASE_URL that finds whichever server is the primary."""
        hosts = ",".join(sorted(str(server.folder) for server in (self.primary, self.standby)))
        return f"postgresql:///{DATABASE}?host={hosts}&user=postgres&target_session_attrs=read-write"

    def add_standby(self) -> None:
        """Make the standby a copy of the primary that follows it."""
        shutil.rmtree(self.standby.data, ignore_errors=True)
        account = self.standby.account
        if account.user is not None:
            os.chown(self.standby.folder, account.user, account.user)
        options = ["-h", str(self.primary.folder), "-U", "postgres", "-R", "-X", "stream", "-c", "fast", "--no-sync"]
        program = str(self.standby.bin_folder / "pg_basebackup")
        completed = subprocess.run(
            [*account.prefix, program, "-D", str(self.standby.data), *options],
            env=self.standby.environment,
            cwd=self.standby.folder,
            user=account.user,
            group=account.user,
            extra_groups=None if account.user is None else [],
            check=False,
            capture_output=True,
            text=True,
        )
        assert completed.returncode == 0, completed.stderr
        self.standby.start()

    def cut_replication(self) -> None:
        """Let the standby get what the primary has now, and nothing more."""
        end = self._ask(self.primary, "SELECT pg_current_wal_lsn()::text")
        while not self._ask(self.standby, f"SELECT pg_last_wal_replay_lsn() >= '{end}'"):
            time.sleep(0.02)
        self._ask(self.standby, "ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()")
        while self._ask(self.standby, "SELECT count(*) FROM pg_stat_wal_receiver"):
            time.sleep(0.02)

    def fail_over(self) -> None:
        """Crash the primary and promote the standby."""
        self.primary.kill()
        assert self._ask(self.standby, "SELECT pg_promote(true, 60)")
        self.primary, self.standby = self.standby, self.primary

    def save(self) -> None:
        """Make a backup of the database."""
        self._without_connections(f"CREATE DATABASE saved TEMPLATE {DATABASE}")

    def restore(self) -> None:
        """Put the backup in the place of the database."""
        self._without_connections(f"DROP DATABASE {DATABASE}", f"ALTER DATABASE saved RENAME TO {DATABASE}")

    def restore_dump(self, dump: Path) -> None:
        """Put what `manage.py backup` has written in the place of the database, as docs/how-to/backup.md says."""
        url = self.primary.create_database("saved")
        program = str(self.primary.bin_folder / "pg_restore")
        subprocess.run([program, "--no-owner", "--no-privileges", "--dbname", url, str(dump)], check=True)
        self.restore()

    def heads(self) -> dict[str, tuple[int, str]]:
        """Return version and hash of every match, as the database has them."""
        with psycopg.connect(self.primary.url(DATABASE)) as connection:
            rows = connection.execute("SELECT match_id, version, hash FROM eventlog_head").fetchall()
        return {match_id: (version, digest) for match_id, version, digest in rows}

    def _without_connections(self, *statements: str) -> None:
        self._ask(
            self.primary,
            f"ALTER DATABASE {DATABASE} ALLOW_CONNECTIONS false",
            f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{DATABASE}'",
            *statements,
            f"ALTER DATABASE {DATABASE} ALLOW_CONNECTIONS true",
        )

    def _ask(self, server: PostgreSQL, *statements: str) -> object:
        """Return the first value of the last statement's result; None if it has none."""
        with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
            for statement in statements:
                cursor = connection.execute(statement.encode())
            row = cursor.fetchone() if cursor.description else None
            return row[0] if row else None

    def __enter__(self) -> Self:
        try:
            self.primary.start().create_database(DATABASE)
            self.add_standby()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.primary.remove()
        self.standby.remove()
