"""Add counters for the statistics of players, with the sums over the rows that are there.

Processes of the previous release that still run don't count; after them `rebuild_projections` sets the counters right.
"""

from django.db import migrations, models

COLUMNS = {
    "matches": "1",
    "finished": "CASE WHEN status = 'over' THEN 1 ELSE 0 END",
    "abandoned": "CASE WHEN status = 'abandoned' THEN 1 ELSE 0 END",
    "resigned": "CASE WHEN resigned THEN 1 ELSE 0 END",
    "won": "CASE WHEN won AND NOT resigned THEN 1 ELSE 0 END",
    **dict.fromkeys(("points", "told", "well_told", "found_by_all", "found_by_none"), ""),
    **dict.fromkeys(("guessed", "found", "gave", "fooled"), ""),
}
SUMS = ", ".join(f"SUM({sql or column}) AS sum_{column}" for column, sql in COLUMNS.items())
PEOPLE = "player_id IS NOT NULL AND substr(player_id, 1, 1) <> 'b'"
SCOPES = {"own": PEOPLE, "public": f"{PEOPLE} AND visibility = 'public' AND status = 'over'"}
PLAYER_SUMS = " UNION ALL ".join(
    f"""
    SELECT 'player/' || player_id || '/{scope}/' || CASE WHEN alone THEN 'alone' ELSE 'in/' || ruleset END AS part,
        CASE WHEN alone THEN NULL ELSE 'player/' || player_id || '/{scope}' END AS ranking,
        {SUMS} FROM projections_resultrow WHERE {condition} GROUP BY 1, 2
    UNION ALL SELECT 'player/' || player_id || '/{scope}/all', NULL, {SUMS}
        FROM projections_resultrow WHERE {condition} AND NOT alone GROUP BY 1
    """
    for scope, condition in SCOPES.items()
)
COUNTERS = " UNION ALL ".join(
    f"SELECT part || '/{column}' AS name, sum_{column} AS value, {'ranking' if column == 'matches' else 'NULL'} AS ranking"
    " FROM player_sums"
    for column in COLUMNS
)
FILL_COUNTERS = f"""
    INSERT INTO projections_counter (name, value, ranking)
    WITH player_sums AS ({PLAYER_SUMS}) SELECT name, value, ranking FROM ({COUNTERS}) AS counted WHERE value <> 0
"""


class Migration(migrations.Migration):
    dependencies = [
        ("projections", "0010_start_by_database"),
    ]

    operations = [
        migrations.AddField(model_name="counter", name="ranking", field=models.CharField(max_length=160, null=True)),
        migrations.AlterField(
            model_name="counter",
            name="name",
            field=models.CharField(max_length=160, primary_key=True, serialize=False),
        ),
        migrations.AlterField(model_name="counterchange", name="name", field=models.CharField(max_length=160)),
        migrations.AddIndex(
            model_name="counter",
            index=models.Index(fields=["ranking", "-value", "name"], name="projections_ranking_ac06d1_idx"),
        ),
        migrations.RunSQL([FILL_COUNTERS], migrations.RunSQL.noop),
    ]
