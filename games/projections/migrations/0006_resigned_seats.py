"""Mark the seats whose players have resigned, so that they don't count for the quota of seats."""

from typing import Any

from django.db import migrations, models

SEAT_OF_EVENT = {
    "postgresql": "CAST(CAST(event.body AS jsonb) -> 'data' ->> 'seat' AS integer)",
    "sqlite": "json_extract(event.body, '$.data.seat')",
}
MARK_RESIGNED_SEATS = """
    UPDATE projections_seatrow SET resigned = true WHERE EXISTS (
        SELECT 1 FROM eventlog_event AS event
        WHERE event.match_id = projections_seatrow.match_id AND event.type = 'seat_resigned'
            AND {seat} = projections_seatrow.seat
    )
"""


def mark_resigned_seats(apps: Any, schema_editor: Any) -> None:
    schema_editor.execute(MARK_RESIGNED_SEATS.format(seat=SEAT_OF_EVENT[schema_editor.connection.vendor]))


class Migration(migrations.Migration):
    dependencies = [
        ("projections", "0005_start"),
        ("eventlog", "0001_initial"),
    ]

    operations = [
        # The database has the default, too: processes of the previous release insert rows without this column.
        migrations.AddField(
            model_name="seatrow",
            name="resigned",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(mark_resigned_seats, migrations.RunPython.noop),
    ]
