"""A story with everything that absent players lead to: missed phases, calls of time, rests and returns."""

from datetime import timedelta
from random import Random

from games.bots.random_bot import choose_random_move
from games.rulebook import Viewer
from games.rulebook.commands import CallTime, ExpirePhase, Open, Resign, Resume, SeatBot, Sit, Start
from games.rulebook.match import Over, phase_id
from games.rulebook.player_view import actions
from games.rulebook.rulesets import ODYSSEY
from games.rulebook.terms import Clock, with_calling_times
from tests.rulebook.match_scenarios import FixedChance, human_players, terms
from tests.rulebook.random_matches import MatchHistory
from tests.rulebook.random_players import bot_player
from tests.rulebook.sent_command import Sent


def story_with_absences() -> MatchHistory:
    """Return a match of four people and a computer player, without limits for the clue and the reveal."""
    story = MatchHistory(rules=ODYSSEY, players=5, seed=2, chance=FixedChance(2))
    _start(story)
    _move(story, 0)
    for _ in ("cards", "vote"):
        _move(story, 0, 1, 4)
        _end_phase(story)
    # Seats 2 and 3 are skipped now. The first person to be ready sets a deadline.
    _move(story, 0, 4, 1)
    _call_time(story, 0)
    _move(story, 1)
    # The last people who are there leave in the middle of a phase: the match rests, then its time begins anew.
    for seat in (0, 1):
        story.act(Sent(seat, Resign()))
    story.act(Sent(2, Resume()))
    _end_phase(story)
    # One missed phase is enough to be skipped again: the match rests when time was up, and goes on by itself.
    _end_phase(story)
    story.act(Sent(3, Resume()))
    # The last rest ends the match.
    story.act(Sent(3, Resign()))
    _end_phase(story)
    assert isinstance(story.match, Over)
    assert not any(step.refused or step.unexpected_error for step in story.steps)
    return story


def _start(story: MatchHistory) -> None:
    changes = {"rulebook": 2, "first": "host", "clock": Clock(submit=30, vote=30)}
    host, *others = human_players(4)
    story.act(Open(terms=with_calling_times(terms(ODYSSEY, 5, **changes), 60, 30), player=host))
    for player in others:
        story.act(Sit(player=player))
    story.act(Sent(0, SeatBot(target_seat=4, player=bot_player(4))))
    story.now += timedelta(minutes=5)
    story.act(Sent(1, Start()))


def _move(story: MatchHistory, *seats: int) -> None:
    """Let each of these seats make its move, if it has one."""
    for seat in seats:
        assert story.match is not None
        story.now += timedelta(seconds=1)
        if command := choose_random_move(actions(story.match, Viewer(seat=seat)), Random(7)):
            story.act(Sent(seat, command))


def _end_phase(story: MatchHistory) -> None:
    assert story.match is not None
    story.act(ExpirePhase(phase=phase_id(story.match)))


def _call_time(story: MatchHistory, seat: int) -> None:
    story.now += timedelta(minutes=1)
    story.act(Sent(seat, CallTime()))
