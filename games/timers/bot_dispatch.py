"""Dispatching computer players' turns as Celery tasks.

The pending turns are a projection in the database, so a task that is lost is simply sent again.
"""

import logging
import time
from contextlib import suppress
from datetime import datetime
from threading import Lock
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError

from games.projections import bot_turn_projection
from games.projections.bot_turn_projection import BotTurn

MOVE_TASK_NAME = "games.bots.tasks.move"
REDISPATCH_AFTER_SECONDS = 5.0
"""Seconds after which a turn that hasn't been taken is dispatched again."""
MAX_TURNS_PER_DISPATCH = 500
"""How many turns are read at once."""
TURN_QUEUE = "celery"
MAX_WAITING_TASKS = 500
"""The length of the queue at which no more turns are sent, so that they don't pile up while no worker takes them."""

log = logging.getLogger(__name__)


def dispatch_due_turns(now: datetime) -> int:
    """Dispatch every turn that is due by `now` and return how many were sent."""
    due_turns = bot_turn_projection.due_turns(now, MAX_TURNS_PER_DISPATCH)
    if not due_turns or _waiting_task_count() >= MAX_WAITING_TASKS:
        return 0
    claimed = _claim_undispatched(due_turns)
    for number, turn in enumerate(claimed):
        try:
            args = (turn.match_id, turn.phase, turn.seat)
            # By name: importing the task would make the clock depend on `games.bots`. Sending isn't retried: that would
            # hold up the sweep.
            current_app.send_task(MOVE_TASK_NAME, args=args, ignore_result=True, retry=False)
        except OperationalError as error:
            log.warning("cannot dispatch computer players' turns: %s", type(error).__name__)
            _mark_undispatched(claimed[number:])
            return number
    return len(claimed)


def _waiting_task_count() -> int:
    """Return the length of the queue of turns; 0 if the broker doesn't answer, which sending one will report."""
    pool: Any = current_app.pool
    with (
        pool.acquire(block=True) as connection,
        # The queue exists only while a task waits in it. If it doesn't, that is an error of the channel.
        suppress(OperationalError, *connection.connection_errors, *connection.channel_errors),
    ):
        return int(connection.default_channel.queue_declare(TURN_QUEUE, passive=True).message_count)
    return 0


def _claim_undispatched(due_turns: list[BotTurn]) -> list[BotTurn]:
    now = time.monotonic()
    with _lock:
        expired = [turn for turn, sent_at in _dispatched_at.items() if now - sent_at > REDISPATCH_AFTER_SECONDS]
        for turn in expired:
            del _dispatched_at[turn]
        claimed = [turn for turn in due_turns if turn not in _dispatched_at]
        _dispatched_at.update(dict.fromkeys(claimed, now))
    return claimed


def _mark_undispatched(undispatched: list[BotTurn]) -> None:
    with _lock:
        for turn in undispatched:
            _dispatched_at.pop(turn, None)


_dispatched_at: dict[BotTurn, float] = {}
"""The turns this process has dispatched, and when, so that overlapping sweeps don't send them twice."""
_lock = Lock()
