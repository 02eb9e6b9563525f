"""Erasing personal texts: their openings lose salt and value, the chain stays as it is."""

from collections.abc import Iterable

from games.eventlog.batched_sql import execute, select

_ERASE_PART_SQL = (
    "UPDATE eventlog_opening SET salt = NULL, value = NULL WHERE match_id = %s AND version = %s AND part = %s"
)
_INCREMENT_ERASURES_SQL = "UPDATE eventlog_head SET erased = erased + 1 WHERE match_id = %s"
_MATCHES_WITH_PLAYER_SQL = "SELECT DISTINCT match_id FROM eventlog_opening WHERE part = 'player' AND value LIKE %s"


def erase_parts(match_id: str, parts: Iterable[tuple[int, str]]) -> None:
    """Erase these parts, by version and name, of a match whose head is locked; every process reads it anew."""
    for version, part in parts:
        execute(_ERASE_PART_SQL, match_id, version, part)
    execute(_INCREMENT_ERASURES_SQL, match_id)


def match_ids_with_player(account_id: str) -> list[str]:
    """Every match in which somebody of this id has ever taken a seat, in the lobby, too."""
    return [row[0] for row in select(_MATCHES_WITH_PLAYER_SQL, f'%"{account_id}"%')]


def delete_commands(account_id: str) -> None:
    """Drop what answers this account's repetitions: there is nobody left to repeat anything."""
    execute("DELETE FROM eventlog_command WHERE account_id = %s", account_id)
