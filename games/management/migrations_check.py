"""Ensuring that the database is migrated before a command uses it."""

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor


def ensure_migrated() -> None:
    """Apply pending migrations on SQLite; on PostgreSQL, where the operator decides when to migrate, report them.

    Raises:
        CommandError: PostgreSQL has unapplied migrations, or the database is unavailable.
    """
    try:
        executor = MigrationExecutor(connection)
    except OperationalError as error:
        raise CommandError(f"the database is unavailable, try again later: {str(error).strip()}") from None
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if connection.vendor != "sqlite":
        raise CommandError("the database has unapplied migrations: run manage.py migrate first")
    call_command("migrate", verbosity=0)
