"""The database itself refuses to alter the log, even on the application's own connection."""

import json
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from games.eventlog.digests import chain_hash
from games.eventlog.models import Event
from tests.simulated_matches import simulate_match

pytestmark = pytest.mark.django_db
OTHER_CHANGES = ("reader = 5", "face_down = true", "opens = 'end'", "part = 'x'", "version = 999", "match_id = 'x'")
REFUSAL_PATTERN = "append-only|no gaps|is a chain|UNIQUE|duplicate key"


@pytest.fixture
def match_id() -> str:
    return simulate_match("classic", 3, until="voting").match_id


def assert_refused(statement: str, *values: Any) -> None:
    with pytest.raises(DatabaseError, match=REFUSAL_PATTERN), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)


def last_event(match_id: str) -> Event:
    return Event.objects.filter(match_id=match_id).latest("version")


INSERT_EVENT_SQL = (
    "INSERT INTO eventlog_event (match_id, version, type, recorded_at, body, hash)"
    " VALUES (%s, %s, 'seat_ready', '2026-01-01T00:00:00Z', %s, %s)"
)


def next_event_values(match_id: str, **changes: object) -> tuple[Any, ...]:
    """Return the values of a valid next event, except for the changes."""
    latest = last_event(match_id)
    body = {**json.loads(latest.body), "version": latest.version + 1, "prev": latest.hash, **changes}
    text = json.dumps(body, separators=(",", ":"), sort_keys=True)
    return match_id, body["version"], text, chain_hash(text)


def test_a_correct_next_event_is_accepted(match_id: str):
    """The control: the changes of the next tests are the only fault in their events."""
    with connection.cursor() as cursor:
        cursor.execute(INSERT_EVENT_SQL, next_event_values(match_id))


@pytest.mark.parametrize("column", ["body", "hash", "type", "match_id"])
def test_an_event_is_never_changed(match_id: str, column: str):
    assert_refused(f"UPDATE eventlog_event SET {column} = 'x' WHERE match_id = %s", match_id)


def test_an_event_is_never_renumbered(match_id: str):
    assert_refused("UPDATE eventlog_event SET version = version + 1000 WHERE match_id = %s", match_id)


def test_an_event_is_never_deleted(match_id: str):
    assert_refused(
        "DELETE FROM eventlog_event WHERE match_id = %s AND version = %s", match_id, last_event(match_id).version
    )


def test_events_are_never_truncated(match_id: str):
    if connection.vendor == "postgresql":
        assert_refused("TRUNCATE eventlog_event")
        assert_refused("TRUNCATE eventlog_opening")
    else:
        assert_refused("DELETE FROM eventlog_event")
        assert_refused("DELETE FROM eventlog_opening")


@pytest.mark.parametrize("step", [-1, 0, 2, 100])
def test_a_version_is_never_skipped_or_repeated(match_id: str, step: int):
    values = next_event_values(match_id, version=last_event(match_id).version + step)
    assert_refused(INSERT_EVENT_SQL, *values)


def test_an_event_is_never_replaced(match_id: str):
    latest = last_event(match_id)
    values = (match_id, latest.version, latest.body, latest.hash)
    if connection.vendor == "sqlite":
        assert_refused(INSERT_EVENT_SQL.replace("INSERT", "INSERT OR REPLACE", 1), *values)
    else:
        assert_refused(
            f"{INSERT_EVENT_SQL} ON CONFLICT (match_id, version) DO UPDATE SET body = excluded.body", *values
        )


@pytest.mark.parametrize("change", [{"prev": "f" * 64}, {"prev": None}, {"match": "another"}])
def test_an_event_that_breaks_the_chain_is_refused(match_id: str, change: dict[str, object]):
    assert_refused(INSERT_EVENT_SQL, *next_event_values(match_id, **change))


def test_an_event_with_a_wrong_hash_is_refused(match_id: str):
    match, version, body, _ = next_event_values(match_id)
    assert_refused(INSERT_EVENT_SQL, match, version, body, "0" * 64)


def test_the_first_event_must_be_version_1():
    text = json.dumps({"match": "new", "version": 2, "prev": "0" * 64}, separators=(",", ":"))
    assert_refused(INSERT_EVENT_SQL, "new", 2, text, chain_hash(text))


@pytest.mark.parametrize(
    "change",
    ["value = 'x'", "salt = 'x'", "reader = 5", "face_down = true", "opens = 'now'", "part = 'x'", "value = NULL"],
)
def test_an_opening_is_never_changed(match_id: str, change: str):
    assert_refused(f"UPDATE eventlog_opening SET {change} WHERE match_id = %s AND part = 'card'", match_id)


def test_an_opening_is_never_replaced(match_id: str):
    columns = "match_id, version, part, salt, value, reader, face_down, opens"
    replacement = f"INTO eventlog_opening ({columns}) SELECT {columns} FROM eventlog_opening WHERE match_id = %s"
    if connection.vendor == "sqlite":
        assert_refused(f"INSERT OR REPLACE {replacement}", match_id)
    else:
        assert_refused(
            f"INSERT {replacement} ON CONFLICT (match_id, version, part) DO UPDATE SET value = '[]'", match_id
        )


def test_an_opening_is_never_deleted(match_id: str):
    assert_refused("DELETE FROM eventlog_opening WHERE match_id = %s", match_id)


@pytest.mark.parametrize(
    "change", ["value = value", "salt = NULL", *(f"salt = NULL, value = NULL, {each}" for each in OTHER_CHANGES)]
)
def test_a_public_opening_can_only_be_erased(match_id: str, change: str):
    assert_refused(f"UPDATE eventlog_opening SET {change} WHERE match_id = %s AND part = 'player'", match_id)


def test_a_personal_value_can_be_erased(match_id: str):
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE eventlog_opening SET salt = NULL, value = NULL WHERE match_id = %s AND part = 'player'", [match_id]
        )
        assert cursor.rowcount == 3


def test_a_game_secret_cannot_be_erased(match_id: str):
    assert_refused(
        "UPDATE eventlog_opening SET salt = NULL, value = NULL WHERE match_id = %s AND part = 'card'", match_id
    )


def test_a_session_in_replica_mode_is_refused_too(match_id: str):
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
    assert_refused("DELETE FROM eventlog_event WHERE match_id = %s", match_id)
