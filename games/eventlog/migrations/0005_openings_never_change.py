"""Leave it to the events when a sealed part opens: an opening never changes any more, except that it can be erased.

Of `read_from` only one thing does not follow from the events' types: whether the hand lay face down.
"""

from importlib import import_module
from typing import Any

from django.db import migrations, models
from django.db.migrations.exceptions import IrreversibleError

FILL_FACE_DOWN = """
    UPDATE eventlog_opening SET face_down = true
    WHERE reader IS NOT NULL AND (read_from IS NULL OR read_from <> version)
"""
DROP_COLUMNS = (
    "ALTER TABLE eventlog_opening DROP COLUMN read_from",
    "ALTER TABLE eventlog_opening DROP COLUMN open_from",
)
POSTGRESQL = (
    "ALTER TABLE eventlog_opening ADD COLUMN face_down boolean NOT NULL DEFAULT false",
    FILL_FACE_DOWN,
    """
    CREATE OR REPLACE FUNCTION eventlog_opening_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF (NEW.match_id, NEW.version, NEW.part, NEW.face_down, NEW.opens)
                IS DISTINCT FROM (OLD.match_id, OLD.version, OLD.part, OLD.face_down, OLD.opens)
            OR NEW.reader IS DISTINCT FROM OLD.reader
            OR NOT (NEW.salt IS NULL AND NEW.value IS NULL AND OLD.opens = 'now') THEN
            RAISE EXCEPTION 'the log is append-only: an opening can only be erased' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    *DROP_COLUMNS,
)
SQLITE = (
    "DROP TRIGGER opening_follows",
    """
    CREATE TRIGGER opening_follows BEFORE INSERT ON eventlog_opening
    WHEN EXISTS (SELECT 1 FROM eventlog_opening
        WHERE match_id = NEW.match_id AND version = NEW.version AND part = NEW.part)
    BEGIN
        SELECT RAISE(ABORT, 'the log is append-only: this part has its opening');
    END
    """,
    "DROP TRIGGER opening_stays",
    "ALTER TABLE eventlog_opening ADD COLUMN face_down bool NOT NULL DEFAULT false",
    FILL_FACE_DOWN,
    *DROP_COLUMNS,
    """
    CREATE TRIGGER opening_stays BEFORE UPDATE ON eventlog_opening
    WHEN NEW.match_id IS NOT OLD.match_id OR NEW.version IS NOT OLD.version OR NEW.part IS NOT OLD.part
        OR NEW.face_down IS NOT OLD.face_down OR NEW.opens IS NOT OLD.opens OR NEW.reader IS NOT OLD.reader
        OR NOT (NEW.salt IS NULL AND NEW.value IS NULL AND OLD.opens = 'now')
    BEGIN
        SELECT RAISE(ABORT, 'the log is append-only: an opening can only be erased');
    END
    """,
)


def change_openings(apps: Any, schema_editor: Any) -> None:
    statements = {"postgresql": POSTGRESQL, "sqlite": SQLITE}[schema_editor.connection.vendor]
    for statement in statements:
        schema_editor.execute(statement, params=None)


ADD_COLUMNS = (
    "ALTER TABLE eventlog_opening DROP COLUMN face_down",
    "ALTER TABLE eventlog_opening ADD COLUMN read_from integer NULL",
    "ALTER TABLE eventlog_opening ADD COLUMN open_from integer NULL",
)


def change_back(apps: Any, schema_editor: Any) -> None:
    """Restore the columns and triggers of migrations 0002 and 0003, while there is no opening."""
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT 1 FROM eventlog_opening)")
        if cursor.fetchone()[0]:
            raise IrreversibleError("0005 dropped columns of openings: restore a backup that was made before it.")
    first, second = (
        import_module(f"games.eventlog.migrations.{name}") for name in ("0002_append_only", "0003_read_from")
    )
    statements: tuple[str, ...] = (*ADD_COLUMNS, second.POSTGRESQL[1])
    if connection.vendor == "sqlite":
        follows = next(statement for statement in first.SQLITE if "TRIGGER opening_follows" in statement)
        triggers = ("DROP TRIGGER opening_follows", "DROP TRIGGER opening_stays")
        statements = (*triggers, *ADD_COLUMNS, follows, second.SQLITE[2])
    for statement in statements:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("eventlog", "0004_erased")]
    operations = [
        # Not Django's own operations: on SQLite they would make the table anew, and lose its triggers.
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(change_openings, change_back)],
            state_operations=[
                migrations.AddField("opening", "face_down", models.BooleanField(db_default=False)),
                migrations.RemoveField("opening", "read_from"),
                migrations.RemoveField("opening", "open_from"),
            ],
        ),
    ]
