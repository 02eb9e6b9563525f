"""The log as it lies in the database, read with plain SQL and checked with nothing of the service's own code."""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import psycopg

Rows = list[tuple[Any, ...]]


@dataclass(frozen=True, kw_only=True)
class Row:
    """An event."""

    version: int
    command_id: str
    body: str
    hash: str

    @cached_property
    def data(self) -> dict[str, Any]:
        parsed: dict[str, Any] = json.loads(self.body)
        return parsed


@dataclass(frozen=True, kw_only=True)
class Log:
    """All that the database has of one match."""

    match: str
    head: tuple[int, str] | None
    events: tuple[Row, ...]
    commands: dict[str, tuple[int, int]]
    """First and last version by key; the tests never use a key twice."""
    openings: Rows
    """Version, part, salt, value, reader and the version from which it is open to all; only of a match asked for."""

    def faults(self) -> Iterator[str]:
        """Where the versions aren't 1, 2, 3, …, the chain doesn't hold or an event has no command."""
        prev, place = "0" * 64, self.match[:8]
        for version, row in enumerate(self.events, start=1):
            if row.version != version:
                yield f"{place}: version {row.version} stands where {version} should"
                return
            digest = hashlib.sha256(b"dixit-event-v1\n" + row.body.encode()).hexdigest()
            said = (row.data["match"], row.data["version"], row.data["prev"], row.hash)
            if said != (self.match, version, prev, digest):
                yield f"{place}: version {version} does not hold in the chain"
            first, last = self.commands.get(row.command_id, (0, 0))
            if not first <= version <= last:
                yield f"{place}: no command explains version {version}"
            prev = row.hash
        if self.head != (len(self.events), prev):
            yield f"{place}: the head is {self.head} after {len(self.events)} events"
        ends = sorted(self.commands.values())
        if [first for first, _ in ends] != [1, *(last + 1 for _, last in ends)][: len(ends)]:
            yield f"{place}: the commands do not follow each other: {ends}"


def logs(url: str, match: str | None = None) -> dict[str, Log]:
    """The logs of all matches, or of one with its openings, as they were at one moment."""
    only = f" WHERE match_id = '{match}'" if match else ""
    heads, events, commands, openings = _rows(
        url,
        f"SELECT match_id, version, hash FROM eventlog_head{only}",
        f"SELECT match_id, version, command_id, body, hash FROM eventlog_event{only} ORDER BY match_id, version",
        f'SELECT match_id, command_id, "first", "last" FROM eventlog_command{only}',
        "SELECT version, part, salt, value, reader, read_from, open_from "
        f"FROM eventlog_opening{only or ' WHERE 1 = 0'}",
    )
    ids = {row[0] for row in (*heads, *events, *commands)}
    ends = {id: (version, hash) for id, version, hash in heads}
    rows: dict[str, list[Row]] = {id: [] for id in ids}
    for id, version, command_id, body, hash in events:
        rows[id].append(Row(version=version, command_id=command_id, body=body, hash=hash))
    keys: dict[str, dict[str, tuple[int, int]]] = {id: {} for id in ids}
    for id, key, first, last in commands:
        keys[id][key] = (first, last)
    return {
        id: Log(match=id, head=ends.get(id), events=tuple(rows[id]), commands=keys[id], openings=openings) for id in ids
    }


def _rows(url: str, *queries: str) -> list[Rows]:
    """What each query gives, all of one snapshot."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20)) as line:
            line.execute("BEGIN")
            return [line.execute(query).fetchall() for query in queries]
    with psycopg.connect(url) as server:
        server.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        return [server.execute(query.encode()).fetchall() for query in queries]
