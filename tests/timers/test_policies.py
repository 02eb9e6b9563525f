"""Clocks that run out at a real house: what each policy then does, and when."""

import pytest

from tests.api.client import Json, over
from tests.api.drawing import Drawing
from tests.api.table import Table
from tests.audit.stranger import check
from tests.timers.clockwork import ClockHouse, lateness

LATE = 1.0
"""Seconds after its deadline within which a phase must have ended, with everything running."""


def until(house: ClockHouse, table: Table, phase: str) -> Json:
    """Wait, as all at this table do, until the clock has brought it to the phase of this id."""
    house.until(lambda: table.host.view(table.id)["phase"]["id"] == phase, phase, 20)
    return table.host.view(table.id)


def in_time(table: Table, count: int) -> None:
    """So many phases were ended by the clock, none early and none late."""
    late = lateness(table.host.events(table.id))
    assert len(late) == count
    assert all(0 <= seconds < LATE for seconds in late), late


def test_every_policy_at_once(clock_house: ClockHouse) -> None:
    clock = {"submit": 5, "vote": 5}
    tables = {policy: clock_house.table(clock=clock, on_timeout=policy) for policy in ("auto", "skip", "abort")}
    for table in tables.values():
        table.until("submitting")
    assert until(clock_house, tables["auto"], "1.voting")["tableau"]
    assert until(clock_house, tables["skip"], "2.storytelling")["last_round"] is None
    ended = until(clock_house, tables["abort"], "1.over")
    assert (ended["status"], ended["winners"]) == ("abandoned", [])
    until(clock_house, tables["auto"], "1.reveal")
    for policy, count in (("auto", 2), ("skip", 1), ("abort", 1)):
        in_time(tables[policy], count)


def test_a_clock_of_days_is_set_and_lets_everyone_be(clock_house: ClockHouse) -> None:
    table = clock_house.table(clock={"clue": 3 * 24 * 3600})
    phase = table.host.view(table.id)["phase"]
    assert 3 * 24 * 3600 - 60 < phase["remaining_ms"] / 1000 <= 3 * 24 * 3600
    table.until("reveal")
    assert lateness(table.host.events(table.id)) == []


@pytest.mark.nightly
def test_a_private_match_that_nobody_plays_comes_to_its_end(clock_house: ClockHouse) -> None:
    table = clock_house.table(visibility="private", password="sesame", first="host", clock={"clue": 5})
    ended = until(clock_house, table, "3.over")
    assert ended["status"] == "abandoned"
    in_time(table, 3)


def test_a_vote_that_comes_too_late_is_told_that_the_phase_is_over(clock_house: ClockHouse) -> None:
    table = clock_house.table(clock={"vote": 5}).until("voting")
    moves = [(player, table.move(player)) for player in table.guessers]
    until(clock_house, table, "1.reveal")
    for player, move in moves:
        assert move is not None
        assert player.command(table.id, *move).code == "phase_over"
    in_time(table, 1)


@pytest.mark.nightly
def test_the_clock_makes_a_draw_void_ten_seconds_after_the_start(clock_house: ClockHouse) -> None:
    table = Drawing(doors=[over(clock_house.addresses[0])], ruleset="classic", seats=3)
    table.reveal(0, 1)
    clock_house.until(lambda: "draw_voided" in table.types(), "the draw is void", 20)
    assert table.host.view(table.id)["phase"]["waiting_for"] == [0, 1]
    table.reveal(0, 1)
    assert table.host.view(table.id)["phase"]["id"] == "1.storytelling"
    in_time(table, 1)
    table.abandon()
    check(table.log)
