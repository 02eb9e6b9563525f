"""Short matches of rulebook 2, each with absences of one kind: they are right, and are made wrong by tests."""

from datetime import timedelta

from games.rulebook.commands import Abandon, CallTime, ExpirePhase, Resign, Resume
from games.rulebook.terms import Clock
from tests.audit.absence_matches import ScriptedMatch

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
CALL_AFTER, QUIET = timedelta(seconds=300), timedelta(minutes=5)


def missed() -> ScriptedMatch:
    """Seat 3 misses two phases, is skipped, comes back, is skipped after one more, and the others end the match."""
    match = ScriptedMatch().start().play(phases=1).play(3, phases=3)
    match.play(3, phases=4).act(3, Resume()).play(3, phases=4)
    return match.act(0, Abandon()).act(1, Abandon()).act(2, Abandon())


def returned() -> ScriptedMatch:
    """A skipped player comes back by agreeing to end the match."""
    match = ScriptedMatch().start().play().play(3, phases=2).act(3, Abandon())
    return match.play().act(0, Abandon()).act(1, Abandon()).act(2, Abandon()).act(3, Abandon())


def with_computer_player() -> ScriptedMatch:
    """A computer player and a player who resigned miss two phases, and are not skipped."""
    match = ScriptedMatch(bots=(3,)).start().play().play(3, phases=2).act(2, Resign())
    return match.play(3, phases=3).act(0, Abandon()).act(1, Abandon())


def called() -> ScriptedMatch:
    """Nobody has a clock: the storyteller calls time for seat 3, and the first who is ready for the reveal."""
    match = ScriptedMatch(clock=Clock()).start().play().move(3)
    match.act(0, CallTime(), after=CALL_AFTER - 2 * SECOND).tick()
    match.play().play(3)
    return match.act(0, Abandon()).act(1, Abandon()).act(2, Abandon()).act(3, Abandon())


def late() -> ScriptedMatch:
    """The clock notices the end of a phase eleven seconds late, and that of another ten seconds late."""
    match = ScriptedMatch().start().play().move(3).tick(11 * SECOND).tick()
    match.move(3).tick(10 * SECOND).act(3, Resume())
    return match.act(0, Abandon()).act(1, Abandon()).act(2, Abandon()).act(3, Abandon())


def rested() -> ScriptedMatch:
    """Only one player is left, who gives no clue: the match rests, and ends after an hour."""
    match = ScriptedMatch().start().play().play(2, 3).play(1, 2, 3).act(0, Resign())
    return match.play(1).play(1).tick()


def woken() -> ScriptedMatch:
    """The only player who is there resigns while the scores are shown; somebody else comes back, and ends it."""
    match = ScriptedMatch(3).start().play().play(1, 2, phases=2)
    return match.act(0, Resign()).act(1, Resume(), after=60 * SECOND).act(1, Abandon())


def agreed() -> ScriptedMatch:
    """One of four players is left, agrees to end the match, and has to wait for an hour."""
    match = ScriptedMatch(clock=Clock()).start().play()
    match.act(0, CallTime(), after=CALL_AFTER).tick().act(0, CallTime(), after=CALL_AFTER).tick()
    return match.act(0, Abandon()).act("clock", ExpirePhase(phase="1.reveal"), after=HOUR)


def started_by_guest() -> ScriptedMatch:
    """A player who isn't the host starts the match when the lobby has been ready for five minutes."""
    match = ScriptedMatch().start(2, after=QUIET).play()
    return match.act(0, Abandon()).act(1, Abandon()).act(2, Abandon()).act(3, Abandon())
