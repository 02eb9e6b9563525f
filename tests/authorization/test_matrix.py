"""The authorization matrix: every role gets the declared outcome at every endpoint, and no endpoint is undeclared."""

from collections.abc import Iterable, Iterator

import pytest
from django.db import connection

from tests.authorization.cell_requests import MISSING_MATCH_ID, send_frame, send_request
from tests.authorization.declared_matrix import (
    MATRIX_PATH,
    OUTSIDER_ROLES,
    ROLES,
    UNAUTHENTICATED_ROLES,
    Cell,
    Matrix,
    Situation,
    parse_matrix,
)
from tests.authorization.matrix_cells import all_cells, mismatches
from tests.authorization.matrix_setup import ALL_SITUATIONS, MatrixSetup
from tests.authorization.route_discovery import undeclared_routes

pytestmark = pytest.mark.django_db

DECLARED_MATRIX = parse_matrix()
SAMPLE_STRIDE_BY_DATABASE = {"postgresql": 12, "sqlite": 36}
"""Each how many cells one is tried before something lands; the others are tried by night."""
VOTING_SITUATION = Situation(phase="voting", visibility="private")


def test_every_endpoint_is_declared() -> None:
    assert undeclared_routes(DECLARED_MATRIX) == set()


@pytest.mark.parametrize("endpoint_line", ["POST    /api/v1/matches/{match_id}/vote", "FRAME   command/vote"])
def test_an_undeclared_endpoint_is_detected(endpoint_line: str) -> None:
    lines = MATRIX_PATH.read_text().splitlines()
    without = parse_matrix("\n".join(line for line in lines if not line.startswith(endpoint_line)))
    assert undeclared_routes(without) == {tuple(endpoint_line.split())}


def test_every_access_rule_covers_every_role() -> None:
    authenticated_roles = set(ROLES) - {*UNAUTHENTICATED_ROLES, *(role for role in ROLES if "without" in role)}
    assert {
        name: authenticated_roles - set(table)
        for name, table in DECLARED_MATRIX.access_rules.items()
        if authenticated_roles - set(table)
    } == {}
    assert {endpoint.access_rule for endpoint in DECLARED_MATRIX.endpoints if endpoint.concerns_match} == set(
        DECLARED_MATRIX.access_rules
    )


def test_a_sample_of_cells_matches_the_declaration() -> None:
    setup = MatrixSetup(*ALL_SITUATIONS)
    selected_cells = list(all_cells(DECLARED_MATRIX, ALL_SITUATIONS))[:: SAMPLE_STRIDE_BY_DATABASE[connection.vendor]]
    assert mismatches(DECLARED_MATRIX, setup, selected_cells) == []


@pytest.mark.nightly
@pytest.mark.parametrize("situation", ALL_SITUATIONS, ids=str)
def test_every_cell_matches_the_declaration(situation: Situation) -> None:
    setup = MatrixSetup(situation)
    assert mismatches(DECLARED_MATRIX, setup, all_cells(DECLARED_MATRIX, [situation])) == []


def test_allowed_commands_equal_the_actions_in_the_view() -> None:
    """A second check of the matrix: `actions` of each person, in every phase."""
    setup = MatrixSetup(*(situation for situation in ALL_SITUATIONS if situation.visibility == "public"))
    for situation, prepared in setup.prepared_matches.items():
        for role, listed in prepared.actions_by_role.items():
            assert (str(situation), role, set(listed)) == (str(situation), role, allowed_commands(situation, role))


def allowed_commands(situation: Situation, role: str) -> set[str]:
    return {
        endpoint.address.partition("/")[2]
        for endpoint in DECLARED_MATRIX.endpoints
        if endpoint.address.startswith("command/")
        and DECLARED_MATRIX.expected_outcome(endpoint, role, situation) == "ok"
    }


def test_outsiders_cannot_distinguish_a_private_match_from_a_missing_one() -> None:
    situations = [Situation(phase=phase, visibility="private") for phase in ("gathering", "voting", "over")]
    setup = MatrixSetup(*situations)
    assert list(distinguishable_cells(setup, list(hidden_match_cells(DECLARED_MATRIX, situations))[::7])) == []


def hidden_match_cells(declared: Matrix, situations: Iterable[Situation]) -> Iterator[Cell]:
    for cell in all_cells(declared, situations):
        is_outsider_cell = cell.endpoint.concerns_match and cell.role in OUTSIDER_ROLES
        if is_outsider_cell and declared.expected_outcome(cell.endpoint, cell.role, cell.situation) == "not_found":
            yield cell


def distinguishable_cells(setup: MatrixSetup, selected_cells: Iterable[Cell]) -> Iterator[str]:
    """Yield the cells whose response is not, byte for byte, that of a match that does not exist."""
    for cell in selected_cells:
        match_id = setup.prepared_matches[cell.situation].match_id
        if cell.endpoint.method == "FRAME":
            there, not_there = (str(send_frame(setup, cell, one)) for one in (match_id, MISSING_MATCH_ID))
        else:
            there, not_there = (str(send_request(setup, cell, one)) for one in (match_id, MISSING_MATCH_ID))
        if there.replace(match_id, MISSING_MATCH_ID) != not_there:
            yield f"{cell}: {there}"


def test_every_endpoint_rejects_unknown_fields() -> None:
    setup = MatrixSetup(VOTING_SITUATION)
    for endpoint in DECLARED_MATRIX.endpoints:
        cell = Cell(endpoint=endpoint, role="host", situation=VOTING_SITUATION)
        if endpoint.method == "FRAME":
            assert rejects_unknown_frame_field(setup, cell), endpoint
        elif endpoint.route[1].startswith("/api/"):
            assert rejects_unknown_request_field(setup, cell), endpoint


def rejects_unknown_frame_field(setup: MatrixSetup, cell: Cell) -> bool:
    answer = send_frame(setup, cell, setup.prepared_matches[VOTING_SITUATION].match_id, is_staff=True)
    if cell.endpoint.address == "auth":
        # Without a user there is nothing to go on with.
        return answer.get("closed") == 4500
    return [error["code"] for error in answer.get("problem", {}).get("errors", ())] == ["unknown_field"]


def rejects_unknown_request_field(setup: MatrixSetup, cell: Cell) -> bool:
    """Try the field in the address, and in the body where there is one."""
    match_id = setup.prepared_matches[VOTING_SITUATION].match_id
    answers = [
        send_request(setup, cell, match_id, query=f"{'&' if '?' in cell.endpoint.address else '?'}is_staff=true")
    ]
    if cell.endpoint.body and cell.endpoint.access_rule != "unsupported_media_type":
        answers.append(send_request(setup, cell, match_id, is_staff=True))
    error_codes = [[error["code"] for error in answer.json.get("errors", ())] for answer in answers]
    return all(codes == ["unknown_field"] for codes in error_codes)
