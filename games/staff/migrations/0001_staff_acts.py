"""The audit log of staff actions, which triggers make append-only."""

from typing import Any

from django.db import migrations, models


POSTGRESQL = (
    "CREATE TRIGGER act_stays BEFORE UPDATE OR DELETE ON staff_staffact FOR EACH ROW EXECUTE FUNCTION eventlog_refuse()",
    "CREATE TRIGGER acts_stay BEFORE TRUNCATE ON staff_staffact FOR EACH STATEMENT EXECUTE FUNCTION eventlog_refuse()",
    "ALTER TABLE staff_staffact ENABLE ALWAYS TRIGGER act_stays",
    "ALTER TABLE staff_staffact ENABLE ALWAYS TRIGGER acts_stay",
)
# SQLite fires no DELETE trigger for the row that INSERT OR REPLACE replaces, so the first trigger refuses that.
SQLITE = (
    """
    CREATE TRIGGER act_follows BEFORE INSERT ON staff_staffact
    WHEN EXISTS (SELECT 1 FROM staff_staffact WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'the book is append-only'); END
    """,
    """
    CREATE TRIGGER act_stays BEFORE UPDATE ON staff_staffact
    BEGIN SELECT RAISE(ABORT, 'the book is append-only: UPDATE is refused'); END
    """,
    """
    CREATE TRIGGER act_kept BEFORE DELETE ON staff_staffact
    BEGIN SELECT RAISE(ABORT, 'the book is append-only: DELETE is refused'); END
    """,
)


def guard(apps: Any, schema_editor: Any) -> None:
    for statement in {"postgresql": POSTGRESQL, "sqlite": SQLITE}[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0002_accounts_with_passwords"),
        ("eventlog", "0002_append_only"),  # creates eventlog_refuse()
        ("projections", "0005_start"),
    ]

    operations = [
        migrations.CreateModel(
            name="StaffAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("by", models.CharField(db_index=True, max_length=40)),
                (
                    "act",
                    models.CharField(
                        choices=[
                            ("end_phase", "ended a phase"),
                            ("end_match", "ended a match"),
                            ("ban", "banned"),
                            ("unban", "lifted a ban"),
                            ("revoke_token", "revoked a token"),
                        ],
                        max_length=20,
                    ),
                ),
                ("about", models.CharField(db_index=True, max_length=40)),
                ("detail", models.CharField(blank=True, max_length=80)),
                ("reason", models.CharField(max_length=500)),
            ],
            options={
                "verbose_name": "staff action",
                "verbose_name_plural": "staff actions",
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[],
            options={
                "verbose_name_plural": "matches",
                "permissions": [("act_on_match", "May end phases and matches")],
                "proxy": True,
                "default_permissions": ("view",),
                "indexes": [],
                "constraints": [],
            },
            bases=("projections.matchrow",),
        ),
        migrations.CreateModel(
            name="Person",
            fields=[],
            options={
                "verbose_name_plural": "people",
                "permissions": [("act_on_person", "May ban people and revoke their tokens")],
                "proxy": True,
                "default_permissions": ("view",),
                "indexes": [],
                "constraints": [],
            },
            bases=("accounts.user",),
        ),
        # Going back drops the table, and its triggers with it.
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
