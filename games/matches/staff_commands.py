"""Commands of the staff: they end a phase or a match, and are recorded in the event log like any other command."""

import secrets

from games.eventlog.command_metadata import CommandMetadata
from games.matches.command_decision import CommandResult
from games.matches.command_handler import handle_command
from games.rulebook.commands import CallOff, ExpirePhase

STAFF_ACCOUNT = "staff"
"""The account id for all staff commands. Event logs are public; only the staff audit log names the staff member."""


def force_time_up(match_id: str, phase: str) -> CommandResult:
    """End the phase with this id now, as if its time were up, and return the result.

    Raises:
        NoSuchMatch: there is no such match.
        Refused: the match is in another phase, in its lobby or over.
    """
    return handle_command(match_id, ExpirePhase(phase=phase), metadata=_command_metadata("time up"))


def call_off(match_id: str) -> CommandResult:
    """End the match without a winner, and return the result.

    Raises:
        NoSuchMatch: there is no such match.
        Refused: the match is over.
    """
    return handle_command(match_id, CallOff(), metadata=_command_metadata("call off"))


def _command_metadata(request: str) -> CommandMetadata:
    # A random key, so never a replay. Sending a command twice is harmless: its phase or match is over by then.
    return CommandMetadata(
        account_id=STAFF_ACCOUNT, command_id=f"staff-{secrets.token_hex(12)}", request_digest=request
    )
