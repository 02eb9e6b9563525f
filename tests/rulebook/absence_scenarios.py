"""Matches of rulebook 2 in which some players are absent: what the others do, and what the clock does."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from games.rulebook.commands import Command, ExpirePhase, GiveClue, Open, Ready, Sit, Start, Submit, Vote
from games.rulebook.events import Event
from games.rulebook.match import Match, Over, Reveal, Storytelling, Submitting, Voting, deadline_of, phase_id
from games.rulebook.phases import submitting
from games.rulebook.rulesets import CLASSIC, Ruleset
from games.rulebook.terms import Clock
from games.rulebook.voters import choosable_slots
from games.rulebook.waiting import waiting_for
from tests.rulebook.match_scenarios import (
    TEXT_CLUE,
    FixedChance,
    Situation,
    given,
    human_players,
    match_in_storytelling,
    no_match,
    terms,
)
from tests.rulebook.random_players import bot_player
from tests.rulebook.sent_command import Sent

CLOCK = Clock(clue=60, submit=30, vote=30, reveal=15)
CALL_AFTER, CALL_GRACE = timedelta(seconds=300), timedelta(seconds=120)
HOUR = timedelta(hours=1)
MOMENT = timedelta(microseconds=1)


def absence_terms(**changes: Any) -> dict[str, Any]:
    return {"rulebook": 2, "clock": CLOCK, "call_after": 300, "call_grace": 120, "first": "host", **changes}


def started(
    rules: Ruleset = CLASSIC, players: int = 4, *, bots: Collection[int] = (), seed: int = 7, **changes: Any
) -> Situation:
    """A match of rulebook 2 that waits for the first clue, of seat 0 unless said otherwise."""
    if not bots:
        return match_in_storytelling(rules, players, FixedChance(seed), **absence_terms(**changes))
    host, *others = human_players(players)
    bot_seats = tuple((seat, bot_player(seat)) for seat in bots)
    open_command = Open(terms=terms(rules, players, **absence_terms(**changes)), player=host, bots=bot_seats)
    sits = (Sit(player=person, seat=seat) for seat, person in enumerate(others, start=1) if seat not in bots)
    return no_match(FixedChance(seed)).when(open_command, *sits, Sent(0, Start()))


def next_move(match: Match, seat: int) -> Sent:
    """Return a legal move of a seat that the match waits for."""
    command: Command
    match match:
        case Storytelling():
            card = None if match.board.rules.crowd else match.board.hands[seat][0]
            command = GiveClue(card=card, clue=TEXT_CLUE)
        case Submitting():
            command = Submit(cards=match.board.hands[seat][: submitting._cards_to_submit(match)])
        case Voting():
            slots = choosable_slots(match.board, match.submitted_cards[seat], match.tableau)
            is_trapping = match.board.rules.crowd and seat == match.board.storyteller
            command = Vote(slots=slots[:1], trap=slots[-1] if is_trapping else None)
        case Reveal():
            command = Ready()
        case _:
            raise AssertionError(match)
    return Sent(seat, command)


def play_phase(situation: Situation, absent: Collection[int] = ()) -> Situation:
    """Let those who are there make their moves in this phase; it goes on if it waits for somebody else."""
    phase = current_phase(situation)
    while current_phase(situation) == phase:
        seats = [seat for seat in waiting_for(situation.started_match) if seat not in absent]
        if not seats:
            break
        situation = situation.when(next_move(situation.started_match, seats[0]))
    return situation


def time_up(situation: Situation, late: timedelta = timedelta(0)) -> Situation:
    """Let the clock tick at the end of the phase, or of the rest, or some time later."""
    match = situation.started_match
    deadline_at = deadline_of(match)
    assert deadline_at is not None
    return given(situation, deadline_at + late).when(ExpirePhase(phase=phase_id(match)))


def miss_phase(situation: Situation, *absent: int) -> Situation:
    """Let everybody but these seats move, and then the clock end the phase."""
    phase = current_phase(situation)
    played = play_phase(situation, absent)
    return time_up(played) if current_phase(played) == phase else played


def miss_phases(situation: Situation, count: int, *absent: int) -> Situation:
    for _ in range(count):
        situation = miss_phase(situation, *absent)
    return situation


def in_phase(situation: Situation, phase: str, *absent: int) -> Situation:
    """Play on, without these seats, until the match is in this phase."""
    while current_phase(situation) != phase:
        situation = miss_phase(situation, *absent)
    return situation


def later(situation: Situation, duration: timedelta) -> Situation:
    return given(situation, situation.now + duration)


def current_phase(situation: Situation) -> str:
    assert situation.match is not None
    return "over" if isinstance(situation.match, Over) else phase_id(situation.match)


def skipped(situation: Situation) -> tuple[int, ...]:
    return situation.started_match.board.skipped_seats


def awaited(situation: Situation) -> tuple[int, ...]:
    return waiting_for(situation.started_match)


def types(situation: Situation) -> list[type[Event]]:
    return [type(event) for event in situation.events]
