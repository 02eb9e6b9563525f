"""A history with everything that absent players lead to: missed phases, calls of time, rests and returns."""

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


def history_with_absences() -> MatchHistory:
    """Return a match of four people and a computer player, without limits for the clue and the reveal."""
    history = MatchHistory(rules=ODYSSEY, players=5, seed=2, chance=FixedChance(2))
    _start(history)
    _move(history, 0)
    for _ in ("cards", "vote"):
        _move(history, 0, 1, 4)
        _end_phase(history)
    # Seats 2 and 3 are skipped now. The first person to be ready sets a deadline.
    _move(history, 0, 4, 1)
    _call_time(history, 0)
    _move(history, 1)
    # The last people who are there leave in the middle of a phase: the match rests, then its time begins anew.
    for seat in (0, 1):
        history.act(Sent(seat, Resign()))
    history.act(Sent(2, Resume()))
    _end_phase(history)
    # One missed phase is enough to be skipped again: the match rests when time was up, and goes on by itself.
    _end_phase(history)
    history.act(Sent(3, Resume()))
    # The last rest ends the match.
    history.act(Sent(3, Resign()))
    _end_phase(history)
    assert isinstance(history.match, Over)
    assert not any(step.refused or step.unexpected_error for step in history.steps)
    return history


def _start(history: MatchHistory) -> None:
    changes = {"rulebook": 2, "first": "host", "clock": Clock(submit=30, vote=30)}
    host, *others = human_players(4)
    history.act(Open(terms=with_calling_times(terms(ODYSSEY, 5, **changes), 60, 30), player=host))
    for player in others:
        history.act(Sit(player=player))
    history.act(Sent(0, SeatBot(target_seat=4, player=bot_player(4))))
    history.now += timedelta(minutes=5)
    history.act(Sent(1, Start()))


def _move(history: MatchHistory, *seats: int) -> None:
    """Let each of these seats make its move, if it has one."""
    for seat in seats:
        assert history.match is not None
        history.now += timedelta(seconds=1)
        if command := choose_random_move(actions(history.match, Viewer(seat=seat)), Random(7)):
            history.act(Sent(seat, command))


def _end_phase(history: MatchHistory) -> None:
    assert history.match is not None
    history.act(ExpirePhase(phase=phase_id(history.match)))


def _call_time(history: MatchHistory, seat: int) -> None:
    history.now += timedelta(minutes=1)
    history.act(Sent(seat, CallTime()))
