"""What many do at the same moment, in a process of its own on a house's database.

python -c "import django; django.setup(); from tests.timers.storm import main; main()" ticks | race NUMBER
prints what came of it, as JSON.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from random import Random
from threading import Barrier

from django.db import connections

from games.eventlog.models import Event
from games.matches.command_handler import CommandResult
from games.matches.deadline_command import expire_phase
from games.rulebook import Refused
from games.rulebook.player_view import waiting_for
from games.rulebook.terms import Clock
from games.timers.database_clock import DatabaseClock
from tests.timers.clocked import Clocked


def crowd(works: list[Callable[[], object]]) -> list[object]:
    """Do all of it at the same moment, each with connections of its own."""
    barrier = Barrier(len(works))

    def work(one: Callable[[], object]) -> object:
        try:
            barrier.wait(60)
            return one()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(work, works))


def ticks() -> dict[str, object]:
    """Fifty deliveries of one tick, of one ten seconds early, and of one of an old round; all at once.

    Luck names a storyteller then, whose time begins anew: it is long enough for all to be looked at before it is over.
    """
    due, early, old = (Clocked(Clock(clue=seconds)) for seconds in (4, 14, 600))
    old.until("2.storytelling")
    versions = [match.folded.version for match in (early, old)]
    DatabaseClock().sleep_until(due.due_at + timedelta(milliseconds=1))
    told = [(due.id, "1.storytelling", due.due_at), (early.id, "1.storytelling", early.due_at)]
    told.append((old.id, "1.storytelling", old.due_at))
    done = crowd([partial(expire_phase, *one) for one in told for _ in range(17)])
    answered = [played for played in done if isinstance(played, CommandResult)]
    return {
        "effects": due.count("time_up"),
        "written": sum(played.event_batch is not None for played in answered),
        "same": len({(played.match_id, played.first_version, played.last_version) for played in answered}),
        "untouched": versions == [match.folded.version for match in (early, old)],
    }


def race(number: int) -> dict[str, int]:
    """So many matches whose last vote comes within five milliseconds of the end of its time; the worker ends it."""
    chance = Random(7)
    matches = [Clocked(Clock(vote=8 + number // 5)).until("1.voting") for _ in range(number)]
    for match in matches:
        match.move(waiting_for(match.folded.match)[0])
    with ThreadPoolExecutor(8) as pool:
        votes = [pool.submit(last_vote, match, chance.uniform(-0.005, 0.005)) for match in matches]
        won = [vote.result() for vote in votes]
    time.sleep(2)
    return Counter(outcome(match, accepted=first) for match, first in zip(matches, won, strict=True))


def last_vote(match: Clocked, offset: float) -> bool:
    """Whether the vote was accepted."""
    voter, due_at, clock = waiting_for(match.folded.match)[0], match.due_at, DatabaseClock()
    clock.sleep_until(due_at + timedelta(seconds=offset))
    try:
        return bool(match.move(voter))
    except (Refused, AssertionError):  # refused, or seen to be over before it was sent
        return False
    finally:
        connections.close_all()


def outcome(match: Clocked, *, accepted: bool) -> str:
    """Who has won by the log, if that agrees with what the voter was told."""
    bodies = [json.loads(event.body) for event in Event.objects.filter(match_id=match.id).order_by("version")]
    ups = [body for body in bodies if body["type"] == "time_up"]
    votes = [body["data"]["automatic"] for body in bodies if body["type"] == "vote_cast"]
    scored = sum(body["type"] == "round_scored" for body in bodies)
    if (accepted, len(ups), votes, scored) == (True, 0, [False, False], 1):
        return "vote"
    if (accepted, len(ups), votes, scored) == (False, 1, [False, True], 1):
        return "clock"
    return f"both or none: {accepted=}, {len(ups)} time_up, {votes=}, {scored=}"


def main() -> None:
    what, *numbers = sys.argv[1:]
    print(json.dumps(ticks() if what == "ticks" else race(*map(int, numbers))))
