"""Locking many matches at once, without ever waiting for one that somebody else has locked."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from django.db import connection

from games.eventlog.batched_sql import Row, begin_immediate, execute, pipeline, select
from games.eventlog.database_time import clock_sql, selected_time
from games.eventlog.event_reader import EVENTS_WITH_PARTS_SQL, StreamHead, decode_events, stream_head
from games.eventlog.match_state import (
    MatchState,
    cache_drop,
    cache_get,
    cache_put,
    continue_or_reload,
    is_confirmed,
    may_continue,
)
from games.eventlog.processed_commands import SELECT_COMMAND_SQL, ProcessedCommand

IDLE_TIMEOUT_MS = 1_000
"""How long the transaction may stand still: a process that does so holds locks that others wait for."""
STATEMENT_TIMEOUT_MS = 5_000

CommandKey: TypeAlias = tuple[str, str]
"""An account and its idempotency key."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LockedHeads:
    """The heads of matches that nobody else can append to until the transaction ends."""

    heads: Mapping[str, StreamHead]
    unknown: Collection[str]
    """Matches that don't exist."""
    processed_commands: Mapping[CommandKey, ProcessedCommand]
    now: datetime
    """The database's time (on SQLite this machine's) after the locks were granted."""


def begin_and_lock(match_ids: Collection[str], keys: Collection[CommandKey]) -> LockedHeads:
    """Begin a transaction, lock these matches but for those that somebody else has locked, and look the keys up."""
    if connection.vendor == "postgresql":
        return _begin_and_lock_in_postgres(sorted(match_ids), keys)
    begin_immediate()
    heads = {match_id: head for match_id in match_ids if (head := stream_head(match_id)) is not None}
    rows_by_key = {key: select(SELECT_COMMAND_SQL, *key) for key in keys}
    return LockedHeads(
        heads=heads,
        unknown=set(match_ids) - heads.keys(),
        processed_commands={key: ProcessedCommand(*rows[0]) for key, rows in rows_by_key.items() if rows},
        now=selected_time(None),
    )


def _begin_and_lock_in_postgres(match_ids: list[str], keys: Collection[CommandKey]) -> LockedHeads:
    with pipeline():
        execute("BEGIN")
        execute(_SET_TIMEOUTS_SQL, str(IDLE_TIMEOUT_MS), str(STATEMENT_TIMEOUT_MS))
        head_cursor = execute(_LOCK_HEADS_SQL, match_ids)
        # Later statements, because they must see what those who held the locks before have committed.
        command_cursor = execute(_SELECT_COMMANDS_SQL, [account for account, _ in keys], [key for _, key in keys])
        clock_cursor = execute(f"SELECT {clock_sql()}")
    heads = {match_id: StreamHead.of_row(*columns) for match_id, *columns in head_cursor.fetchall()}
    skipped = [match_id for match_id in match_ids if match_id not in heads]
    existing = {row[0] for row in select(_EXISTING_HEADS_SQL, skipped)} if skipped else set()
    return LockedHeads(
        heads=heads,
        unknown=set(skipped) - existing,
        processed_commands={
            (account, key): ProcessedCommand(*columns) for account, key, *columns in command_cursor.fetchall()
        },
        now=selected_time(clock_cursor.fetchone()[0]),
    )


def states_at_heads(
    heads: Mapping[str, StreamHead], before_folding: Callable[[Collection[str]], object]
) -> dict[str, MatchState | Exception]:
    """Return the state of each of these matches, whose heads are locked, or why it can't be read.

    Cached states are confirmed by the head; the logs of all others are read together. `before_folding` is called with
    the matches whose log is read, if there are any.
    """
    cached_states = {match_id: cache_get(match_id) for match_id in heads}
    states: dict[str, MatchState | Exception] = {
        match_id: cached
        for match_id, cached in cached_states.items()
        if cached is not None and is_confirmed(cached, heads[match_id])
    }
    if unread := heads.keys() - states.keys():
        before_folding(unread)
        bases = {match_id: _continuable(cached_states[match_id], heads[match_id]) for match_id in sorted(unread)}
        rows_by_match = _event_rows({match_id: base.version if base else 0 for match_id, base in bases.items()}, heads)
        for match_id, base in bases.items():
            if base is None:
                cache_drop(match_id, cached_states[match_id])
            states[match_id] = _fold(match_id, base, rows_by_match.get(match_id, ()), heads[match_id])
    return states


def _continuable(cached: MatchState | None, head: StreamHead) -> MatchState | None:
    return cached if cached is not None and may_continue(cached, head) else None


def _fold(match_id: str, base: MatchState | None, rows: Iterable[Row], head: StreamHead) -> MatchState | Exception:
    try:
        state = continue_or_reload(match_id, base, decode_events(rows), head)
        assert state is not None, "a match with a head has events"
    except Exception as error:  # noqa: BLE001  (it concerns this match alone)
        return error
    # Committed: this transaction hasn't written yet.
    cache_put(match_id, state)
    return state


def _event_rows(after: Mapping[str, int], heads: Mapping[str, StreamHead]) -> dict[str, list[Row]]:
    """Return the rows of the events after these versions, as `decode_events` takes them, by match."""
    if connection.vendor != "postgresql":
        return {
            match_id: select(EVENTS_WITH_PARTS_SQL, match_id, version, heads[match_id].version)
            for match_id, version in after.items()
        }
    rows = select(
        _EVENTS_OF_MANY_SQL, list(after), list(after.values()), [heads[match_id].version for match_id in after]
    )
    return {match_id: [row[1:] for row in group] for match_id, group in groupby(rows, key=itemgetter(0))}


_SET_TIMEOUTS_SQL = (
    "SELECT set_config('idle_in_transaction_session_timeout', %s, true), set_config('statement_timeout', %s, true)"
)
_LOCK_HEADS_SQL = """
    SELECT match_id, version, hash, erased FROM eventlog_head WHERE match_id = ANY(%s)
    ORDER BY match_id FOR NO KEY UPDATE SKIP LOCKED
"""
_EXISTING_HEADS_SQL = "SELECT match_id FROM eventlog_head WHERE match_id = ANY(%s)"
_SELECT_COMMANDS_SQL = """
    SELECT command.account_id, command.command_id, command.match_id, request, "first", "last", event.hash
    FROM unnest(%s::text[], %s::text[]) AS asked (account_id, command_id)
    JOIN eventlog_command AS command
        ON command.account_id = asked.account_id AND command.command_id = asked.command_id
    JOIN eventlog_event AS event ON event.match_id = command.match_id AND event.version = command."last"
"""
_EVENTS_OF_MANY_SQL = """
    SELECT asked.match_id, event.body, event.hash, opening.part, opening.value
    FROM unnest(%s::text[], %s::integer[], %s::integer[]) AS asked (match_id, after, upto)
    JOIN eventlog_event AS event
        ON event.match_id = asked.match_id AND event.version > asked.after AND event.version <= asked.upto
    LEFT JOIN eventlog_opening AS opening
        ON opening.match_id = event.match_id AND opening.version = event.version
    ORDER BY asked.match_id, event.version
"""
