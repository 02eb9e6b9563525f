"""PostgreSQL: room for updates within a page of the heads, and plans that keep up with a growing log."""

from typing import Any

from django.db import migrations

OPTIONS_BY_TABLE = {
    "eventlog_head": "fillfactor = 70, autovacuum_analyze_scale_factor = 0.02",
    "eventlog_event": "autovacuum_analyze_scale_factor = 0.02",
    "eventlog_opening": "autovacuum_analyze_scale_factor = 0.02",
    "eventlog_command": "autovacuum_analyze_scale_factor = 0.02",
}


def set_options(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table, options in OPTIONS_BY_TABLE.items():
            schema_editor.execute(f"ALTER TABLE {table} SET ({options})")


def reset_options(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table in OPTIONS_BY_TABLE:
            schema_editor.execute(f"ALTER TABLE {table} RESET (fillfactor, autovacuum_analyze_scale_factor)")


class Migration(migrations.Migration):
    dependencies = [("eventlog", "0007_empty_idempotency_keys")]
    operations = [migrations.RunPython(set_options, reset_options)]
