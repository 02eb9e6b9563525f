"""Commands that were acknowledged before, by account and idempotency key."""

from typing import NamedTuple

from games.eventlog.batched_sql import select
from games.eventlog.command_metadata import CommandMetadata


class ProcessedCommand(NamedTuple):
    """A command that was acknowledged before, with the versions it led to, and the match's hash at the last of them."""

    match_id: str
    request_digest: str
    first_version: int
    last_version: int
    head_hash: str


def find_processed_command(command_metadata: CommandMetadata) -> ProcessedCommand | None:
    """Return the account's earlier command with this key, if any."""
    rows = select(SELECT_COMMAND_SQL, command_metadata.account_id, command_metadata.command_id)
    return ProcessedCommand(*rows[0]) if rows else None


SELECT_COMMAND_SQL = """
    SELECT command.match_id, request, "first", "last", event.hash
    FROM eventlog_command AS command JOIN eventlog_event AS event
        ON event.match_id = command.match_id AND event.version = command."last"
    WHERE command.account_id = %s AND command.command_id = %s
"""
