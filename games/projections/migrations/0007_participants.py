"""Add the people whom a match concerns, from the seats and the ends of matches that are in the database.

Those whom a host has removed before are not in the rows of seats; `rebuild_projections` adds them.
"""

from django.db import migrations, models

ADD_SEATED_PEOPLE = """
    INSERT INTO projections_participantrow (match_id, player_id, seat, ended_at)
    SELECT seat.match_id, seat.player_id, seat.seat, ending.recorded_at
    FROM projections_seatrow AS seat LEFT JOIN eventlog_event AS ending
        ON ending.match_id = seat.match_id AND ending.type = 'match_ended'
    WHERE seat.player_kind <> 'bot' AND seat.player_id IS NOT NULL
"""


class Migration(migrations.Migration):
    dependencies = [
        ("projections", "0006_resigned_seats"),
        ("eventlog", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ParticipantRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "match_id", "player_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("match_id", models.CharField(max_length=40)),
                ("player_id", models.CharField(max_length=40)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [models.Index(fields=["player_id", "ended_at"], name="projections_player__036efd_idx")],
            },
        ),
        migrations.RunSQL(ADD_SEATED_PEOPLE, migrations.RunSQL.noop),
    ]
