"""The seats that are reserved in the lobbies of rematches; there were none before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("projections", "0007_participants"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReservationRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "match_id", "seat", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("match_id", models.CharField(max_length=40)),
                ("seat", models.PositiveSmallIntegerField()),
                ("player_id", models.CharField(max_length=40)),
                ("until", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["player_id", "until"], name="projections_player__d200a4_idx")],
            },
        ),
    ]
