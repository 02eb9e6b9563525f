"""The command handler: every change of a match, by a player, the clock or the staff, goes through it.

Most commands wait for the next batch (`command_writer`). Those that need more than the match itself, such as a quota or
an invite, have a transaction of their own (`slow_lane`).
"""

from django.db import connection

from games.eventlog.command_metadata import CommandMetadata
from games.matches.command_batch import Request
from games.matches.command_decision import DEFAULT_ENVIRONMENT, CommandResult, Environment
from games.matches.command_writer import command_writer
from games.matches.slow_lane import execute_alone
from games.rulebook.commands import Command, Sit


def handle_command(
    match_id: str,
    command: Command,
    *,
    metadata: CommandMetadata,
    invite_code: str | None = None,
    is_admitted: bool = False,
    seat_quota: int | None = None,
    lock_timeout_ms: int | None = None,
    environment: Environment = DEFAULT_ENVIRONMENT,
) -> CommandResult:
    """Execute one command and return its result; replay the first result if it was processed before.

    Args:
        match_id: the match.
        command: what is asked for.
        metadata: the account, its idempotency key for this command, the digest of the request, and what it expects.
        invite_code: lets the caller sit down at any match, even after having been kicked.
        is_admitted: lets the caller sit down at a private match without an invite: they have its password, or come
            from the match before.
        seat_quota: in how many unfinished matches the caller may have a seat; None is no limit.
        lock_timeout_ms: how long to wait for the match's lock, in milliseconds; None is as long as the settings say.
        environment: where time and salts come from.

    Raises:
        NoSuchMatch: there is no such match, the account may not see it, or the invite isn't valid for it.
        IdempotencyKeyReused, VersionMismatch, Refused, TooManyMatches: checked in this order; nothing has changed.
        StreamBlocked: somebody else holds the match's lock for too long, or too many commands are waiting.
    """
    # A batch would not see what the caller's transaction has written, and might wait for a lock that it holds.
    if isinstance(command, Sit) or connection.in_atomic_block or environment is not DEFAULT_ENVIRONMENT:
        return execute_alone(
            match_id,
            command,
            metadata=metadata,
            invite_code=invite_code,
            is_admitted=is_admitted,
            seat_quota=seat_quota,
            lock_timeout_ms=lock_timeout_ms,
            environment=environment,
        )
    request = Request(match_id=match_id, command=command, metadata=metadata)
    future = command_writer().submit(request, lock_timeout_ms=lock_timeout_ms)
    if connection.vendor == "postgresql":
        # Others may use it while this thread waits.
        connection.close()
    return future.result()
