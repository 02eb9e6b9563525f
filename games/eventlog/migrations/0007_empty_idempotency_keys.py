"""Empty the idempotency keys of the events that there are, on PostgreSQL: SQLite's are empty by now.

A migration of its own, because it may take long: the triggers' locks are not held meanwhile, so matches go on.
"""

from typing import Any

from django.db import migrations

POSTGRESQL = (
    "SET LOCAL statement_timeout = 0",
    "UPDATE eventlog_event SET command_id = NULL WHERE command_id IS NOT NULL",
)


def empty_keys(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for statement in POSTGRESQL:
            schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("eventlog", "0006_no_idempotency_keys")]
    operations = [migrations.RunPython(empty_keys, migrations.RunPython.noop)]
