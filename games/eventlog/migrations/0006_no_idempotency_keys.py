"""Stop storing idempotency keys in events. Clients choose them, so they can hold a name, and events can't be erased.

The column stays, because servers of the previous release still write it. On PostgreSQL a trigger empties what they
write, and `event_stays` allows the next migration to empty the rest.
"""

from typing import Any

from django.db import migrations

POSTGRESQL = (
    """
    CREATE OR REPLACE FUNCTION eventlog_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' AND NEW.command_id IS NULL
            AND (NEW.match_id, NEW.version, NEW.type, NEW.recorded_at, NEW.body, NEW.hash)
                IS NOT DISTINCT FROM (OLD.match_id, OLD.version, OLD.type, OLD.recorded_at, OLD.body, OLD.hash) THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'the log is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION eventlog_event_without_key() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW.command_id := NULL;
        RETURN NEW;
    END $$
    """,
    "DROP TRIGGER IF EXISTS event_without_key ON eventlog_event",
    "CREATE TRIGGER event_without_key BEFORE INSERT ON eventlog_event FOR EACH ROW"
    " WHEN (NEW.command_id IS NOT NULL) EXECUTE FUNCTION eventlog_event_without_key()",
    "DROP TRIGGER event_stays ON eventlog_event",
    "CREATE TRIGGER event_stays BEFORE UPDATE OR DELETE ON eventlog_event"
    " FOR EACH ROW EXECUTE FUNCTION eventlog_event_stays()",
    "ALTER TABLE eventlog_event ENABLE ALWAYS TRIGGER event_without_key",
    "ALTER TABLE eventlog_event ENABLE ALWAYS TRIGGER event_stays",
)
SQLITE = (
    "DROP TRIGGER event_stays",
    "UPDATE eventlog_event SET command_id = NULL WHERE command_id IS NOT NULL",
    """
    CREATE TRIGGER event_stays BEFORE UPDATE ON eventlog_event
    BEGIN
        SELECT RAISE(ABORT, 'the log is append-only: UPDATE is refused');
    END
    """,
)


def change_triggers(apps: Any, schema_editor: Any) -> None:
    for statement in {"postgresql": POSTGRESQL, "sqlite": SQLITE}[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("eventlog", "0005_openings_never_change")]
    # The previous release works with these triggers, so there is nothing to take back.
    operations = [migrations.RunPython(change_triggers, migrations.RunPython.noop)]
