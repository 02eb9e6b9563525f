"""The projections are what the log says: after every command, after a rebuild, and a fault in them is found."""

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.eventlog import match_state
from games.projections.models import DeadlineRow, HandRow, MatchRow, ResultRow, SeatRow, TableauRow
from games.projections.projector import PROJECTIONS
from games.projections.rebuild import compare, rebuild
from games.rulebook.match import board_of
from tests.playing import simulated, state

pytestmark = pytest.mark.django_db
TABLES = [projection.model for projection in PROJECTIONS]


def dump(match_id: str) -> list[tuple[object, ...]]:
    return [
        row
        for projection in PROJECTIONS
        for row in projection.model._default_manager.filter(match_id=match_id)
        .order_by(*projection.key)
        .values_list(*projection.columns)
    ]


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        ("classic", 3),
        ("classic-last-card", 6),
        ("odyssey", 7),
        pytest.param("odyssey", 12, marks=pytest.mark.nightly),
    ],
)
def test_projections_agree_with_the_log_at_every_version(ruleset: str, players: int):
    simulation = simulated(ruleset, players, until="gathering")
    for _ in simulation.steps():
        assert compare(simulation.match_id) == []
    assert compare(simulation.match_id) == []


def test_a_rebuild_gives_the_same_bytes():
    match_id = simulated("odyssey", 7).match_id
    before = dump(match_id)
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"DELETE FROM {table._meta.db_table} WHERE match_id = %s", [match_id])
    assert dump(match_id) == []
    assert len(rebuild(match_id)) == len(before)
    assert dump(match_id) == before
    assert rebuild(match_id) == []


@pytest.mark.parametrize(
    ("table", "change"),
    [
        (MatchRow, {"round": 99}),
        (SeatRow, {"score": 99}),
        (HandRow, {"cards": "[]"}),
        (TableauRow, {"card": "base-000"}),
    ],
)
def test_a_changed_row_is_found_and_mended(table, change: dict[str, object]):
    match_id = simulated("classic", 4, until="voting").match_id
    table.objects.filter(match_id=match_id).update(**change)
    assert {difference.table for difference in compare(match_id)} == {table._meta.db_table}
    rebuild(match_id)
    assert compare(match_id) == []


def test_a_row_too_many_is_found_and_taken_away():
    match_id = simulated("classic", 4, until="voting").match_id
    HandRow.objects.create(match_id=match_id, seat=9, cards="[]")
    assert [str(difference) for difference in compare(match_id)] == [f"projections_handrow {match_id}/9 is left over"]
    rebuild(match_id)
    assert not HandRow.objects.filter(match_id=match_id, seat=9).exists()


def test_a_match_without_a_log_is_found():
    HandRow.objects.create(match_id="nowhere", seat=0, cards="[]")
    assert [difference.match_id for difference in compare("nowhere")] == ["nowhere"]


def test_a_difference_never_tells_a_card():
    match_id = simulated("classic", 4, until="voting").match_id
    HandRow.objects.filter(match_id=match_id).update(cards="[]")
    assert "base-" not in "".join(map(str, compare(match_id)))


def test_a_fold_that_this_process_remembers_wrongly_does_not_hide_a_fault():
    match_id = simulated("classic", 4, until="voting").match_id
    known = match_state.cache_get(match_id)
    assert known is not None
    match_state.cache_clear()
    match_state.cache_put(match_id, simulated_other(known))
    SeatRow.objects.filter(match_id=match_id).update(score=7)
    assert len(compare(match_id)) == 4


def simulated_other(known: match_state.MatchState) -> match_state.MatchState:
    other = match_state.load(simulated("classic", 5, until="voting").match_id)
    assert other is not None
    return replace(known, match=other.match)


def test_the_tableau_learns_owners_and_votes_only_with_the_scores():
    simulation = simulated("classic", 4, until="voting")
    rows = TableauRow.objects.filter(match_id=simulation.match_id)
    assert {(row.seat, row.votes) for row in rows} == {(None, None)}
    for _ in simulation.steps():
        if state(simulation.match_id).name == "reveal":
            break
    assert all(row.seat is not None and row.votes is not None for row in rows.all())


def test_hands_are_those_of_the_board():
    match_id = simulated("classic", 5, until="submitting").match_id
    board = board_of(state(match_id))
    assert board is not None
    stored = {row.seat: tuple(json.loads(row.cards)) for row in HandRow.objects.filter(match_id=match_id)}
    assert stored == dict(enumerate(board.hands))


def test_results_stand_when_the_match_is_over_and_not_before():
    playing, over = simulated("classic", 4, until="voting"), simulated("classic", 4)
    assert not ResultRow.objects.filter(match_id=playing.match_id).exists()
    rows = ResultRow.objects.filter(match_id=over.match_id)
    assert {row.seat for row in rows if row.won} == set(over.result().winners)
    assert [row.score for row in rows.order_by("seat")] == list(over.result().scores)


def test_a_match_that_is_over_has_no_deadline():
    assert not DeadlineRow.objects.filter(match_id=simulated("classic", 4).match_id).exists()


def test_the_command_checks_and_mends():
    match_id = simulated("classic", 4, until="voting").match_id
    call_command("rebuild_projections", check=True, stdout=StringIO())
    SeatRow.objects.filter(match_id=match_id, seat=1).update(score=99)
    out = StringIO()
    with pytest.raises(CommandError, match="differ from the log"):
        call_command("rebuild_projections", check=True, json=True, stdout=out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert {"match": match_id, "difference": f"projections_seatrow {match_id}/1 differs"} in lines
    assert lines[-1]["differences"] == 1
    call_command("rebuild_projections", stdout=StringIO())
    call_command("rebuild_projections", check=True, stdout=StringIO())
