"""The matrix goes red when a door is broken: each test breaks one on purpose and sees it found."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.api import command_views as play_views
from games.api.plain_views import authenticate_user
from games.eventlog import match_state
from games.matches import command_handler, event_queries, invites, match_queries
from games.matches.match_access import may_see
from games.protocol import command_bodies, command_specs
from games.protocol.problems import Problem
from games.rulebook.match import terms_of
from tests.authorization.cells import cells, mismatches
from tests.authorization.declared import OUTSIDE, SEATED, Cell, Situation, matrix
from tests.authorization.stage import Stage
from tests.authorization.test_matrix import refuses_a_call, refuses_a_frame, told_apart

pytestmark = pytest.mark.django_db

DECLARED = matrix()
LOBBY = Situation(phase="gathering", visibility="private")
VOTING = Situation(phase="voting", visibility="private")


def some(situation: Situation, address: str, *roles: str) -> list[Cell]:
    """The cells of the doors that end so, for these roles."""
    return [
        cell
        for cell in cells(DECLARED, [situation])
        if cell.door.address.endswith(address) and cell.role in (roles or (*OUTSIDE, *SEATED))
    ]


def found(stage: Stage, chosen: list[Cell]) -> Iterator[str]:
    """Who is let in, or kept out, against the table."""
    assert chosen
    wrong = mismatches(DECLARED, stage, chosen)
    return (str(cell) for cell in chosen if any(line.startswith(f"{cell}:") for line in wrong))


def test_a_door_that_asks_for_no_scope(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        play_views, "authenticate_user", lambda request, scope, *more: authenticate_user(request, "match:read", *more)
    )
    stage = Stage(VOTING)
    wrong = "\n".join(found(stage, some(VOTING, "/vote", "host without match:play", "host without match:read", "host")))
    assert "host without match:play" in wrong
    assert "host without match:read" in wrong


def test_a_private_match_that_is_shown_to_a_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(VOTING)
    for room in (match_queries, command_handler, event_queries):
        monkeypatch.setattr(room, "may_see", lambda match, account: True)
    for door in ("{match_id}", "/events", "/vote", "subscribe"):
        wrong = list(found(stage, some(VOTING, door)))
        assert any("as stranger" in cell for cell in wrong), door
        assert not any(f"as {role}," in cell for cell in wrong for role in SEATED)


def test_a_seat_that_anybody_who_is_logged_in_may_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another server had: DELETE of a player with mere login."""
    stage = Stage(LOBBY)
    monkeypatch.setattr(command_handler, "may_see", lambda match, account: True)
    monkeypatch.setattr(command_handler, "_bind_command", lambda ask, seat, folded: ask(0))
    for door in ("seats/{seat=2}", "command/clear"):
        (*wrong,) = found(stage, some(LOBBY, door))
        assert all(any(f"as {role}," in cell for cell in wrong) for role in (*OUTSIDE, "listener", "storyteller"))


def test_an_invite_that_outlives_its_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invites, "Gathering", object)
    chosen = [cell for cell in some(VOTING, "/seats") if cell.door.behind == "sit_invited"]
    (*wrong,) = found(Stage(VOTING), chosen)
    assert all(any(f"as {role}," in cell for cell in wrong) for role in (*OUTSIDE, *SEATED))


def test_a_private_match_that_is_denied_in_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(VOTING)
    newest = match_queries._get_visible_state

    def talkative(match_id: str, account: str | None) -> Any:
        folded = match_state.load(match_id)
        if folded is not None and not may_see(folded.match, account):
            raise Problem("not_found", f"This match is {terms_of(folded.match).visibility}.")
        return newest(match_id, account)

    chosen = some(VOTING, "{match_id}", "stranger")
    assert list(told_apart(stage, chosen)) == []
    monkeypatch.setattr(match_queries, "_get_visible_state", talkative)
    assert mismatches(DECLARED, stage, chosen) == []
    assert len(list(told_apart(stage, chosen))) == 1


def test_a_body_that_takes_what_nobody_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Forgiving(command_bodies.VoteBody, frozen=True, kw_only=True, forbid_unknown_fields=False):
        pass

    stage = Stage(VOTING)
    chosen = some(VOTING, "/vote", "host")
    refused = [refuses_a_frame if cell.door.method == "FRAME" else refuses_a_call for cell in chosen]
    assert all(refuses(stage, cell) for refuses, cell in zip(refused, chosen, strict=True))
    vote = command_specs.CommandSpec(
        body_type=Forgiving, build_command=command_specs.COMMAND_SPECS["vote"].build_command
    )
    monkeypatch.setitem(command_specs.COMMAND_SPECS, "vote", vote)
    assert not any(refuses(stage, cell) for refuses, cell in zip(refused, chosen, strict=True))
