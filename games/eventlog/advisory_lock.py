"""Transaction-scoped locks on a name, for checks that no row lock covers."""

from django.db import connection

from games.eventlog.batched_sql import execute


def acquire_advisory_lock(lock_name: str) -> None:
    """Hold the lock of this name until the current transaction ends; wait while another transaction holds it.

    Does nothing on SQLite: its transactions begin IMMEDIATE there, so only one can be open for writing anyway.
    """
    if connection.vendor == "postgresql":
        execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", lock_name)
