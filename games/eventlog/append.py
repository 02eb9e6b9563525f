"""Appending to the log: lock a match, read what is new, write what a command led to.

Only `games.matches` may append.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from games.eventlog.batched_sql import execute, pipeline
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.database_time import clock_sql, selected_time
from games.eventlog.event_reader import EVENTS_WITH_PARTS_SQL, StreamHead, decode_events
from games.eventlog.event_writer import EventBatch
from games.eventlog.match_state import MatchState, cache_drop, cache_get, cache_put, continue_or_reload
from games.eventlog.models import Command, Event, Head, Opening
from games.eventlog.processed_commands import SELECT_COMMAND_SQL, ProcessedCommand
from games.eventlog.write_batch import RowStatement, WriteBatch, insert_into, unnest

MAX_VERSION = 2**31 - 1
"""The largest value of the version column, used as an open upper bound."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LockedStream:
    """A match that nobody else can append to until this transaction ends.

    `state` is None when there is no such match.
    """

    state: MatchState | None
    processed_command: ProcessedCommand | None
    now: datetime
    """The database's time (on SQLite this machine's), taken after the lock was granted."""


def lock_stream(match_id: str, command_metadata: CommandMetadata) -> LockedStream:
    """Lock the match's head, then read new events and the command's earlier result, if any.

    Must be called within a transaction. Lock and read are two statements, sent in one round trip: a single statement
    would read with the snapshot that it took before it waited for the lock. On SQLite the transaction has begun
    IMMEDIATE, which is the lock.
    """
    cached = cache_get(match_id)
    after = cached.version if cached else 0
    with pipeline():
        head_cursor = execute(_LOCK_HEAD_SQL if connection.vendor == "postgresql" else _HEAD_SQL, match_id)
        # No upper bound: the head's version isn't known yet when this is sent.
        event_cursor = execute(EVENTS_WITH_PARTS_SQL, match_id, after, MAX_VERSION)
        command_cursor = execute(SELECT_COMMAND_SQL, command_metadata.account_id, command_metadata.command_id)
        clock_cursor = execute(f"SELECT {clock_sql()}")
    head_rows, new_rows = head_cursor.fetchall(), event_cursor.fetchall()
    command_rows, ((now,),) = command_cursor.fetchall(), clock_cursor.fetchall()
    state = None
    if head_rows:
        state = continue_or_reload(match_id, cached, decode_events(new_rows), StreamHead.of_row(*head_rows[0]))
    else:
        cache_drop(match_id, cached)
    if state is not None:
        # These events are committed: the lock was waited for, and this transaction hasn't written yet.
        cache_put(match_id, state)
    return LockedStream(
        state=state,
        processed_command=ProcessedCommand(*command_rows[0]) if command_rows else None,
        now=selected_time(now),
    )


def append(batch: EventBatch, command_metadata: CommandMetadata, writes: WriteBatch) -> None:
    """Add to `writes` the rows of these events, of their openings and of the command; `move_head` adds the head.

    Nothing is written before `writes` is flushed.
    """
    match_id = batch.match_id
    writes.add(_INSERT_EVENTS, batch.event_rows)
    writes.add(_INSERT_OPENINGS, ((match_id, *opening) for opening in batch.openings))
    account_id, command_id, digest = command_metadata.account_id, batch.command_id, command_metadata.request_digest
    last_version = batch.state_after.version
    writes.add(
        _INSERT_COMMANDS, [(account_id, command_id, digest, match_id, batch.first_version, last_version, batch.at)]
    )


def move_head(match_id: str, before: MatchState | None, after: MatchState, writes: WriteBatch) -> None:
    """Add to `writes` the head of a match that goes from one state to a later one; None is before its first event."""
    if before is None:
        writes.add(_INSERT_HEADS, [(match_id, after.version, after.hash)])
    else:
        old = (before.version, before.hash, before.erasure_count)
        writes.add(_MOVE_HEADS, [(match_id, *old, after.version, after.hash)])


# Every append takes this lock first, so the versions of a match have no gaps. NO KEY UPDATE conflicts with itself,
# which is all that is needed.
_HEAD_SQL = "SELECT version, hash, erased FROM eventlog_head WHERE match_id = %s"
_LOCK_HEAD_SQL = f"{_HEAD_SQL} FOR NO KEY UPDATE"
_INSERT_HEADS = insert_into(Head, ("match_id", "version", "hash"))
_INSERT_EVENTS = insert_into(
    Event,
    ("match_id", "version", "type", "recorded_at", "body", "hash"),
    # A trigger looks for the event before each.
    order_by="match_id, version",
)
_INSERT_OPENINGS = insert_into(
    Opening, ("match_id", "version", "part", "salt", "value", "reader", "face_down", "opens")
)
_INSERT_COMMANDS = insert_into(
    Command, ("account_id", "command_id", "request", "match_id", "first", "last", "recorded_at")
)
_MOVED_COLUMNS = "match_id, old_version, old_hash, erased, version, hash"
# Nobody else can have changed a locked head. If one has changed all the same, the division by zero aborts.
_MOVE_HEADS = RowStatement(
    f"""
    WITH new AS MATERIALIZED (
        SELECT * FROM {unnest(Head, ("match_id", "version", "hash", "erased", "version", "hash"))}
            AS new ({_MOVED_COLUMNS})
    ), moved AS (
        UPDATE eventlog_head AS head SET version = new.version, hash = new.hash FROM new
        WHERE head.match_id = new.match_id AND head.version = new.old_version AND head.hash = new.old_hash
            AND head.erased = new.erased
        RETURNING 1
    )
    SELECT 1 / ((SELECT count(*) FROM moved) = (SELECT count(*) FROM new))::integer
    """,
    """
    UPDATE eventlog_head SET version = ?5, hash = ?6
    WHERE match_id = ?1 AND version = ?2 AND hash = ?3 AND erased = ?4
    """,
)
