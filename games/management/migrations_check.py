"""The tables that a command needs: made in an embedded database, asked for in any other."""

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def ensure_migrated() -> None:
    """Migrate an SQLite database quietly; whoever runs PostgreSQL decides when that is migrated."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if connection.vendor != "sqlite":
        raise CommandError("the database lacks tables: run manage.py migrate first")
    call_command("migrate", verbosity=0)
