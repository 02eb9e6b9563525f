"""Bulk insertion of matches, with COPY on PostgreSQL. It only prepares the database and is never itself measured."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from bench.match_templates import MatchLog, TableRow
from games.projections.projector import PROJECTIONS

BATCH_SIZE = 500
COLUMNS = {
    "eventlog_head": ("match_id", "version", "hash"),
    "eventlog_event": ("match_id", "version", "type", "recorded_at", "body", "hash"),
    "eventlog_opening": ("match_id", "version", "part", "salt", "value", "reader", "face_down", "opens"),
    **{projection.table: tuple(projection.columns) for projection in PROJECTIONS},
}


def insert_matches(logs: Iterable[MatchLog]) -> None:
    """Write matches to the log and the projections, a batch per transaction."""
    remaining = iter(logs)
    while batch := list(itertools.islice(remaining, BATCH_SIZE)):
        with transaction.atomic(), _chain_trigger_disabled():
            _insert_rows("eventlog_event", [row for log in batch for row in log.events])
            for table in batch[0].tables:
                _insert_rows(table, [row for log in batch for row in log.tables[table]])


def vacuum() -> None:
    """Let the database do now what autovacuum and checkpoints would otherwise do during a measurement."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "PRAGMA optimize")
        if connection.vendor == "postgresql":
            cursor.execute("CHECKPOINT")


@contextmanager
def _chain_trigger_disabled() -> Iterator[None]:
    """Disable the trigger that checks the hash chain: at 40 µs per event, it would take long for a million events."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE eventlog_event DISABLE TRIGGER event_follows")
        yield
        cursor.execute("ALTER TABLE eventlog_event ENABLE ALWAYS TRIGGER event_follows")


def _insert_rows(table: str, rows: Sequence[TableRow]) -> None:
    columns = COLUMNS[table]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(columns))
            values = [[_adapt_value(value) for value in row] for row in rows]
            cursor.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", values)


def _adapt_value(value: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
