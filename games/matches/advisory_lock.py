"""One at a time: who does the same thing at the same moment waits until the other one's transaction has ended."""

from django.db import connection

from games.eventlog.batched_sql import execute


def acquire_advisory_lock(lock_name: str) -> None:
    """Wait until no other transaction is at it. On SQLite a transaction that writes is alone in any case."""
    if connection.vendor == "postgresql":
        execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", lock_name)
