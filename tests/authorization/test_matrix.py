"""The authorization matrix: everybody meets at every door, in every phase, what is declared; no door is undeclared."""

from collections.abc import Iterable, Iterator

import pytest
from django.db import connection

from tests.authorization.cells import cells, mismatches
from tests.authorization.declared import MATRIX, NOBODY, OUTSIDE, ROLES, Cell, Matrix, Situation, matrix
from tests.authorization.knocking import MISSING, call, reply
from tests.authorization.routes import undeclared
from tests.authorization.stage import ALL, Stage

pytestmark = pytest.mark.django_db

DECLARED = matrix()
SAMPLE = {"postgresql": 12, "sqlite": 36}
"""Each how many cells one is tried before something lands; the others are tried by night."""
VOTING = Situation(phase="voting", visibility="private")


def test_every_door_is_declared() -> None:
    assert undeclared(DECLARED) == set()


@pytest.mark.parametrize("door", ["POST    /api/v1/matches/{match_id}/vote", "FRAME   command/vote"])
def test_a_door_that_is_not_declared_is_found(door: str) -> None:
    lines = MATRIX.read_text().splitlines()
    without = matrix("\n".join(line for line in lines if not line.startswith(door)))
    assert undeclared(without) == {tuple(door.split())}


def test_every_table_says_what_everybody_meets() -> None:
    people = set(ROLES) - {*NOBODY, *(role for role in ROLES if "without" in role)}
    assert {name: people - set(table) for name, table in DECLARED.tables.items() if people - set(table)} == {}
    assert {door.behind for door in DECLARED.doors if door.of_a_match} == set(DECLARED.tables)


def test_a_sample_of_all_cells_is_as_declared() -> None:
    stage = Stage(*ALL)
    chosen = list(cells(DECLARED, ALL))[:: SAMPLE[connection.vendor]]
    assert mismatches(DECLARED, stage, chosen) == []


@pytest.mark.nightly
@pytest.mark.parametrize("situation", ALL, ids=str)
def test_every_cell_is_as_declared(situation: Situation) -> None:
    stage = Stage(situation)
    assert mismatches(DECLARED, stage, cells(DECLARED, [situation])) == []


def test_what_is_let_through_is_what_the_view_lists() -> None:
    """A second opinion on the table: `actions` of each person, in every phase."""
    stage = Stage(*(situation for situation in ALL if situation.visibility == "public"))
    for situation, scene in stage.scenes.items():
        for role, listed in scene.actions.items():
            assert (str(situation), role, set(listed)) == (str(situation), role, let_through(situation, role))


def let_through(situation: Situation, role: str) -> set[str]:
    return {
        door.address.partition("/")[2]
        for door in DECLARED.doors
        if door.address.startswith("command/") and DECLARED.expected(door, role, situation) == "ok"
    }


def test_to_who_may_not_know_of_it_a_private_match_looks_like_none() -> None:
    situations = [Situation(phase=phase, visibility="private") for phase in ("gathering", "voting", "over")]
    stage = Stage(*situations)
    assert list(told_apart(stage, list(denied(DECLARED, situations))[::7])) == []


def denied(declared: Matrix, situations: Iterable[Situation]) -> Iterator[Cell]:
    for cell in cells(declared, situations):
        outside = cell.door.of_a_match and cell.role in OUTSIDE
        if outside and declared.expected(cell.door, cell.role, cell.situation) == "not_found":
            yield cell


def told_apart(stage: Stage, chosen: Iterable[Cell]) -> Iterator[str]:
    """The cells whose answer is not, byte for byte, that of a match that there isn't."""
    for cell in chosen:
        match_id = stage.scenes[cell.situation].match_id
        if cell.door.method == "FRAME":
            there, not_there = (str(reply(stage, cell, one)) for one in (match_id, MISSING))
        else:
            there, not_there = (str(call(stage, cell, one)) for one in (match_id, MISSING))
        if there.replace(match_id, MISSING) != not_there:
            yield f"{cell}: {there}"


def test_a_field_that_nobody_asked_for_is_refused_at_every_door() -> None:
    stage = Stage(VOTING)
    for door in DECLARED.doors:
        cell = Cell(door=door, role="host", situation=VOTING)
        if door.method == "FRAME":
            assert refuses_a_frame(stage, cell), door
        elif door.route[1].startswith("/api/"):
            assert refuses_a_call(stage, cell), door


def refuses_a_frame(stage: Stage, cell: Cell) -> bool:
    told = reply(stage, cell, stage.scenes[VOTING].match_id, is_staff=True)
    if cell.door.address.startswith("command/"):
        return [error["code"] for error in told.get("problem", {}).get("errors", ())] == ["unknown_field"]
    return told.get("closed") == 4500


def refuses_a_call(stage: Stage, cell: Cell) -> bool:
    """In the address, and in the body where there is one."""
    match_id = stage.scenes[VOTING].match_id
    asked = [call(stage, cell, match_id, query=f"{'&' if '?' in cell.door.address else '?'}is_staff=true")]
    if cell.door.body and cell.door.behind != "unsupported_media_type":
        asked.append(call(stage, cell, match_id, is_staff=True))
    faults = [[error["code"] for error in answer.json.get("errors", ())] for answer in asked]
    return all(codes == ["unknown_field"] for codes in faults)
