"""Appending to the log: lock a match, read what is new, write what a command led to.

Only `games.matches` may append.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from games.eventlog.batched_sql import WriteBatch, add_insert, execute, pipeline, select
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.database_time import clock_sql, selected_time
from games.eventlog.event_reader import EVENTS_WITH_PARTS_SQL, StreamHead, decode_events
from games.eventlog.event_writer import EventBatch
from games.eventlog.match_state import MatchState, cache_drop, cache_get, cache_put, continue_or_reload

MAX_VERSION = 2**31 - 1
"""The largest value of the version column, used as an open upper bound."""


class ProcessedCommand(NamedTuple):
    """A command that was acknowledged before, with the versions it led to."""

    match_id: str
    request_digest: str
    first_version: int
    last_version: int


@dataclass(frozen=True, kw_only=True, slots=True)
class LockedStream:
    """A match that nobody else can append to until this transaction ends.

    `state` is None when there is no such match.
    """

    state: MatchState | None
    processed_command: ProcessedCommand | None
    now: datetime
    """The database's time (on SQLite this machine's), taken after the lock was granted."""


def find_processed_command(command_metadata: CommandMetadata) -> ProcessedCommand | None:
    """Return the account's earlier command with this key, if any."""
    rows = select(_SELECT_COMMAND_SQL, command_metadata.account_id, command_metadata.command_id)
    return ProcessedCommand(*rows[0]) if rows else None


def lock_stream(match_id: str, command_metadata: CommandMetadata) -> LockedStream:
    """Lock the match's head, then read new events and the command's earlier result, if any.

    Must be called within a transaction. Lock and read are two statements, sent in one round trip: a single statement
    would read with the snapshot that it took before it waited for the lock. On SQLite the transaction has begun
    IMMEDIATE, which is the lock.
    """
    cached = cache_get(match_id)
    after = cached.version if cached else 0
    postgres = connection.vendor == "postgresql"
    with pipeline():
        head_cursor = execute(_LOCK_HEAD_SQL if postgres else _LOCK_HEAD_SQL.partition(" FOR ")[0], match_id)
        # No upper bound: the head's version isn't known yet when this is sent.
        event_cursor = execute(EVENTS_WITH_PARTS_SQL, match_id, after, MAX_VERSION)
        clock_and_command_cursor = execute(
            _SELECT_CLOCK_AND_COMMAND_SQL.format(clock=clock_sql()),
            command_metadata.account_id,
            command_metadata.command_id,
        )
    head_rows, new_rows = head_cursor.fetchall(), event_cursor.fetchall()
    ((now, *command_columns),) = clock_and_command_cursor.fetchall()
    state = None
    if head_rows:
        head = StreamHead(version=head_rows[0][0], hash=head_rows[0][1], erasure_count=head_rows[0][2])
        state = continue_or_reload(match_id, cached, decode_events(new_rows), head)
    else:
        cache_drop(match_id, cached)
    if state is not None:
        # These events are committed: the lock was waited for, and this transaction hasn't written yet.
        cache_put(match_id, state)
    return LockedStream(
        state=state,
        processed_command=ProcessedCommand(*command_columns) if command_columns[0] else None,
        now=selected_time(now),
    )


def append(batch: EventBatch, command_metadata: CommandMetadata, writes: WriteBatch) -> None:
    """Add to `writes` the rows of these events, of their openings and of the command, and the new head.

    Nothing is written before `writes` is flushed.
    """
    match_id, last = batch.match_id, batch.state_after
    add_insert("eventlog_event", _EVENT_COLUMNS, batch.event_rows, writes)
    opening_rows = [(match_id, *opening) for opening in batch.openings]
    add_insert("eventlog_opening", _OPENING_COLUMNS, opening_rows, writes)
    if batch.first_version == 1:
        add_insert("eventlog_head", ("match_id", "version", "hash"), [(match_id, last.version, last.hash)], writes)
    else:
        # Without a look at the old version: nobody else can have changed the locked row.
        writes.add(_UPDATE_HEAD_SQL, last.version, last.hash, match_id)
    account_id, command_id, digest = command_metadata.account_id, batch.command_id, command_metadata.request_digest
    command_row = (account_id, command_id, digest, match_id, batch.first_version, last.version, batch.at)
    add_insert("eventlog_command", _COMMAND_COLUMNS, [command_row], writes)


# Every append takes this lock first, so the versions of a match have no gaps. NO KEY UPDATE conflicts with itself,
# which is all that is needed.
_LOCK_HEAD_SQL = "SELECT version, hash, erased FROM eventlog_head WHERE match_id = %s FOR NO KEY UPDATE"
_SELECT_COMMAND_SQL = (
    'SELECT match_id, request, "first", "last" FROM eventlog_command WHERE account_id = %s AND command_id = %s'
)
# The outer join has a row, and so the time, also if there is no such command.
_SELECT_CLOCK_AND_COMMAND_SQL = """
    SELECT {clock}, match_id, request, "first", "last"
    FROM (SELECT 1) AS one LEFT JOIN eventlog_command ON account_id = %s AND command_id = %s
"""
_UPDATE_HEAD_SQL = "UPDATE eventlog_head SET version = %s, hash = %s WHERE match_id = %s"
_COMMAND_COLUMNS = ("account_id", "command_id", "request", "match_id", '"first"', '"last"', "recorded_at")
_EVENT_COLUMNS = ("match_id", "version", "type", "recorded_at", "body", "hash")
_OPENING_COLUMNS = ("match_id", "version", "part", "salt", "value", "reader", "face_down", "opens")
