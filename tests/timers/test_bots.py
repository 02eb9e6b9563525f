"""Computer players with a real worker and beat: a person plays with three of them, and nothing that dies stops them."""

import time
from collections import Counter

import pytest

from tests.api.client import Json, Player, over
from tests.api.table import move
from tests.timers.clockwork import ClockHouse

SHORT = {"base": "classic", "name": "to-three", "end": {"points": 3}}
LAP = {"base": "classic", "name": "one-lap", "end": {"laps": 1}}


def table(house: ClockHouse, rules: Json) -> tuple[Player, str]:
    """A started match of a person with three computer players, who tells first."""
    ada = Player("Ada", over(house.addresses[0]))
    match = ada.open(ruleset=rules, seats=4, first="host", clock={"reveal": 5})
    for seat, name in ((1, "random"), (2, "bookish"), (3, "random")):
        ada.command(match, "bot", {"seat": seat, "bot": name}).ok()
    ada.act(match, "start")
    return ada, match


def play(house: ClockHouse, ada: Player, match: str) -> list[Json]:
    """Do what there is to do for the person, but look at the scores until their time is over; the log at the end."""

    def over_now() -> bool:
        view = ada.view(match)
        for action in view["actions"] if view["phase"]["name"] != "reveal" else ():
            body = move(action)
            if body is not None:
                ada.act(match, action["type"], body)
                break
        return bool(view["phase"]["name"] == "over")

    house.until(over_now, "the match is over", patience=180)
    return ada.events(match)


def moves(log: list[Json]) -> Counter[tuple[str, str, int]]:
    """How often each seat has made each move, by the round in which it did."""
    found, number = Counter[tuple[str, str, int]](), 0
    for event in log:
        number += event["type"] == "round_begun"
        if event["type"] in ("clue_given", "cards_submitted", "vote_cast", "seat_ready"):
            found[f"{number}", event["type"], event["data"]["seat"]] += 1
    return found


def test_a_person_plays_a_whole_match_with_three_of_them(clock_house: ClockHouse) -> None:
    ada, match = table(clock_house, SHORT)
    log = play(clock_house, ada, match)
    assert log[-1]["data"]["status"] == "over"
    assert set(moves(log).values()) == {1}, "nobody moves twice"
    assert {event["actor"] for event in log if event["type"] == "vote_cast"} >= {1, 2, 3}
    assert not [event for event in log if event["data"].get("automatic")]
    assert clock_house.manage("rebuild_projections", "--check")


def test_the_same_call_twenty_times_at_once_is_one_move(clock_house: ClockHouse) -> None:
    ada, match = table(clock_house, SHORT)
    with clock_house.celery() as asking:
        ada.act(match, "clue", move(ada.view(match)["actions"][0]))
        for _ in range(20):
            for seat in (1, 2, 3):
                asking.send_task("games.bots.tasks.move", args=(match, "1.submitting", seat))
    clock_house.until(lambda: bool(ada.view(match)["tableau"]), "the cards are there")
    time.sleep(1)
    given = [event["data"]["seat"] for event in ada.events(match) if event["type"] == "cards_submitted"]
    assert sorted(given) == [1, 2, 3]


@pytest.mark.nightly
@pytest.mark.parametrize("victim", ["worker", "beat", "valkey"])
def test_they_go_on_when_what_has_died_is_back(clock_house: ClockHouse, victim: str) -> None:
    ada, match = table(clock_house, LAP)
    children = {"worker": clock_house.worker, "beat": clock_house.beat, "valkey": clock_house.valkey.child}
    ada.act(match, "clue", move(ada.view(match)["actions"][0]))
    children[victim].kill()
    time.sleep(6)
    assert ada.view(match)["phase"]["name"] in ("submitting", "voting")
    if victim == "valkey":
        clock_house.valkey.start()
    else:
        children[victim].start()
    log = play(clock_house, ada, match)
    assert log[-1]["data"]["status"] == "over"
    assert set(moves(log).values()) == {1}


@pytest.mark.nightly
def test_control_without_a_worker_nobody_moves(clock_house: ClockHouse) -> None:
    ada, match = table(clock_house, SHORT)
    clock_house.worker.stop()
    ada.act(match, "clue", move(ada.view(match)["actions"][0]))
    time.sleep(4)
    assert ada.view(match)["phase"]["waiting_for"] == [1, 2, 3]
    clock_house.worker.start()
    clock_house.until(lambda: ada.view(match)["phase"]["name"] == "voting", "the worker is back and they give cards")
