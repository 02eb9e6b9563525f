"""The Celery task for computer players."""

from celery import shared_task

from games.bots.bot_turn import take_turn
from games.eventlog.unreadable_logs import skip_unreadable


@shared_task(ignore_result=True)
def move(match_id: str, phase: str, seat: int) -> None:
    """Let the computer player on this seat move, if the match still waits for it in this phase."""
    # No retries: a turn that wasn't taken is dispatched again by the sweep.
    with skip_unreadable(match_id):
        take_turn(match_id, phase, seat)
