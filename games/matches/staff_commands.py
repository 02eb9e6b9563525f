"""The staff at the table: it can end a phase or a match, by commands that stand in the log like everybody's."""

import secrets

from games.eventlog.command_metadata import CommandMetadata
from games.matches.command_handler import CommandResult, handle_command
from games.rulebook.commands import CallOff, TimeUp

STAFF_ACCOUNT = "staff"
"""In whose name the staff commands; who of them it was stands in the staff's own book, for the log is public."""


def force_time_up(match_id: str, phase: str) -> CommandResult:
    """End the phase of this id now, as if its time were up.

    Raises:
        NoSuchMatch, Refused
    """
    return handle_command(match_id, TimeUp(phase=phase), metadata=_command_metadata("time up"))


def call_off(match_id: str) -> CommandResult:
    """End the match without a winner.

    Raises:
        NoSuchMatch, Refused
    """
    return handle_command(match_id, CallOff(), metadata=_command_metadata("call off"))


def _command_metadata(request: str) -> CommandMetadata:
    return CommandMetadata(
        account_id=STAFF_ACCOUNT, command_id=f"staff-{secrets.token_hex(12)}", request_digest=request
    )
