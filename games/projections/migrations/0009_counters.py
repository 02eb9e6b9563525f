"""Add counters with the sums over the rows that are there, and an index for the lobby of one rule set.

Processes of the previous release that still run don't count; after them `rebuild_projections` sets the counters right.
"""

from django.db import migrations, models

CARD_SUMS = [
    f"""
    INSERT INTO projections_counter (name, value)
    SELECT 'card/' || card || '/{column}', SUM({column}) FROM projections_cardrow GROUP BY card
    """
    for column in ("told", "well_told", "found", "submitted", "votes")
]
OTHER_SUMS = """
    INSERT INTO projections_counter (name, value)
    SELECT 'draws/with_entropy', COUNT(*) FROM projections_drawrow WHERE entropies > 0
    UNION ALL SELECT 'draws/with_voids', COUNT(*) FROM projections_drawrow WHERE voids > 0
    UNION ALL SELECT 'draws/voids', COALESCE(SUM(voids), 0) FROM projections_drawrow
    UNION ALL SELECT 'matches/' || status, COUNT(*) FROM projections_matchrow
        WHERE visibility = 'public' AND status IN ('gathering', 'playing') GROUP BY status
"""


class Migration(migrations.Migration):
    dependencies = [
        ("projections", "0008_reservations"),
    ]

    operations = [
        migrations.CreateModel(
            name="Counter",
            fields=[
                ("name", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("value", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="CounterChange",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=100)),
                ("change", models.BigIntegerField()),
            ],
        ),
        migrations.AddIndex(
            model_name="matchrow",
            index=models.Index(fields=["visibility", "ruleset", "-opened_at"], name="projections_visibil_b63140_idx"),
        ),
        migrations.RunSQL([*CARD_SUMS, OTHER_SUMS], migrations.RunSQL.noop),
    ]
