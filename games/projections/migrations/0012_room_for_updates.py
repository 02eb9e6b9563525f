"""PostgreSQL: room for updates within a page of the projections whose rows are updated."""

from typing import Any

from django.db import migrations

UPDATED_TABLES = (
    "projections_matchrow",
    "projections_seatrow",
    "projections_participantrow",
    "projections_handrow",
    "projections_tableaurow",
    "projections_deadlinerow",
    "projections_turnrow",
    "projections_counter",
)


def set_options(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table in UPDATED_TABLES:
            schema_editor.execute(f"ALTER TABLE {table} SET (fillfactor = 70)")


def reset_options(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table in UPDATED_TABLES:
            schema_editor.execute(f"ALTER TABLE {table} RESET (fillfactor)")


class Migration(migrations.Migration):
    dependencies = [("projections", "0011_player_counters")]
    operations = [migrations.RunPython(set_options, reset_options)]
