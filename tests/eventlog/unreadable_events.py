"""Events that this release can't read, appended to a log by SQL, with the head moved.

Those of a newer release are chained, as that release would. The others break the log.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction

from games.eventlog import match_state
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.digests import chain_hash
from games.eventlog.models import Event

NEWER_EVENTS: Mapping[str, tuple[str, int, Mapping[str, Any]]] = {
    "type": ("wave_given", 1, {"seat": 1}),
    "schema": ("abandon_agreed", 2, {"seat": 1, "until": 5}),
}
"""Type, schema and data of an event whose type is newer, and of one whose schema is."""
BROKEN_EVENTS: Mapping[str, tuple[str, int, Mapping[str, Any]]] = {
    "chain": ("abandon_agreed", 1, {"seat": 1}),
    "data": ("abandon_agreed", 1, {"seat": "one"}),
}
"""The same of one that doesn't continue the chain, one whose data have another shape."""

CHAIN_TRIGGERS_OFF = {
    "postgresql": ["ALTER TABLE eventlog_event DISABLE TRIGGER event_follows"],
    "sqlite": ["DROP TRIGGER IF EXISTS event_follows", "DROP TRIGGER IF EXISTS event_continues"],
}
CHAIN_TRIGGERS_ON = {"postgresql": ["ALTER TABLE eventlog_event ENABLE ALWAYS TRIGGER event_follows"], "sqlite": []}


def append_unreadable_event(match_id: str, kind: str) -> int:
    """Append the event of this kind to a match, and return its version."""
    event_type, schema, data = {**NEWER_EVENTS, **BROKEN_EVENTS}[kind]
    last = Event.objects.filter(match_id=match_id).order_by("-version")[0]
    at = json.loads(last.body)["at"]
    version = last.version + 1
    body = encode_canonical(
        {
            "match": match_id,
            "version": version,
            "type": event_type,
            "schema": schema,
            "at": at,
            "actor": 1,
            "data": dict(data),
            "prev": "0" * 64 if kind == "chain" else last.hash,
        }
    )
    with transaction.atomic(), connection.cursor() as cursor:
        # The table's own trigger refuses what doesn't continue the chain.
        for statement in CHAIN_TRIGGERS_OFF[connection.vendor] if kind == "chain" else ():
            cursor.execute(statement)
        cursor.execute(
            "INSERT INTO eventlog_event (match_id, version, type, command_id, recorded_at, body, hash)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s)",
            [match_id, version, event_type, "newer", datetime.now(UTC), body, chain_hash(body)],
        )
        cursor.execute(
            "UPDATE eventlog_head SET version = %s, hash = %s WHERE match_id = %s",
            [version, chain_hash(body), match_id],
        )
        for statement in CHAIN_TRIGGERS_ON[connection.vendor] if kind == "chain" else ():
            cursor.execute(statement)
    match_state.cache_clear()
    return version
