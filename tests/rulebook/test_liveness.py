"""No absent player can freeze a match of rulebook 2: those who stay can always go on, or the clock does."""

from collections.abc import Collection
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from games.rulebook import Match, player_view
from games.rulebook.actions import MayAddEntropy, MayCallTime, MayClaim, MayReady, MayStart, MaySubmit, MayTell, MayVote
from games.rulebook.commands import CallTime, ExpirePhase, Resume
from games.rulebook.match import HOST_START_PERIOD, Gathering, Over, board_of, deadline_of, phase_id
from games.rulebook.terms import Clock
from games.rulebook.waiting import waiting_for
from tests.rulebook.match_scenarios import RULESETS_AND_PLAYER_COUNTS
from tests.rulebook.random_absences import offered_actions, offered_move, play_match_with_absences
from tests.rulebook.random_matches import MatchHistory
from tests.rulebook.sent_command import Sent

MOVES = (MayAddEntropy, MayClaim, MayTell, MaySubmit, MayVote, MayReady)
LONGEST_BEGINNING = 60
MAX_STEPS_TO_THE_END = 3000


def random_beginning(index: int, **changes: Any) -> tuple[MatchHistory, Random]:
    """Return a match with absences up to a random state; the index chooses rule set, number of players and seed.

    `changes` are terms that aren't left to chance.
    """
    rules, players = RULESETS_AND_PLAYER_COUNTS[index % len(RULESETS_AND_PLAYER_COUNTS)]
    rng = Random(f"liveness {index}")
    longest = rng.randint(players, LONGEST_BEGINNING)
    return play_match_with_absences(rules, players, index, longest=longest, **changes), rng


def people_of(match: Match) -> list[int]:
    board = board_of(match)
    if board is not None:
        return list(board.non_bot_seats)
    assert isinstance(match, Gathering)
    return [seat for seat, player in enumerate(match.seats) if player and player.kind != "bot"]


def can_go_on(history: MatchHistory, staying: Collection[int]) -> bool:
    """Return whether the match can go on if only the players of these seats stay.

    Either one of them can move now, or start or call time soon enough, or the clock ends the phase or the rest.
    """
    match = history.match
    assert match is not None and not isinstance(match, Over)
    offered = [action for _, action in offered_actions(match, staying)]
    if isinstance(match, Gathering):
        could_start = any(isinstance(action, MayStart) for _, action in offered_actions(match, (match.host,)))
        starts = [action.from_ for action in offered if isinstance(action, MayStart)]
        return not could_start or any(at is None or at <= history.now + HOST_START_PERIOD for at in starts)
    awaited_seats = set(staying) & set(waiting_for(match))
    latest_call = history.now + timedelta(seconds=match.board.terms.call_after or 0)
    return (
        deadline_of(match) is not None
        or any(isinstance(action, MOVES) for _, action in offered_actions(match, awaited_seats))
        or any(isinstance(action, MayCallTime) and action.from_ <= latest_call for action in offered)
    )


def frozen_states(index: int) -> list[str]:
    """Return the states of a random match in which some of the people can leave the others without a way to go on."""
    history, rng = random_beginning(index)
    found, so_far = [], MatchHistory(rules=history.rules, players=history.players, seed=index, chance=history.chance)
    for step in history.steps:
        if not step.states or isinstance(step.states[-1], Over):
            continue
        so_far.match, so_far.now = step.states[-1], step.now
        people = people_of(so_far.match)
        staying = rng.sample(people, rng.randint(1, len(people)))
        if not can_go_on(so_far, staying):
            found.append(f"match {index}, {phase_id(so_far.match)}: seats {staying} stay")
    return found


def play_to_the_end(history: MatchHistory, staying: Collection[int], rng: Random) -> None:
    """Let those who stay play, resume and call time, computer players play and the clock tick, until the match is over.

    A match that hasn't started stays as it is.
    """
    for _ in range(MAX_STEPS_TO_THE_END):
        match = history.match
        if match is None or isinstance(match, Gathering | Over):
            return
        history.act(_next_step(history, match.board.skipped_seats, staying, rng))
        assert not history.steps[-1].refused, history.steps[-1]
    raise AssertionError(f"match {history.seed} did not end")


def _next_step(history: MatchHistory, skipped_seats: Collection[int], staying: Collection[int], rng: Random) -> Sent:
    match = history.match
    assert match is not None
    absent = set(people_of(match)) - set(staying)
    for seat in staying:
        if seat in skipped_seats:
            return Sent(seat, Resume())
    if move := offered_move(match, rng, set(waiting_for(match)) - absent):
        return move
    if deadline_of(match) is not None:
        return Sent("clock", ExpirePhase(phase=phase_id(match)))
    for viewer, action in offered_actions(match, staying):
        if isinstance(action, MayCallTime):
            history.now = max(history.now, action.from_)
            return Sent(viewer.seat, CallTime())
    raise AssertionError(f"match {history.seed} is frozen in {phase_id(match)}; seats {staying} stay")


@pytest.mark.slow
@pytest.mark.parametrize("first", range(4))
def test_no_absence_freezes_any_of_two_thousand_matches(first: int):
    assert [state for index in range(first, 2000, 4) for state in frozen_states(index)] == []


def test_control_without_calling_time_matches_freeze(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(player_view, "call_time_actions", lambda match, seat: ())
    assert [state for index in range(40) for state in frozen_states(index)] != []


@pytest.mark.parametrize("first", range(4))
def test_where_at_least_half_of_the_people_stay_they_play_to_the_end(first: int):
    for index in range(first, 120, 4):
        history, rng = random_beginning(index)
        people = people_of(history.match) if history.match and not isinstance(history.match, Over) else []
        play_to_the_end(history, rng.sample(people, (len(people) + 1) // 2), rng)


@pytest.mark.parametrize("first", range(4))
def test_a_match_with_a_clock_that_everybody_has_left_ends_by_itself(first: int):
    for index in range(first, 120, 4):
        history, rng = random_beginning(index, clock=Clock(clue=60, submit=30, vote=30, reveal=15))
        play_to_the_end(history, (), rng)
