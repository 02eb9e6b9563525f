"""(b) The product's command handler, in one process: one command after the other, and 32 at a time."""

from collections.abc import Sequence

from bench.match_fixtures import PendingVote
from games.eventlog.command_metadata import CommandMetadata
from games.matches.command_batch import Request
from games.matches.command_handler import handle_command
from games.matches.command_writer import command_writer
from games.matches.slow_lane import execute_alone
from games.rulebook.commands import Vote

WAITING_TOGETHER = 32


def cast_votes(votes: Sequence[PendingVote]) -> None:
    """Execute every vote as a command."""
    for vote in votes:
        handle_command(vote.match_id, Vote(slots=vote.slots), metadata=_metadata(vote))


def cast_votes_alone(votes: Sequence[PendingVote]) -> None:
    """Do the same in the slow lane, in this thread: another thread would not use another database than the default."""
    for vote in votes:
        execute_alone(vote.match_id, Vote(slots=vote.slots), metadata=_metadata(vote))


def cast_votes_together(votes: Sequence[PendingVote]) -> None:
    """Do the same with 32 votes waiting at a time."""
    for start in range(0, len(votes), WAITING_TOGETHER):
        requests = [
            Request(match_id=vote.match_id, command=Vote(slots=vote.slots), metadata=_metadata(vote))
            for vote in votes[start : start + WAITING_TOGETHER]
        ]
        for future in [command_writer().submit(request) for request in requests]:
            future.result()


def _metadata(vote: PendingVote) -> CommandMetadata:
    return CommandMetadata(
        account_id=vote.account,
        command_id=f"handler-{vote.number}",
        request_digest="0" * 64,
        expected_phase=vote.phase,
    )
