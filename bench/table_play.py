"""(b) The table's own way: `table.play`, in one process, one command after the other."""

from collections.abc import Callable, Sequence

from bench.stock import Vote
from games.eventlog.caller import Caller
from games.rulebook import commands
from games.rulebook.commands import SeatCommand
from games.table.play import Fence, play


def cast(votes: Sequence[Vote]) -> None:
    """Play every vote."""
    for vote in votes:
        caller = Caller(account=vote.account, command_id=f"play-{vote.number}", request="0" * 64)
        play(vote.match_id, _ask(vote), caller=caller, fence=Fence(phase=vote.phase))


def _ask(vote: Vote) -> Callable[[int], SeatCommand]:
    return lambda seat: commands.Vote(seat=seat, slots=vote.slots)
