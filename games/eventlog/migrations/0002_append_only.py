"""Make the database itself keep the log append-only, gap-free and chained.

An opening can change in two ways only: a sealed part is opened to all, once, and a personal value (sealed, but open to
all at once) is erased.
"""

from typing import Any

from django.db import migrations

POSTGRESQL = (
    """
    CREATE FUNCTION eventlog_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'the log is append-only: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END $$
    """,
    """
    CREATE FUNCTION eventlog_event_follows() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        last_version integer;
        last_hash text;
    BEGIN
        SELECT version, hash INTO last_version, last_hash FROM eventlog_event
            WHERE match_id = NEW.match_id ORDER BY version DESC LIMIT 1;
        IF NEW.version <> coalesce(last_version, 0) + 1 THEN
            RAISE EXCEPTION 'the log has no gaps: version % of match % does not follow %',
                NEW.version, NEW.match_id, coalesce(last_version, 0) USING ERRCODE = 'restrict_violation';
        END IF;
        IF NEW.body::json ->> 'prev' IS DISTINCT FROM coalesce(last_hash, repeat('0', 64))
            OR NEW.body::json ->> 'match' IS DISTINCT FROM NEW.match_id
            OR NEW.body::json ->> 'version' IS DISTINCT FROM NEW.version::text
            OR NEW.hash <> encode(sha256(convert_to('dixit-event-v1' || chr(10) || NEW.body, 'UTF8')), 'hex') THEN
            RAISE EXCEPTION 'the log is a chain: version % of match % does not continue it',
                NEW.version, NEW.match_id USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE FUNCTION eventlog_opening_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF (NEW.match_id, NEW.version, NEW.part, NEW.opens) IS DISTINCT FROM (OLD.match_id, OLD.version, OLD.part, OLD.opens)
            OR NEW.reader IS DISTINCT FROM OLD.reader
            OR (NEW.open_from IS DISTINCT FROM OLD.open_from AND OLD.open_from IS NOT NULL)
            OR ((NEW.salt, NEW.value) IS DISTINCT FROM (OLD.salt, OLD.value)
                AND NOT (NEW.salt IS NULL AND NEW.value IS NULL AND OLD.opens = 'now')) THEN
            RAISE EXCEPTION 'an opening can only be opened once, or erased' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    "CREATE TRIGGER event_follows BEFORE INSERT ON eventlog_event FOR EACH ROW EXECUTE FUNCTION eventlog_event_follows()",
    "CREATE TRIGGER event_stays BEFORE UPDATE OR DELETE ON eventlog_event FOR EACH ROW EXECUTE FUNCTION eventlog_refuse()",
    "CREATE TRIGGER events_stay BEFORE TRUNCATE ON eventlog_event FOR EACH STATEMENT EXECUTE FUNCTION eventlog_refuse()",
    "CREATE TRIGGER opening_stays BEFORE UPDATE ON eventlog_opening FOR EACH ROW EXECUTE FUNCTION eventlog_opening_stays()",
    "CREATE TRIGGER opening_kept BEFORE DELETE ON eventlog_opening FOR EACH ROW EXECUTE FUNCTION eventlog_refuse()",
    "CREATE TRIGGER openings_kept BEFORE TRUNCATE ON eventlog_opening FOR EACH STATEMENT EXECUTE FUNCTION eventlog_refuse()",
    # ALWAYS: ordinary triggers don't fire in a session with session_replication_role = replica.
    "ALTER TABLE eventlog_event ENABLE ALWAYS TRIGGER event_follows",
    "ALTER TABLE eventlog_event ENABLE ALWAYS TRIGGER event_stays",
    "ALTER TABLE eventlog_event ENABLE ALWAYS TRIGGER events_stay",
    "ALTER TABLE eventlog_opening ENABLE ALWAYS TRIGGER opening_stays",
    "ALTER TABLE eventlog_opening ENABLE ALWAYS TRIGGER opening_kept",
    "ALTER TABLE eventlog_opening ENABLE ALWAYS TRIGGER openings_kept",
)

# SHA256 is a function that Django adds to its SQLite connections, so no other program can insert an event at all.
# The first trigger also refuses INSERT OR REPLACE, which would not fire the trigger on DELETE.
SQLITE = (
    """
    CREATE TRIGGER event_follows BEFORE INSERT ON eventlog_event
    WHEN NEW.version <> 1 + coalesce((SELECT max(version) FROM eventlog_event WHERE match_id = NEW.match_id), 0)
    BEGIN
        SELECT RAISE(ABORT, 'the log has no gaps: this version does not follow the last one');
    END
    """,
    """
    CREATE TRIGGER event_continues BEFORE INSERT ON eventlog_event
    WHEN json_extract(NEW.body, '$.prev') IS NOT coalesce(
            (SELECT hash FROM eventlog_event WHERE match_id = NEW.match_id ORDER BY version DESC LIMIT 1),
            '0000000000000000000000000000000000000000000000000000000000000000')
        OR json_extract(NEW.body, '$.match') IS NOT NEW.match_id
        OR json_extract(NEW.body, '$.version') IS NOT NEW.version
        OR NEW.hash <> SHA256('dixit-event-v1' || char(10) || NEW.body)
    BEGIN
        SELECT RAISE(ABORT, 'the log is a chain: this event does not continue it');
    END
    """,
    """
    CREATE TRIGGER event_stays BEFORE UPDATE ON eventlog_event
    BEGIN
        SELECT RAISE(ABORT, 'the log is append-only: UPDATE is refused');
    END
    """,
    """
    CREATE TRIGGER event_kept BEFORE DELETE ON eventlog_event
    BEGIN
        SELECT RAISE(ABORT, 'the log is append-only: DELETE is refused');
    END
    """,
    """
    CREATE TRIGGER opening_follows BEFORE INSERT ON eventlog_opening
    WHEN EXISTS (SELECT 1 FROM eventlog_opening
        WHERE match_id = NEW.match_id AND version = NEW.version AND part = NEW.part)
    BEGIN
        SELECT RAISE(ABORT, 'an opening can only be opened once, or erased');
    END
    """,
    """
    CREATE TRIGGER opening_stays BEFORE UPDATE ON eventlog_opening
    WHEN NEW.match_id IS NOT OLD.match_id OR NEW.version IS NOT OLD.version OR NEW.part IS NOT OLD.part
        OR NEW.opens IS NOT OLD.opens OR NEW.reader IS NOT OLD.reader
        OR (NEW.open_from IS NOT OLD.open_from AND OLD.open_from IS NOT NULL)
        OR ((NEW.salt IS NOT OLD.salt OR NEW.value IS NOT OLD.value) 
            AND NOT (NEW.salt IS NULL AND NEW.value IS NULL AND OLD.opens = 'now'))
    BEGIN
        SELECT RAISE(ABORT, 'an opening can only be opened once, or erased');
    END
    """,
    """
    CREATE TRIGGER opening_kept BEFORE DELETE ON eventlog_opening
    BEGIN
        SELECT RAISE(ABORT, 'the log is append-only: DELETE is refused');
    END
    """,
)


def guard(apps: Any, schema_editor: Any) -> None:
    statements = {"postgresql": POSTGRESQL, "sqlite": SQLITE}[schema_editor.connection.vendor]
    for statement in statements:
        schema_editor.execute(statement, params=None)


UNGUARD_POSTGRESQL = (
    *(
        f"DROP TRIGGER {trigger} ON {table}"
        for table, triggers in {
            "eventlog_event": ("event_follows", "event_stays", "events_stay"),
            "eventlog_opening": ("opening_stays", "opening_kept", "openings_kept"),
        }.items()
        for trigger in triggers
    ),
    *(f"DROP FUNCTION eventlog_{name}()" for name in ("refuse", "event_follows", "opening_stays")),
)
UNGUARD_SQLITE = tuple(
    f"DROP TRIGGER {trigger}"
    for trigger in (
        *("event_follows", "event_continues", "event_stays", "event_kept"),
        *("opening_follows", "opening_stays", "opening_kept"),
    )
)


def unguard(apps: Any, schema_editor: Any) -> None:
    statements = {"postgresql": UNGUARD_POSTGRESQL, "sqlite": UNGUARD_SQLITE}[schema_editor.connection.vendor]
    for statement in statements:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("eventlog", "0001_initial")]
    operations = [migrations.RunPython(guard, unguard)]
