"""The cells of the matrix: everybody at every door in every situation, what is met there and what should be."""

from collections.abc import Iterable, Iterator

from tests.authorization.declared import ANYWHERE, ROLES, Cell, Matrix, Situation
from tests.authorization.knocking import MISSING, call, reply
from tests.authorization.stage import Stage
from tests.authorization.wired import outcome

NOWHERE = Situation(phase="voting", visibility="public")
"""Stands for all situations at doors that have nothing to do with a match."""


def cells(declared: Matrix, situations: Iterable[Situation]) -> Iterator[Cell]:
    """Every cell there is: doors of no match are tried once for each role."""
    situations = list(situations)
    for door in declared.doors:
        for situation in situations if door.of_a_match else (NOWHERE,):
            for role in ROLES if door.of_a_match else ANYWHERE:
                if not (role == "resigned" and situation.phase == "gathering"):
                    yield Cell(door=door, role=role, situation=situation)


def mismatches(declared: Matrix, stage: Stage, chosen: Iterable[Cell]) -> list[str]:
    """The cells in which something else is met than is declared."""
    return [
        f"{cell}: {met}, but declared is {expected}"
        for cell in chosen
        if (met := tried(stage, cell)) != (expected := declared.expected(cell.door, cell.role, cell.situation))
    ]


def tried(stage: Stage, cell: Cell) -> str:
    """What is met, as the matrix has it: `ok` or the code of an error."""
    match_id = _match_of(stage, cell)
    if cell.door.method == "FRAME":
        return outcome(reply(stage, cell, match_id))
    answer = call(stage, cell, match_id)
    return "ok" if answer.status < 300 else answer.code


def _match_of(stage: Stage, cell: Cell) -> str:
    scene = stage.scenes.get(cell.situation)
    return scene.match_id if scene else MISSING
