"""Events hold no idempotency key: not those of old logs, and on PostgreSQL not those that an old release writes."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import connection

from games.eventlog.models import Command, Event
from games.records.database_verifier import verify_match
from tests.audit.test_database_tampering import triggers_disabled
from tests.eventlog.test_append_only import INSERT_EVENT_SQL, assert_refused, next_event_values
from tests.simulated_matches import simulate_match

pytestmark = pytest.mark.django_db
KEY = "key-of-anna"
trigger_migration = import_module("games.eventlog.migrations.0006_no_idempotency_keys")
migration = import_module("games.eventlog.migrations.0007_empty_idempotency_keys")
OLD_INSERT_SQL = INSERT_EVENT_SQL.replace("type, ", "type, command_id, ").replace(
    "'seat_ready', ", "'seat_ready', 'x', "
)


@pytest.fixture
def match_id() -> str:
    return simulate_match("classic", 3, until="voting").match_id


def migrate() -> None:
    with connection.cursor() as cursor:
        editor = SimpleNamespace(connection=connection, execute=cursor.execute)
        trigger_migration.change_triggers(None, editor)
        migration.empty_keys(None, editor)


def events_with_keys(match_id: str) -> int:
    return Event.objects.filter(match_id=match_id, command_id__isnull=False).count()


def test_keys_are_stored_with_commands_only(match_id: str):
    assert events_with_keys(match_id) == 0
    assert Command.objects.filter(match_id=match_id).exists()


def test_the_migration_empties_the_keys_of_an_old_log_and_changes_nothing_else(match_id: str):
    rows = list(Event.objects.filter(match_id=match_id).order_by("version").values_list())
    with connection.cursor() as cursor:
        # As the owner of the tables can.
        if connection.vendor == "postgresql":
            cursor.execute("ALTER TABLE eventlog_event DISABLE TRIGGER event_stays")
        else:
            cursor.execute("DROP TRIGGER event_stays")
        cursor.execute("UPDATE eventlog_event SET command_id = %s WHERE match_id = %s", [KEY, match_id])
        if connection.vendor == "sqlite":
            cursor.execute(trigger_migration.SQLITE[-1])
    assert events_with_keys(match_id) == len(rows)
    migrate()
    assert list(Event.objects.filter(match_id=match_id).order_by("version").values_list()) == rows
    assert verify_match(match_id).ok
    for change in ("command_id = 'x'", "body = 'x'", "command_id = NULL, hash = 'x'"):
        assert_refused(f"UPDATE eventlog_event SET {change} WHERE match_id = %s", match_id)
    assert_refused("DELETE FROM eventlog_event WHERE match_id = %s", match_id)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="two releases never share a SQLite file")
def test_what_a_server_of_the_previous_release_writes_is_emptied(match_id: str):
    with connection.cursor() as cursor:
        cursor.execute(OLD_INSERT_SQL, next_event_values(match_id))
    assert events_with_keys(match_id) == 0


@pytest.mark.skipif(connection.vendor == "sqlite", reason="two releases never share a SQLite file")
def test_control_without_the_triggers_the_key_stays(match_id: str):
    with triggers_disabled(), connection.cursor() as cursor:
        cursor.execute(OLD_INSERT_SQL, next_event_values(match_id))
        assert events_with_keys(match_id) == 1
