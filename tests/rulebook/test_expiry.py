"""When an abandoned match ends by itself."""

from datetime import datetime, timedelta

import pytest

from games.rulebook import Reason, absence
from games.rulebook.commands import Abandon, ExpirePhase, Open, Resign
from games.rulebook.events import MatchEnded
from games.rulebook.expiry import expires_at
from games.rulebook.match import deadline_of, phase_id
from games.rulebook.terms import Clock
from tests.rulebook.match_scenarios import (
    NOW,
    Situation,
    given,
    match_in_gathering,
    match_in_storytelling,
    match_in_submitting,
    no_match,
    terms,
)
from tests.rulebook.random_players import bot_player
from tests.rulebook.sent_command import Sent

LAST_EVENT_AT = NOW + timedelta(hours=1)
LOBBY_LIFETIME, IDLE_LIFETIME = timedelta(hours=24), timedelta(days=30)


def expiry(situation: Situation) -> datetime | None:
    assert situation.match is not None
    return expires_at(
        situation.match,
        opened_at=NOW,
        last_event_at=LAST_EVENT_AT,
        lobby_lifetime=LOBBY_LIFETIME,
        idle_lifetime=IDLE_LIFETIME,
    )


def test_a_lobby_expires_some_time_after_it_was_opened():
    assert expiry(match_in_gathering(players=3, seats=4)) == NOW + LOBBY_LIFETIME


def test_a_full_lobby_that_needs_no_host_is_due_at_once():
    assert expiry(match_in_gathering(players=4, start="full")) == LAST_EVENT_AT
    assert expiry(match_in_gathering(players=4, start="host")) == NOW + LOBBY_LIFETIME


def test_a_phase_without_a_time_limit_expires_some_time_after_the_last_event():
    assert expiry(match_in_storytelling()) == LAST_EVENT_AT + IDLE_LIFETIME


def test_a_phase_with_a_deadline_and_a_match_that_is_over_never_expire():
    assert expiry(match_in_storytelling(first="host", clock=Clock(clue=60))) is None
    assert (
        expiry(
            match_in_storytelling().when(Sent(0, Abandon()), Sent(1, Abandon()), Sent(2, Abandon()), Sent(3, Abandon()))
        )
        is None
    )


def test_a_match_of_computer_players_alone_never_expires():
    assert expiry(no_match().when(Open(terms=terms(), player=bot_player(0)))) is None


@pytest.mark.parametrize(
    ("situation", "why"), [(match_in_gathering(players=3), "lobby_expired"), (match_in_storytelling(), "nobody_moved")]
)
def test_an_expired_match_is_abandoned(situation: Situation, why: str):
    assert situation.match is not None
    phase = phase_id(situation.match)
    early, due = (ExpirePhase(phase=phase, expires_at=NOW + timedelta(seconds=wait)) for wait in (1, 0))
    situation.when(Sent("clock", early)).then_refused(Reason.NOT_YET)
    ended = situation.when(Sent("clock", due)).find(MatchEnded)
    assert (ended.status, ended.why, ended.winners) == ("abandoned", why, ())


def test_a_match_that_ended_in_its_rest_isnt_due_to_end_again():
    resting = match_in_submitting(first="host", clock=Clock(clue=60, submit=60, vote=60, reveal=60), rulebook=2)
    for _ in range(2):
        resting = tick(resting)
    resting = resting.when(Sent(0, Resign()))
    assert resting.started_match.board.is_resting
    ended = tick(resting).finished_match
    assert ended.end_reason == "nobody_is_there"
    assert absence.ends_at(ended) is None


def tick(situation: Situation) -> Situation:
    """End the phase, or the rest, at its deadline."""
    match = situation.started_match
    return given(situation, deadline_of(match) or NOW).when(ExpirePhase(phase=phase_id(match)))
