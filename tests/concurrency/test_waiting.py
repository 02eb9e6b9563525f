"""Long polls: they wake when something happens, whoever made it happen, with the doorbell or without."""

import time
from collections.abc import Iterator
from threading import Timer

import pytest

from tests.api.client import Answer
from tests.api.table import Table
from tests.concurrency.crowd import at_once, table
from tests.services.house import House

SOON = 2.0
"""Seconds from a command to the answers of all who wait for it."""


def everybody_wakes(table: Table, *, wait: int = 25) -> None:
    """All wait, half for the view and half for the events, everyone at both servers; one command wakes them."""
    head = table.host.view(table.id)["version"]
    done: list[float] = []

    def command() -> None:
        table.host.act(table.id, "abandon")
        done.append(time.monotonic())

    def waiting(number: int) -> tuple[Answer, float]:
        what = "/events" if number % 4 > 1 else ""
        player = table.players[number]
        return player.get(f"/matches/{table.id}{what}", after=head, wait=wait), time.monotonic()

    timer = Timer(0.7, command)
    timer.start()
    answers = at_once(*(lambda n=n: waiting(n) for n in range(len(table.players))))
    timer.join()
    for answer, at in answers:
        assert answer.ok()["version"] == head + 1
        assert at - done[0] < SOON
        assert at > done[0] - 0.7


def test_twelve_who_wait_wake_within_two_seconds(house: House) -> None:
    everybody_wakes(table(house, 13 - 1, ruleset="odyssey").start())


def test_who_waits_for_nothing_gets_the_same_view_when_the_time_is_over(house: House) -> None:
    match = table(house, 2)
    head = match.host.view(match.id)["version"]
    begun = time.monotonic()
    assert match.host.view(match.id, after=head, wait=1)["version"] == head
    assert match.host.events(match.id, after=head, wait=1) == []
    assert 1.9 < time.monotonic() - begun < 6


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(("", 1), id="without Redis"),
        pytest.param(("unix:///nowhere/redis.sock", 2), id="Redis gone"),
    ],
)
def deaf(request: pytest.FixtureRequest) -> Iterator[House]:
    redis_url, servers = request.param
    with House(None, redis_url, servers=servers) as running:
        yield running


def test_without_redis_they_wake_all_the_same(deaf: House) -> None:
    everybody_wakes(table(deaf, 12, ruleset="odyssey").start())


def test_without_redis_a_match_goes_on(deaf: House) -> None:
    match = table(deaf, 3, ruleset="classic").start().until("storytelling", round=2)
    assert match.host.view(match.id)["round"] == 2
