"""The matrix tests detect broken authorization: each test here breaks one check on purpose."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.api import command_views as play_views
from games.api.plain_views import authenticate
from games.eventlog import match_state
from games.matches import command_decision, invites, match_access, match_queries
from games.matches.match_access import may_see
from games.protocol import command_bodies, command_specs
from games.protocol.problems import Problem
from games.rulebook.match import terms_of
from tests.authorization.declared_matrix import OUTSIDER_ROLES, SEATED_ROLES, Cell, Situation, parse_matrix
from tests.authorization.matrix_cells import all_cells, mismatches
from tests.authorization.matrix_setup import MatrixSetup
from tests.authorization.test_matrix import (
    distinguishable_cells,
    rejects_unknown_frame_field,
    rejects_unknown_request_field,
)

pytestmark = pytest.mark.django_db

DECLARED_MATRIX = parse_matrix()
LOBBY_SITUATION = Situation(phase="gathering", visibility="private")
VOTING_SITUATION = Situation(phase="voting", visibility="private")


def select_cells(situation: Situation, address: str, *roles: str) -> list[Cell]:
    """Return the cells of the endpoints whose address ends like this, for these roles."""
    return [
        cell
        for cell in all_cells(DECLARED_MATRIX, [situation])
        if cell.endpoint.address.endswith(address) and cell.role in (roles or (*OUTSIDER_ROLES, *SEATED_ROLES))
    ]


def mismatched_cells(setup: MatrixSetup, selected_cells: list[Cell]) -> Iterator[str]:
    """Yield the cells that are allowed or refused contrary to the matrix."""
    assert selected_cells
    wrong = mismatches(DECLARED_MATRIX, setup, selected_cells)
    return (str(cell) for cell in selected_cells if any(line.startswith(f"{cell}:") for line in wrong))


def test_an_endpoint_without_a_scope_check_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        play_views,
        "authenticate",
        lambda request, scope, *more, **named: authenticate(request, "match:read", *more, **named),
    )
    setup = MatrixSetup(VOTING_SITUATION)
    wrong = "\n".join(
        mismatched_cells(
            setup, select_cells(VOTING_SITUATION, "/vote", "host without match:play", "host without match:read", "host")
        )
    )
    assert "host without match:play" in wrong
    assert "host without match:read" in wrong


def test_a_private_match_visible_to_a_stranger_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = MatrixSetup(VOTING_SITUATION)
    for module in (match_access, command_decision):
        monkeypatch.setattr(module, "may_see", lambda match, account, now=None: True)
    for address in ("{match_id}", "/events", "/vote", "subscribe"):
        wrong = list(mismatched_cells(setup, select_cells(VOTING_SITUATION, address)))
        assert any("as stranger" in cell for cell in wrong), address
        assert not any(f"as {role}," in cell for cell in wrong for role in SEATED_ROLES)


def test_a_seat_that_any_authenticated_user_may_clear_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real bug of another server: any logged-in user could DELETE a player."""
    setup = MatrixSetup(LOBBY_SITUATION)
    monkeypatch.setattr(command_decision, "may_see", lambda match, account, now=None: True)
    monkeypatch.setattr(command_decision, "seat_of", lambda match, account: 0)
    for address in ("seats/{seat=2}", "command/clear"):
        (*wrong,) = mismatched_cells(setup, select_cells(LOBBY_SITUATION, address))
        assert all(
            any(f"as {role}," in cell for cell in wrong) for role in (*OUTSIDER_ROLES, "listener", "storyteller")
        )


def test_an_invite_that_outlives_its_lobby_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invites, "Gathering", object)
    selected_cells = [
        cell for cell in select_cells(VOTING_SITUATION, "/seats") if cell.endpoint.access_rule == "sit_invited"
    ]
    (*wrong,) = mismatched_cells(MatrixSetup(VOTING_SITUATION), selected_cells)
    assert all(any(f"as {role}," in cell for cell in wrong) for role in (*OUTSIDER_ROLES, *SEATED_ROLES))


def test_a_not_found_message_that_reveals_a_private_match_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = MatrixSetup(VOTING_SITUATION)
    original = match_queries._get_visible_state

    def reveal_visibility(match_id: str, account: str | None, position: Any = None) -> Any:
        state = match_state.load(match_id)
        if state is not None and not may_see(state.match, account):
            raise Problem("not_found", f"This match is {terms_of(state.match).visibility}.")
        return original(match_id, account, position)

    selected_cells = select_cells(VOTING_SITUATION, "{match_id}", "stranger")
    assert list(distinguishable_cells(setup, selected_cells)) == []
    monkeypatch.setattr(match_queries, "_get_visible_state", reveal_visibility)
    assert mismatches(DECLARED_MATRIX, setup, selected_cells) == []
    assert len(list(distinguishable_cells(setup, selected_cells))) == 1


def test_a_request_body_that_accepts_unknown_fields_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    class LenientVoteBody(command_bodies.VoteBody, frozen=True, kw_only=True, forbid_unknown_fields=False):
        pass

    setup = MatrixSetup(VOTING_SITUATION)
    selected_cells = select_cells(VOTING_SITUATION, "/vote", "host")
    checks = [
        rejects_unknown_frame_field if cell.endpoint.method == "FRAME" else rejects_unknown_request_field
        for cell in selected_cells
    ]
    assert all(refuses(setup, cell) for refuses, cell in zip(checks, selected_cells, strict=True))
    vote = command_specs.CommandSpec(LenientVoteBody, command_specs.COMMAND_SPECS["vote"].build_command)
    monkeypatch.setitem(command_specs.COMMAND_SPECS, "vote", vote)
    assert not any(refuses(setup, cell) for refuses, cell in zip(checks, selected_cells, strict=True))
