"""(b) The table's own way: `table.play`, in one process, one command after the other."""

from collections.abc import Callable, Sequence

from bench.stock import Vote
from games.eventlog.command_metadata import CommandMetadata
from games.matches.command_handler import Precondition, handle_command
from games.rulebook import commands
from games.rulebook.commands import SeatCommand


def cast(votes: Sequence[Vote]) -> None:
    """Play every vote."""
    for vote in votes:
        caller = CommandMetadata(account_id=vote.account, command_id=f"play-{vote.number}", request_digest="0" * 64)
        handle_command(vote.match_id, _ask(vote), metadata=caller, precondition=Precondition(phase=vote.phase))


def _ask(vote: Vote) -> Callable[[int], SeatCommand]:
    return lambda seat: commands.Vote(seat=seat, slots=vote.slots)
