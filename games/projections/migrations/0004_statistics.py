from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("projections", "0003_draws"),
    ]

    operations = [
        # Nothing read the old rows. The new ones follow from the log: `rebuild_projections` writes them.
        migrations.DeleteModel("ResultRow"),
        migrations.CreateModel(
            name="ResultRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "match_id", "seat", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("match_id", models.CharField(max_length=40)),
                ("seat", models.PositiveSmallIntegerField()),
                ("player_id", models.CharField(max_length=40, null=True)),
                ("score", models.PositiveIntegerField()),
                ("won", models.BooleanField()),
                ("ended_at", models.DateTimeField()),
                ("status", models.CharField(max_length=10)),
                ("ruleset", models.CharField(max_length=40)),
                ("visibility", models.CharField(max_length=10)),
                ("alone", models.BooleanField()),
                ("resigned", models.BooleanField()),
                ("place", models.PositiveSmallIntegerField()),
                ("points", models.PositiveIntegerField()),
                ("told", models.PositiveIntegerField()),
                ("well_told", models.PositiveIntegerField()),
                ("found_by_all", models.PositiveIntegerField()),
                ("found_by_none", models.PositiveIntegerField()),
                ("guessed", models.PositiveIntegerField()),
                ("found", models.PositiveIntegerField()),
                ("gave", models.PositiveIntegerField()),
                ("fooled", models.PositiveIntegerField()),
            ],
            options={
                "indexes": [models.Index(fields=["player_id", "ended_at"], name="projections_player__ac2d12_idx")],
            },
        ),
        migrations.CreateModel(
            name="CardRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "match_id", "card", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("match_id", models.CharField(max_length=40)),
                ("card", models.CharField(max_length=60)),
                ("told", models.PositiveIntegerField()),
                ("well_told", models.PositiveIntegerField()),
                ("found", models.PositiveIntegerField()),
                ("submitted", models.PositiveIntegerField()),
                ("votes", models.PositiveIntegerField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["card", "told", "well_told", "found", "submitted", "votes"],
                        name="projections_card_8d65be_idx",
                    )
                ],
            },
        ),
    ]
