"""The projections agree with the log after every command and after a rebuild, and faults in them are detected."""

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
from tests.simulated_matches import current_match, simulate_match

pytestmark = pytest.mark.django_db
PROJECTION_MODELS = [projection.model for projection in PROJECTIONS]


def dump_rows(match_id: str) -> list[tuple[object, ...]]:
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
    simulation = simulate_match(ruleset, players, until="gathering")
    for _ in simulation.steps():
        assert compare(simulation.match_id) == []
    assert compare(simulation.match_id) == []


def test_a_rebuild_restores_identical_rows():
    match_id = simulate_match("odyssey", 7).match_id
    before = dump_rows(match_id)
    with connection.cursor() as cursor:
        for table in PROJECTION_MODELS:
            cursor.execute(f"DELETE FROM {table._meta.db_table} WHERE match_id = %s", [match_id])
    assert dump_rows(match_id) == []
    assert len(rebuild(match_id)) == len(before)
    assert dump_rows(match_id) == before
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
def test_a_changed_row_is_detected_and_repaired(table, change: dict[str, object]):
    match_id = simulate_match("classic", 4, until="voting").match_id
    table.objects.filter(match_id=match_id).update(**change)
    assert {difference.table for difference in compare(match_id)} == {table._meta.db_table}
    rebuild(match_id)
    assert compare(match_id) == []


def test_an_extra_row_is_detected_and_deleted():
    match_id = simulate_match("classic", 4, until="voting").match_id
    HandRow.objects.create(match_id=match_id, seat=9, cards="[]")
    assert [str(difference) for difference in compare(match_id)] == [f"projections_handrow {match_id}/9 is left over"]
    rebuild(match_id)
    assert not HandRow.objects.filter(match_id=match_id, seat=9).exists()


def test_rows_of_a_match_without_events_are_detected():
    HandRow.objects.create(match_id="nowhere", seat=0, cards="[]")
    assert [difference.match_id for difference in compare("nowhere")] == ["nowhere"]


def test_a_difference_never_reveals_a_card():
    match_id = simulate_match("classic", 4, until="voting").match_id
    HandRow.objects.filter(match_id=match_id).update(cards="[]")
    assert "base-" not in "".join(map(str, compare(match_id)))


def test_a_wrong_cached_state_does_not_hide_a_difference():
    match_id = simulate_match("classic", 4, until="voting").match_id
    cached = match_state.cache_get(match_id)
    assert cached is not None
    match_state.cache_clear()
    match_state.cache_put(match_id, with_match_of_another_simulation(cached))
    SeatRow.objects.filter(match_id=match_id).update(score=7)
    assert len(compare(match_id)) == 4


def with_match_of_another_simulation(cached: match_state.MatchState) -> match_state.MatchState:
    other = match_state.load(simulate_match("classic", 5, until="voting").match_id)
    assert other is not None
    return replace(cached, match=other.match)


def test_tableau_rows_get_owners_and_votes_only_when_scored():
    simulation = simulate_match("classic", 4, until="voting")
    rows = TableauRow.objects.filter(match_id=simulation.match_id)
    assert {(row.seat, row.votes) for row in rows} == {(None, None)}
    for _ in simulation.steps():
        if current_match(simulation.match_id).name == "reveal":
            break
    assert all(row.seat is not None and row.votes is not None for row in rows.all())


def test_hand_rows_match_the_board():
    match_id = simulate_match("classic", 5, until="submitting").match_id
    board = board_of(current_match(match_id))
    assert board is not None
    stored = {row.seat: tuple(json.loads(row.cards)) for row in HandRow.objects.filter(match_id=match_id)}
    assert stored == dict(enumerate(board.hands))


def test_result_rows_exist_only_after_the_match_has_ended():
    playing, over = simulate_match("classic", 4, until="voting"), simulate_match("classic", 4)
    assert not ResultRow.objects.filter(match_id=playing.match_id).exists()
    rows = ResultRow.objects.filter(match_id=over.match_id)
    assert {row.seat for row in rows if row.won} == set(over.result().winners)
    assert [row.score for row in rows.order_by("seat")] == list(over.result().scores)


def test_a_finished_match_has_no_deadline_row():
    assert not DeadlineRow.objects.filter(match_id=simulate_match("classic", 4).match_id).exists()


def test_the_management_command_checks_and_repairs():
    match_id = simulate_match("classic", 4, until="voting").match_id
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
