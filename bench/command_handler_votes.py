"""(b) The product's command handler, in one process, one command after the other."""

from collections.abc import Sequence

from bench.match_fixtures import PendingVote
from games.eventlog.command_metadata import CommandMetadata
from games.matches.command_handler import handle_command
from games.rulebook.commands import Vote


def cast_votes(votes: Sequence[PendingVote]) -> None:
    """Execute every vote as a command."""
    for vote in votes:
        metadata = CommandMetadata(
            account_id=vote.account,
            command_id=f"handler-{vote.number}",
            request_digest="0" * 64,
            expected_phase=vote.phase,
        )
        handle_command(vote.match_id, Vote(slots=vote.slots), metadata=metadata)
