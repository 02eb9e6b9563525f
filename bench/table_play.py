"""(b) The table's own way: `table.play`, in one process, one command after the other."""

from collections.abc import Callable, Sequence

from bench.stock import Vote
from games.eventlog.command_metadata import CommandMetadata
from games.rulebook import commands
from games.rulebook.commands import SeatCommand
from games.table.play import Fence, play


def cast(votes: Sequence[Vote]) -> None:
    """Play every vote."""
    for vote in votes:
        caller = CommandMetadata(account_id=vote.account, command_id=f"play-{vote.number}", request_digest="0" * 64)
        play(vote.match_id, _ask(vote), caller=caller, fence=Fence(phase=vote.phase))


def _ask(vote: Vote) -> Callable[[int], SeatCommand]:
    return lambda seat: commands.Vote(seat=seat, slots=vote.slots)
