"""Add the version from which an opening's reader may read it, for hands that lie face down even to their holder."""

from importlib import import_module
from typing import Any

from django.db import migrations, models

POSTGRESQL = (
    "UPDATE eventlog_opening SET read_from = version WHERE reader IS NOT NULL",
    """
    CREATE OR REPLACE FUNCTION eventlog_opening_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF (NEW.match_id, NEW.version, NEW.part, NEW.opens) IS DISTINCT FROM (OLD.match_id, OLD.version, OLD.part, OLD.opens)
            OR NEW.reader IS DISTINCT FROM OLD.reader
            OR (NEW.read_from IS DISTINCT FROM OLD.read_from AND OLD.read_from IS NOT NULL)
            OR (NEW.open_from IS DISTINCT FROM OLD.open_from AND OLD.open_from IS NOT NULL)
            OR ((NEW.salt, NEW.value) IS DISTINCT FROM (OLD.salt, OLD.value)
                AND NOT (NEW.salt IS NULL AND NEW.value IS NULL AND OLD.opens = 'now')) THEN
            RAISE EXCEPTION 'an opening can only be opened once, or erased' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
)
SQLITE = (
    "UPDATE eventlog_opening SET read_from = version WHERE reader IS NOT NULL",
    "DROP TRIGGER opening_stays",
    """
    CREATE TRIGGER opening_stays BEFORE UPDATE ON eventlog_opening
    WHEN NEW.match_id IS NOT OLD.match_id OR NEW.version IS NOT OLD.version OR NEW.part IS NOT OLD.part
        OR NEW.opens IS NOT OLD.opens OR NEW.reader IS NOT OLD.reader
        OR (NEW.read_from IS NOT OLD.read_from AND OLD.read_from IS NOT NULL)
        OR (NEW.open_from IS NOT OLD.open_from AND OLD.open_from IS NOT NULL)
        OR ((NEW.salt IS NOT OLD.salt OR NEW.value IS NOT OLD.value)
            AND NOT (NEW.salt IS NULL AND NEW.value IS NULL AND OLD.opens = 'now'))
    BEGIN
        SELECT RAISE(ABORT, 'an opening can only be opened once, or erased');
    END
    """,
)


def guard(apps: Any, schema_editor: Any) -> None:
    statements = {"postgresql": POSTGRESQL, "sqlite": SQLITE}[schema_editor.connection.vendor]
    for statement in statements:
        schema_editor.execute(statement, params=None)


def guard_as_before(apps: Any, schema_editor: Any) -> None:
    """Guard openings as migration 0002 does."""
    before = import_module("games.eventlog.migrations.0002_append_only")
    if schema_editor.connection.vendor == "postgresql":
        (function,) = (text for text in before.POSTGRESQL if "FUNCTION eventlog_opening_stays() RETURNS" in text)
        schema_editor.execute(function.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"), params=None)
    else:
        (trigger,) = (text for text in before.SQLITE if "CREATE TRIGGER opening_stays" in text)
        schema_editor.execute("DROP TRIGGER opening_stays")
        schema_editor.execute(trigger, params=None)


class Migration(migrations.Migration):
    dependencies = [("eventlog", "0002_append_only")]
    operations = [
        migrations.AddField("opening", "read_from", models.PositiveIntegerField(null=True)),
        migrations.RunPython(guard, guard_as_before),
    ]
