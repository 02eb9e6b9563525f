"""Simultaneous commands in matches with absent players.

All deadlines lie in the future, so that the deployment's own worker takes no part.
"""

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from games.eventlog.models import Event
from games.matches.command_decision import DEFAULT_ENVIRONMENT, Environment
from games.matches.deadline_command import expire_phase
from games.rulebook.commands import Abandon, Resume
from games.rulebook.terms import Clock
from tests.timers.absent_players import DesertedMatch
from tests.timers.simultaneous import run_in_database_threads

ONE_MINUTE_CLOCK = Clock(clue=60, submit=60, vote=60)


def race_resume_against_automatic_card(match_count: int) -> dict[str, int]:
    """Let a skipped player resume while the storyteller gives the clue, after which a card is played for that seat."""
    return Counter(_race_resume() for _ in range(match_count))


def race_agreement_against_skip(match_count: int) -> dict[str, int]:
    """Let the last player agree to abandon the match while the clock makes the third one a skipped seat."""
    return Counter(_race_agreement() for _ in range(match_count))


def _race_resume() -> str:
    match = _start_match().play_without({1}, until="3.storytelling")
    assert match.skipped_seats == (1,)
    storyteller, version = match.storyteller, match.state.version
    match.environment = DEFAULT_ENVIRONMENT
    run_in_database_threads([partial(match.command, 1, Resume()), partial(match.play_legal_move, storyteller)])
    log = _log_after(match, version)
    types = [event["type"] for event in log]
    automatic_cards = [event["data"]["seat"] for event in log if event["type"] == "cards_submitted"]
    if types == ["seat_resumed", "clue_given"]:
        return "resume"
    if types == ["clue_given", "cards_submitted", "seat_resumed"] and automatic_cards == [1]:
        return "card"
    return f"both or none: {types}"


def _race_agreement() -> str:
    match = _start_match().play_without({1}, until="1.voting")
    match.play_legal_move(2)
    assert match.waiting_seats == (1,)
    match.command(0, Abandon())
    row, version = match.next_deadline, match.state.version
    match.environment = Environment(now=row.due_at)
    tick = partial(expire_phase, match.id, row.phase, row.due_at, environment=match.environment)
    run_in_database_threads([partial(match.command, 2, Abandon()), tick])
    log = _log_after(match, version)
    types = [event["type"] for event in log]
    ended = {"status": "abandoned", "why": "agreed", "winners": [], "skipped": [1]}
    assert types[-1] == "match_ended" and ended.items() <= log[-1]["data"].items(), log[-1]
    if types == ["abandon_agreed", "time_up", "seat_skipped", "match_ended"]:
        return "agreement"
    if types[:2] == ["time_up", "seat_skipped"] and types[-2:] == ["abandon_agreed", "match_ended"]:
        return "skip"
    return f"both or none: {types}"


def _start_match() -> DesertedMatch:
    """Return a match of three in which seat 0 is the storyteller."""
    match = DesertedMatch(ONE_MINUTE_CLOCK, players=3, began_at=datetime.now(UTC) + timedelta(days=1))
    match.play_legal_move(0)
    return match


def _log_after(match: DesertedMatch, version: int) -> list[dict[str, Any]]:
    events = Event.objects.filter(match_id=match.id, version__gt=version).order_by("version")
    return [json.loads(event.body) for event in events]
