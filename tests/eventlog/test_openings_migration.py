"""A log of 0.1.0, in which openings had the versions from which on they could be read, is migrated to one without."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import connection

from games.audit.record_verifier import verify_record
from games.eventlog.event_texts import events_for, record_lines
from games.records.database_verifier import verify_match
from games.records.export import public_record_pages
from games.rulebook.audience import PUBLIC_AUDIENCE, Audience
from tests.eventlog.test_opening_rule import ROUND_SQL
from tests.simulated_matches import simulate_match

pytestmark = pytest.mark.django_db
read_from_migration = import_module("games.eventlog.migrations.0003_read_from")
migration = import_module("games.eventlog.migrations.0005_openings_never_change")
LATER_EVENTS = """
    SELECT min(event.version) FROM eventlog_event AS event
    WHERE event.match_id = eventlog_opening.match_id AND event.version >= eventlog_opening.version
"""
FILL_OLD_COLUMNS = f"""
    UPDATE eventlog_opening SET
        open_from = CASE WHEN opens = 'now' THEN version ELSE ({LATER_EVENTS} AND (event.type = 'match_ended'
            OR event.type = 'round_scored' AND opens = 'scoring/' || ({{round}}))) END,
        read_from = CASE WHEN reader IS NULL THEN NULL WHEN NOT face_down THEN version
            ELSE ({LATER_EVENTS} AND event.type = 'clue_given') END
"""


def execute(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def restore_old_columns() -> None:
    """Make the table what it was in 0.1.0, with its trigger."""
    is_sqlite = connection.vendor == "sqlite"
    execute(
        "DROP TRIGGER opening_stays" if is_sqlite else "DROP TRIGGER opening_stays ON eventlog_opening",
        "ALTER TABLE eventlog_opening ADD COLUMN read_from integer",
        "ALTER TABLE eventlog_opening ADD COLUMN open_from integer",
        FILL_OLD_COLUMNS.format(round=ROUND_SQL[connection.vendor]),
        "ALTER TABLE eventlog_opening DROP COLUMN face_down",
    )
    if is_sqlite:
        execute(read_from_migration.SQLITE[-1])
    else:
        execute(
            read_from_migration.POSTGRESQL[-1],
            "CREATE TRIGGER opening_stays BEFORE UPDATE ON eventlog_opening"
            " FOR EACH ROW EXECUTE FUNCTION eventlog_opening_stays()",
        )


def run_migration() -> None:
    with connection.cursor() as cursor:
        editor = SimpleNamespace(connection=connection, execute=cursor.execute)
        migration.change_openings(None, editor)


def openings_by_audience(match_id: str) -> list[list[str]]:
    return [
        *(events_for(match_id, audience, 0, 10_000) for audience in (PUBLIC_AUDIENCE, *map(Audience, range(6)))),
        record_lines(match_id, PUBLIC_AUDIENCE, 0, 10_000),
    ]


def test_a_log_of_release_0_1_0_reads_the_same_and_verifies_after_the_migration():
    matches = [
        simulate_match(ruleset, 6, until=until).match_id
        for ruleset, until in (("party-30", "storytelling"), ("party-passing", "over"), ("odyssey", "voting"))
    ]
    before = [openings_by_audience(match_id) for match_id in matches]
    restore_old_columns()
    run_migration()
    assert [openings_by_audience(match_id) for match_id in matches] == before
    for match_id in matches:
        assert verify_match(match_id).ok
        assert verify_record("".join(public_record_pages(match_id)).encode()).ok


def test_control_a_migration_that_skips_face_down_hands_does_not_verify(monkeypatch: pytest.MonkeyPatch):
    match_id = simulate_match("party-30", 6, until="voting").match_id
    restore_old_columns()
    key = "SQLITE" if connection.vendor == "sqlite" else "POSTGRESQL"
    statements = [each for each in getattr(migration, key) if each != migration.FILL_FACE_DOWN]
    monkeypatch.setattr(migration, key, statements)
    run_migration()
    assert not verify_match(match_id).ok
