"""Long polls wake on every update, whichever server it comes from, with the notifier or without."""

import time
from collections.abc import Iterator
from threading import Timer

import pytest

from tests.api.api_client import ApiResponse
from tests.api.game_table import GameTable
from tests.concurrency.concurrent_clients import create_match, run_simultaneously
from tests.services.deployment import Deployment

MAX_WAKE_SECONDS = 2.0
"""Seconds from a command to the answers of all who wait for it."""


def assert_all_long_polls_wake(match: GameTable, *, wait: int = 25) -> None:
    """Let everyone wait at both servers, half for the view and half for the events; one command wakes them all."""
    version = match.host.view(match.id)["version"]
    commanded_at: list[float] = []

    def abandon() -> None:
        match.host.act(match.id, "abandon")
        commanded_at.append(time.monotonic())

    def long_poll(number: int) -> tuple[ApiResponse, float]:
        path_suffix = "/events" if number % 4 > 1 else ""
        player = match.players[number]
        return player.get(f"/matches/{match.id}{path_suffix}", after=version, wait=wait), time.monotonic()

    timer = Timer(0.7, abandon)
    timer.start()
    answers = run_simultaneously(*(lambda n=n: long_poll(n) for n in range(len(match.players))))
    timer.join()
    for answer, at in answers:
        assert answer.ok()["version"] == version + 1
        assert at - commanded_at[0] < MAX_WAKE_SECONDS
        assert at > commanded_at[0] - 0.7


def test_twelve_long_polls_wake_within_two_seconds(deployment: Deployment) -> None:
    assert_all_long_polls_wake(create_match(deployment, 13 - 1, ruleset="odyssey").start())


def test_a_long_poll_without_news_returns_the_same_view_at_its_timeout(deployment: Deployment) -> None:
    match = create_match(deployment, 2)
    head = match.host.view(match.id)["version"]
    begun = time.monotonic()
    assert match.host.view(match.id, after=head, wait=1)["version"] == head
    assert match.host.events(match.id, after=head, wait=1) == []
    assert 1.9 < time.monotonic() - begun < 6


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(("", 1), id="without REDIS_URL"),
        pytest.param(("unix:///nowhere/redis.sock", 2), id="with an unreachable Redis"),
    ],
)
def deployment_without_redis(request: pytest.FixtureRequest) -> Iterator[Deployment]:
    redis_url, servers = request.param
    with Deployment(None, redis_url, servers=servers) as running:
        yield running


def test_long_polls_wake_without_redis(deployment_without_redis: Deployment) -> None:
    assert_all_long_polls_wake(create_match(deployment_without_redis, 12, ruleset="odyssey").start())


def test_a_match_continues_without_redis(deployment_without_redis: Deployment) -> None:
    match = create_match(deployment_without_redis, 3, ruleset="classic").start().play_until("storytelling", round=2)
    assert match.host.view(match.id)["round"] == 2
