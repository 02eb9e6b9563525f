"""Calling computer players whose turn it is: what they owe stands in the database, so a lost call comes again."""

import logging
import time
from datetime import datetime
from threading import Lock

from celery import current_app
from kombu.exceptions import OperationalError

from games.projections import bot_turn_projection
from games.projections.bot_turn_projection import BotTurn

MOVE_TASK_NAME = "games.bots.tasks.move"
REDISPATCH_AFTER_SECONDS = 5.0
"""Seconds after which somebody who hasn't moved is called again."""
MAX_TURNS_PER_DISPATCH = 500
"""How many are looked at at once."""

log = logging.getLogger(__name__)


def dispatch_due_turns(now: datetime) -> int:
    """Call whoever has thought long enough by now; gives how many."""
    claimed = _claim_undispatched(bot_turn_projection.due_turns(now, MAX_TURNS_PER_DISPATCH))
    for number, turn in enumerate(claimed):
        try:
            args = (turn.match_id, turn.phase, turn.seat)
            current_app.send_task(
                MOVE_TASK_NAME, args=args, expires=REDISPATCH_AFTER_SECONDS, ignore_result=True, retry=False
            )
        except OperationalError as error:
            log.warning("computer players can't be called: %s", type(error).__name__)
            _release(claimed[number:])
            return number
    return len(claimed)


def _claim_undispatched(due_turns: list[BotTurn]) -> list[BotTurn]:
    now = time.monotonic()
    with _lock:
        for turn in [
            turn for turn, dispatched_at in _dispatched_at.items() if now - dispatched_at > REDISPATCH_AFTER_SECONDS
        ]:
            del _dispatched_at[turn]
        new = [turn for turn in due_turns if turn not in _dispatched_at]
        _dispatched_at.update(dict.fromkeys(new, now))
    return new


def _release(undispatched: list[BotTurn]) -> None:
    with _lock:
        for turn in undispatched:
            _dispatched_at.pop(turn, None)


_dispatched_at: dict[BotTurn, float] = {}
"""Whom this process has called, and when: two sweeps at once need not both do it."""
_lock = Lock()
