"""The cells of the matrix: every role at every endpoint in every situation, with actual and expected outcome."""

from collections.abc import Iterable, Iterator

from tests.authorization.cell_requests import MISSING_MATCH_ID, send_frame, send_request
from tests.authorization.declared_matrix import MATCHLESS_ROLES, ROLES, Cell, Matrix, Situation
from tests.authorization.in_process_socket import outcome
from tests.authorization.matrix_setup import MatrixSetup

MATCHLESS_SITUATION = Situation(phase="voting", visibility="public")
"""The situation of all cells whose endpoint belongs to no match."""


def all_cells(declared: Matrix, situations: Iterable[Situation]) -> Iterator[Cell]:
    """Yield all cells; endpoints that belong to no match are tried once for each role."""
    situations = list(situations)
    for endpoint in declared.endpoints:
        for situation in situations if endpoint.concerns_match else (MATCHLESS_SITUATION,):
            for role in ROLES if endpoint.concerns_match else MATCHLESS_ROLES:
                if not (role == "resigned" and situation.phase == "gathering"):
                    yield Cell(endpoint=endpoint, role=role, situation=situation)


def mismatches(declared: Matrix, setup: MatrixSetup, selected_cells: Iterable[Cell]) -> list[str]:
    """Return the cells whose actual outcome differs from the declared one."""
    return [
        f"{cell}: {actual}, but declared is {expected}"
        for cell in selected_cells
        if (actual := actual_outcome(setup, cell))
        != (expected := declared.expected_outcome(cell.endpoint, cell.role, cell.situation))
    ]


def actual_outcome(setup: MatrixSetup, cell: Cell) -> str:
    """Return the actual outcome as the matrix names it: `ok` or an error code."""
    match_id = _match_id_of(setup, cell)
    if cell.endpoint.method == "FRAME":
        return outcome(send_frame(setup, cell, match_id))
    answer = send_request(setup, cell, match_id)
    return "ok" if answer.status < 300 else answer.code


def _match_id_of(setup: MatrixSetup, cell: Cell) -> str:
    prepared = setup.prepared_matches.get(cell.situation)
    return prepared.match_id if prepared else MISSING_MATCH_ID
