"""Celery's task of the computer players."""

from celery import shared_task

from games.bots.bot_turn import take_turn


@shared_task(ignore_result=True)
def move(match_id: str, phase: str, seat: int) -> None:
    """Let the computer player on this seat move, if it still owes something in this phase."""
    take_turn(match_id, phase, seat)
