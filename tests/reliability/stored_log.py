"""The log as stored in the database, read with plain SQL and checked without any code of the service."""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import psycopg

QueryRows = list[tuple[Any, ...]]


@dataclass(frozen=True, kw_only=True)
class StoredEvent:
    """A stored event."""

    version: int
    command_id: str
    """The key of the command whose versions include this one; empty if there is none."""
    body: str
    hash: str

    @cached_property
    def data(self) -> dict[str, Any]:
        parsed: dict[str, Any] = json.loads(self.body)
        return parsed


@dataclass(frozen=True, kw_only=True)
class StoredLog:
    """All database rows of one match."""

    match: str
    head: tuple[int, str] | None
    events: tuple[StoredEvent, ...]
    commands: dict[str, tuple[int, int]]
    """First and last version by key; the tests never use a key twice."""
    openings: QueryRows
    """Version, part, salt, value, reader, face_down and opens; only of a match asked for."""

    def find_faults(self) -> Iterator[str]:
        """Return where the versions aren't 1, 2, 3, …, the chain is broken or an event has no command."""
        prev, match_prefix = "0" * 64, self.match[:8]
        for version, row in enumerate(self.events, start=1):
            if row.version != version:
                yield f"{match_prefix}: version {row.version} stands where {version} should"
                return
            digest = hashlib.sha256(b"dixit-event-v1\n" + row.body.encode()).hexdigest()
            stored_values = (row.data["match"], row.data["version"], row.data["prev"], row.hash)
            if stored_values != (self.match, version, prev, digest):
                yield f"{match_prefix}: version {version} does not hold in the chain"
            first, last = self.commands.get(row.command_id, (0, 0))
            if not first <= version <= last:
                yield f"{match_prefix}: no command explains version {version}"
            prev = row.hash
        if self.head != (len(self.events), prev):
            yield f"{match_prefix}: the head is {self.head} after {len(self.events)} events"
        version_ranges = sorted(self.commands.values())
        if [first for first, _ in version_ranges] != [1, *(last + 1 for _, last in version_ranges)][
            : len(version_ranges)
        ]:
            yield f"{match_prefix}: the commands do not follow each other: {version_ranges}"


def read_logs(url: str, match: str | None = None) -> dict[str, StoredLog]:
    """Return the logs of all matches, or of one with its openings, as they were at one moment."""
    where_clause = f" WHERE match_id = '{match}'" if match else ""
    heads, events, commands, openings = _query_snapshot(
        url,
        f"SELECT match_id, version, hash FROM eventlog_head{where_clause}",
        f"SELECT match_id, version, body, hash FROM eventlog_event{where_clause} ORDER BY match_id, version",
        f'SELECT match_id, command_id, "first", "last" FROM eventlog_command{where_clause}',
        "SELECT version, part, salt, value, reader, face_down, opens "
        f"FROM eventlog_opening{where_clause or ' WHERE 1 = 0'}",
    )
    ids = {row[0] for row in (*heads, *events, *commands)}
    head_by_match = {id: (version, hash) for id, version, hash in heads}
    commands_by_match: dict[str, dict[str, tuple[int, int]]] = {id: {} for id in ids}
    key_by_version: dict[tuple[str, int], str] = {}
    for id, key, first, last in commands:
        commands_by_match[id][key] = (first, last)
        key_by_version |= {(id, version): key for version in range(first, last + 1)}
    events_by_match: dict[str, list[StoredEvent]] = {id: [] for id in ids}
    for id, version, body, hash in events:
        command_id = key_by_version.get((id, version), "")
        events_by_match[id].append(StoredEvent(version=version, command_id=command_id, body=body, hash=hash))
    return {
        id: StoredLog(
            match=id,
            head=head_by_match.get(id),
            events=tuple(events_by_match[id]),
            commands=commands_by_match[id],
            openings=openings,
        )
        for id in ids
    }


def _query_snapshot(url: str, *queries: str) -> list[QueryRows]:
    """Return the result of each query, all from one snapshot."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20)) as connection:
            connection.execute("BEGIN")
            return [connection.execute(query).fetchall() for query in queries]
    with psycopg.connect(url) as server:
        server.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        return [server.execute(query.encode()).fetchall() for query in queries]
