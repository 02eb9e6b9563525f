"""The staff at the table: it can end a phase or a match, by commands that stand in the log like everybody's."""

import secrets

from games.eventlog.command_metadata import CommandMetadata
from games.rulebook.commands import CallOff, TimeUp
from games.table.play import Played, play

ACCOUNT = "staff"
"""In whose name the staff commands; who of them it was stands in the staff's own book, for the log is public."""


def force_time_up(match_id: str, phase: str) -> Played:
    """End the phase of this id now, as if its time were up.

    Raises:
        NoSuchMatch, Refused
    """
    return play(match_id, TimeUp(phase=phase, forced=True), caller=_caller("time up"))


def call_off(match_id: str) -> Played:
    """End the match without a winner.

    Raises:
        NoSuchMatch, Refused
    """
    return play(match_id, CallOff(), caller=_caller("call off"))


def _caller(request: str) -> CommandMetadata:
    return CommandMetadata(account_id=ACCOUNT, command_id=f"staff-{secrets.token_hex(12)}", request_digest=request)
