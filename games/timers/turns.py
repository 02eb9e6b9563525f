"""Calling computer players whose turn it is: what they owe stands in the database, so a lost call comes again."""

import logging
import time
from datetime import datetime
from threading import Lock

from celery import current_app
from kombu.exceptions import OperationalError

from games.projections import bot_turn_projection
from games.projections.bot_turn_projection import BotTurn

MOVE = "games.bots.tasks.move"
AGAIN = 5.0
"""Seconds after which somebody who hasn't moved is called again."""
MOST = 500
"""How many are looked at at once."""

log = logging.getLogger(__name__)


def call(now: datetime) -> int:
    """Call whoever has thought long enough by now; gives how many."""
    called = _not_just_called(bot_turn_projection.due_turns(now, MOST))
    for number, turn in enumerate(called):
        try:
            args = (turn.match_id, turn.phase, turn.seat)
            current_app.send_task(MOVE, args=args, expires=AGAIN, ignore_result=True, retry=False)
        except OperationalError as error:
            log.warning("computer players can't be called: %s", type(error).__name__)
            _forget(called[number:])
            return number
    return len(called)


def _not_just_called(found: list[BotTurn]) -> list[BotTurn]:
    now = time.monotonic()
    with _lock:
        for turn in [turn for turn, at in _called.items() if now - at > AGAIN]:
            del _called[turn]
        new = [turn for turn in found if turn not in _called]
        _called.update(dict.fromkeys(new, now))
    return new


def _forget(turns: list[BotTurn]) -> None:
    with _lock:
        for turn in turns:
            _called.pop(turn, None)


_called: dict[BotTurn, float] = {}
"""Whom this process has called, and when: two sweeps at once need not both do it."""
_lock = Lock()
