"""Simultaneous calls, in a process of its own on a deployment's database.

python -c "import django; django.setup(); from tests.timers.tick_races import main; main()" RACE [NUMBER]
prints the result as JSON.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import NamedTuple

from django.db import connections

from games.eventlog.models import Event
from games.matches.command_decision import CommandResult
from games.matches.deadline_command import expire_phase
from games.rulebook import Refused
from games.rulebook.commands import CallTime, Command
from games.rulebook.terms import Clock
from games.rulebook.waiting import waiting_for
from games.timers.database_clock import DatabaseClock
from tests.timers.absence_races import race_agreement_against_skip, race_resume_against_automatic_card
from tests.timers.simultaneous import run_in_database_threads
from tests.timers.timed_match import TimedMatch


def race_ticks() -> dict[str, object]:
    """Deliver one tick, one ten seconds early and one of an old round, each sixteen times; all at once.

    No more commands of one match may wait in a process.

    The tick chooses a storyteller automatically, whose time begins then: it is long enough to check all results.
    """
    due, early, old = (TimedMatch(Clock(clue=seconds)) for seconds in (4, 14, 600))
    old.play_until("2.storytelling")
    versions = [match.state.version for match in (early, old)]
    DatabaseClock().sleep_until(due.due_at + timedelta(milliseconds=1))
    deliveries = [(due.id, "1.storytelling", due.due_at), (early.id, "1.storytelling", early.due_at)]
    deliveries.append((old.id, "1.storytelling", old.due_at))
    results = run_in_database_threads([partial(expire_phase, *delivery) for delivery in deliveries for _ in range(16)])
    command_results = [played for played in results if isinstance(played, CommandResult)]
    return {
        "effects": due.count_events("time_up"),
        "written": sum(played.event_batch is not None for played in command_results),
        "same": len({(played.match_id, played.first_version, played.last_version) for played in command_results}),
        "untouched": versions == [match.state.version for match in (early, old)],
    }


def race_votes_against_clock(match_count: int) -> dict[str, int]:
    """Create this number of matches, and cast the last vote within five milliseconds of its deadline; the worker ends
    the phase."""
    matches = [TimedMatch(Clock(vote=race_seconds(match_count))).play_until("1.voting") for _ in range(match_count)]
    for match in matches:
        match.play_legal_move(waiting_for(match.state.match)[0])
    return race_last_votes(matches)


def race_votes_against_called_time(match_count: int) -> dict[str, int]:
    """Do the same in matches without a clock, after the storyteller has called time."""
    grace = race_seconds(match_count)
    matches = [TimedMatch(Clock(), call_after=0, call_grace=grace).play_until("1.voting") for _ in range(match_count)]
    for match in matches:
        first_voter, last_voter = waiting_for(match.state.match)
        match.play_legal_move(first_voter)
        (storyteller,) = {0, 1, 2} - {first_voter, last_voter}
        match.command(storyteller, CallTime())
    return race_last_votes(matches)


def race_seconds(match_count: int) -> int:
    """Return a time limit that lets a busy machine prepare all matches before the first one is due."""
    return 10 + match_count


def race_last_votes(matches: list[TimedMatch]) -> dict[str, int]:
    rng, last_votes = Random(7), [choose_last_vote(match) for match in matches]
    with ThreadPoolExecutor(8) as pool:
        votes = [pool.submit(cast_last_vote, vote, rng.uniform(-0.005, 0.005)) for vote in last_votes]
        accepted_votes = [vote.result() for vote in votes]
    time.sleep(2)
    return Counter(race_winner(match, accepted=first) for match, first in zip(matches, accepted_votes, strict=True))


class LastVote(NamedTuple):
    """A vote that a match waits for, and the deadline at which it is cast."""

    match: TimedMatch
    voter: int
    vote: Command
    due_at: datetime


def choose_last_vote(match: TimedMatch) -> LastVote:
    # Long before the deadline: after it, the voter's next move would be taken for the vote.
    assert match.phase == "1.voting"
    (voter,) = waiting_for(match.state.match)
    return LastVote(match, voter, match.legal_move(voter), match.due_at)


def cast_last_vote(last_vote: LastVote, offset: float) -> bool:
    """Return whether the vote was accepted."""
    DatabaseClock().sleep_until(last_vote.due_at + timedelta(seconds=offset))
    try:
        return bool(last_vote.match.command(last_vote.voter, last_vote.vote))
    except Refused:
        return False
    finally:
        connections.close_all()


def race_winner(match: TimedMatch, *, accepted: bool) -> str:
    """Return the winner according to the log, if the voter's answer agrees with it."""
    bodies = [json.loads(event.body) for event in Event.objects.filter(match_id=match.id).order_by("version")]
    time_ups = [body for body in bodies if body["type"] == "time_up"]
    votes = [body["data"]["automatic"] for body in bodies if body["type"] == "vote_cast"]
    scored = sum(body["type"] == "round_scored" for body in bodies)
    if (accepted, len(time_ups), votes, scored) == (True, 0, [False, False], 1):
        return "vote"
    if (accepted, len(time_ups), votes, scored) == (False, 1, [False, True], 1):
        return "clock"
    return f"both or none: {accepted=}, {len(time_ups)} time_up, {votes=}, {scored=}"


def main() -> None:
    race_name, *numbers = sys.argv[1:]
    races: dict[str, Callable[..., object]] = {
        "ticks": race_ticks,
        "race": race_votes_against_clock,
        "called": race_votes_against_called_time,
        "resume": race_resume_against_automatic_card,
        "agreement": race_agreement_against_skip,
    }
    print(json.dumps(races[race_name](*map(int, numbers))))
