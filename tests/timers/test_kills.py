"""What was killed with `kill -9`, worker, beat, Valkey or web server, is soon made up for when it is back."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from tests.services.house import answers
from tests.services.postgres import PostgreSQL
from tests.timers.clockwork import ClockHouse, at

SOON = 5.0
"""Seconds after which all must have been made up for, counted from when what was killed is back."""


@pytest.fixture(scope="module")
def house(postgres: PostgreSQL) -> Iterator[ClockHouse]:
    with ClockHouse(postgres.create_database("clock_kills")) as running:
        yield running


Act = Callable[[ClockHouse], None]


def beat_is_back(house: ClockHouse) -> None:
    said = house.beat.log_text.count("beat: Starting")
    house.beat.start()
    house.until(lambda: house.beat.log_text.count("beat: Starting") > said, "the beat is back")


def worker_is_back(house: ClockHouse) -> None:
    house.worker.start()
    house.until(house.worker_answers, "the worker is back")


VICTIMS: dict[str, tuple[Act, Act]] = {
    "worker": (lambda house: house.worker.kill(), worker_is_back),
    "beat": (lambda house: house.beat.kill(), beat_is_back),
    "valkey": (lambda house: house.valkey.child.kill(), lambda house: house.valkey.start()),
}


@pytest.mark.nightly
@pytest.mark.parametrize("victim", VICTIMS)
def test_what_was_due_meanwhile_is_made_up_for(house: ClockHouse, victim: str) -> None:
    kill, bring_back = VICTIMS[victim]
    table = house.table(first="host", clock={"clue": 5}, on_timeout="abort")
    kill(house)
    time.sleep(9)
    assert table.host.view(table.id)["status"] == "playing", "without it no clock runs: the control"
    bring_back(house)
    back = datetime.now(UTC)
    house.until(lambda: table.host.view(table.id)["status"] == "abandoned", "it is made up for", 20)
    (up,) = [event for event in table.host.events(table.id) if event["type"] == "time_up"]
    late = (at(up["at"]) - back).total_seconds()
    print(f"{victim} back: made up for after {late:.2f} s")
    assert late < SOON


@pytest.mark.nightly
def test_while_no_web_server_was_there_a_phase_is_made_longer_once(house: ClockHouse) -> None:
    table = house.table(first="host", clock={"clue": 20}, on_timeout="abort")
    due_at = at(table.host.view(table.id)["phase"]["deadline_at"])
    house.servers[0].kill()
    time.sleep(22)
    house.servers[0].start()
    house.until(lambda: answers(house.addresses[0]), "the web server is back")
    (longer,) = [event for event in table.host.events(table.id) if event["type"] == "deadline_extended"]
    assert longer["actor"] == "clock"
    assert 20 <= (at(longer["data"]["deadline_at"]) - due_at).total_seconds() < 21
    house.until(lambda: table.host.view(table.id)["status"] == "abandoned", "its time is over at last")
    assert [event["type"] for event in table.host.events(table.id)][-3:] == [
        "deadline_extended",
        "time_up",
        "match_ended",
    ]
