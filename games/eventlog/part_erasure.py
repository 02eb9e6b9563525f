"""Erase personal texts: their openings lose salt and value, and the chain stays as it is."""

from collections.abc import Iterable

from games.eventlog.batched_sql import execute, select

# Without its salt a digest in the chain can't be matched to guessed names or words.
_ERASE_PART_SQL = (
    "UPDATE eventlog_opening SET salt = NULL, value = NULL WHERE match_id = %s AND version = %s AND part = %s"
)
_INCREMENT_ERASURES_SQL = "UPDATE eventlog_head SET erased = erased + 1 WHERE match_id = %s"
# The value is JSON, in which the id is a text of its own. A match too many does no harm: `personal_parts` looks at the
# id itself.
_MATCHES_WITH_PLAYER_SQL = """
    SELECT DISTINCT match_id FROM eventlog_opening
    WHERE (part = 'player' OR version = 1 AND part LIKE 'reserved_for/%%') AND value LIKE %s
"""


def erase_parts(match_id: str, parts: Iterable[tuple[int, str]]) -> None:
    """Erase these parts (version and name) of a match whose head is locked.

    The raised count of erasures makes every process read the match again.
    """
    for version, part in parts:
        execute(_ERASE_PART_SQL, match_id, version, part)
    execute(_INCREMENT_ERASURES_SQL, match_id)


def match_ids_with_player(account_id: str) -> list[str]:
    """Return every match in which this account has ever had a seat, or a reserved one, lobbies included."""
    return [row[0] for row in select(_MATCHES_WITH_PLAYER_SQL, f'%"{account_id}"%')]


def delete_commands(account_id: str) -> None:
    """Delete the account's stored commands, which nobody can repeat any longer."""
    execute("DELETE FROM eventlog_command WHERE account_id = %s", account_id)
