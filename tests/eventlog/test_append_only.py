"""The database itself refuses to bend the log, tried on the application's own connection."""

import json
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from games.eventlog.digests import chain_hash
from games.eventlog.models import Event
from tests.playing import simulated

pytestmark = pytest.mark.django_db
REFUSED = "append-only|no gaps|is a chain|opened once|UNIQUE|duplicate key"


@pytest.fixture
def match_id() -> str:
    return simulated("classic", 3, until="voting").match_id


def refused(statement: str, *values: Any) -> None:
    with pytest.raises(DatabaseError, match=REFUSED), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values)


def last(match_id: str) -> Event:
    return Event.objects.filter(match_id=match_id).latest("version")


INSERT = (
    "INSERT INTO eventlog_event (match_id, version, type, command_id, recorded_at, body, hash)"
    " VALUES (%s, %s, 'seat_ready', 'x', '2026-01-01T00:00:00Z', %s, %s)"
)


def forged(match_id: str, **changes: object) -> tuple[Any, ...]:
    """The values of an event that would follow, but for the changes."""
    end = last(match_id)
    body = {**json.loads(end.body), "version": end.version + 1, "prev": end.hash, **changes}
    text = json.dumps(body, separators=(",", ":"), sort_keys=True)
    return match_id, body["version"], text, chain_hash(text)


def test_an_event_can_follow_when_everything_is_right(match_id: str):
    """The control: what the next tests change is all that is wrong there."""
    with connection.cursor() as cursor:
        cursor.execute(INSERT, forged(match_id))


@pytest.mark.parametrize("column", ["body", "hash", "type", "match_id"])
def test_an_event_is_never_changed(match_id: str, column: str):
    refused(f"UPDATE eventlog_event SET {column} = 'x' WHERE match_id = %s", match_id)


def test_an_event_is_never_renumbered(match_id: str):
    refused("UPDATE eventlog_event SET version = version + 1000 WHERE match_id = %s", match_id)


def test_an_event_is_never_deleted(match_id: str):
    refused("DELETE FROM eventlog_event WHERE match_id = %s AND version = %s", match_id, last(match_id).version)


def test_events_are_never_truncated(match_id: str):
    if connection.vendor == "postgresql":
        refused("TRUNCATE eventlog_event")
        refused("TRUNCATE eventlog_opening")
    else:
        refused("DELETE FROM eventlog_event")
        refused("DELETE FROM eventlog_opening")


@pytest.mark.parametrize("step", [-1, 0, 2, 100])
def test_a_version_is_never_skipped_or_doubled(match_id: str, step: int):
    values = forged(match_id, version=last(match_id).version + step)
    refused(INSERT, *values)


def test_an_event_is_never_replaced(match_id: str):
    end = last(match_id)
    values = (match_id, end.version, end.body, end.hash)
    if connection.vendor == "sqlite":
        refused(INSERT.replace("INSERT", "INSERT OR REPLACE", 1), *values)
    else:
        refused(f"{INSERT} ON CONFLICT (match_id, version) DO UPDATE SET body = excluded.body", *values)


@pytest.mark.parametrize("change", [{"prev": "f" * 64}, {"prev": None}, {"match": "another"}])
def test_an_event_continues_the_chain(match_id: str, change: dict[str, object]):
    refused(INSERT, *forged(match_id, **change))


def test_an_event_has_the_hash_of_its_body(match_id: str):
    match, version, body, _ = forged(match_id)
    refused(INSERT, match, version, body, "0" * 64)


def test_a_first_event_is_version_1():
    text = json.dumps({"match": "new", "version": 2, "prev": "0" * 64}, separators=(",", ":"))
    refused(INSERT, "new", 2, text, chain_hash(text))


@pytest.mark.parametrize(
    "change",
    ["value = 'x'", "salt = 'x'", "reader = 5", "read_from = 1", "opens = 'now'", "part = 'x'", "value = NULL"],
)
def test_an_opening_is_never_changed(match_id: str, change: str):
    refused(f"UPDATE eventlog_opening SET {change} WHERE match_id = %s AND part = 'card'", match_id)


def test_an_opening_is_never_deleted(match_id: str):
    refused("DELETE FROM eventlog_opening WHERE match_id = %s", match_id)


def test_an_opening_that_is_open_to_all_stays_so(match_id: str):
    refused("UPDATE eventlog_opening SET open_from = 1000 WHERE match_id = %s AND part = 'player'", match_id)


def test_a_personal_value_can_be_erased(match_id: str):
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE eventlog_opening SET salt = NULL, value = NULL WHERE match_id = %s AND part = 'player'", [match_id]
        )
        assert cursor.rowcount == 3


def test_a_secret_of_the_game_can_not_be_erased(match_id: str):
    refused("UPDATE eventlog_opening SET salt = NULL, value = NULL WHERE match_id = %s AND part = 'card'", match_id)


def test_a_session_that_plays_the_replica_is_refused_too(match_id: str):
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
    refused("DELETE FROM eventlog_event WHERE match_id = %s", match_id)
