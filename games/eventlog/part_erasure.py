"""Erase personal texts: their openings lose salt and value, and the chain stays as it is."""

import logging
import secrets
from collections.abc import Iterable

from django.db import connection

from games.eventlog.batched_sql import execute, select

log = logging.getLogger(__name__)

# Without its salt a digest in the chain can't be matched to guessed names or words.
_ERASE_PART_SQL = (
    "UPDATE eventlog_opening SET salt = NULL, value = NULL WHERE match_id = %s AND version = %s AND part = %s"
)
_SET_ERASURES_SQL = "UPDATE eventlog_head SET erased = %s WHERE match_id = %s"
# The value is JSON, in which the id is a text of its own. A match too many does no harm: `personal_parts` looks at the
# id itself.
_MATCHES_WITH_PLAYER_SQL = """
    SELECT DISTINCT match_id FROM eventlog_opening
    WHERE (part = 'player' OR version = 1 AND (part LIKE 'reserved_for/%%' OR part = 'ruleset_name')) AND value LIKE %s
"""


MAX_ERASURE_STEP = 2**15


def erase_parts(match_id: str, parts: Iterable[tuple[int, str]], erasure_count: int) -> int:
    """Erase these parts (version and name) of a match whose head is locked, and return its new count of erasures.

    The raised count makes every process read the match again. The step is random, so that a database that has gone back
    and erases something else doesn't come to the count that a process remembers.
    """
    for version, part in parts:
        execute(_ERASE_PART_SQL, match_id, version, part)
    new_count = erasure_count + 1 + secrets.randbelow(MAX_ERASURE_STEP)
    execute(_SET_ERASURES_SQL, new_count, match_id)
    return new_count


def match_ids_with_player(account_id: str) -> list[str]:
    """Return every match in which this account has ever had a seat, or a reserved one, or whose rules it has named.

    Lobbies are included, and so are the rematches that others opened under rules that it has named.
    """
    return [row[0] for row in select(_MATCHES_WITH_PLAYER_SQL, f'%"{account_id}"%')]


def empty_write_ahead_log() -> None:
    """Write SQLite's write-ahead log to the database file and truncate it, because it still has what was erased.

    Does nothing on PostgreSQL, or within a transaction. If another connection reads just then, the log is emptied the
    next time, at the latest by the worker's hourly task.
    """
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        ((is_busy, *_),) = select("PRAGMA wal_checkpoint(TRUNCATE)")
        if is_busy:
            log.warning(
                "SQLite's write-ahead log is in use and still has what was erased. It is emptied within an hour."
            )


def delete_commands(account_id: str) -> None:
    """Delete the account's stored commands, which nobody can repeat any longer."""
    execute("DELETE FROM eventlog_command WHERE account_id = %s", account_id)
