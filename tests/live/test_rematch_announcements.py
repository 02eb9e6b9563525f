"""A rematch is announced to everybody who watches or waits on the match that is over, whichever server opens it."""

import asyncio
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from threading import Timer

import httpx
import pytest

from tests.api.api_client import BASE_PATH, ApiResponse, Json, Player, http_transport
from tests.api.game_table import GameTable
from tests.concurrency.concurrent_clients import create_match, run_simultaneously
from tests.live.faulty_live_deployment import FaultyLiveDeployment
from tests.live.websocket_client import WebSocketClient, open_websocket
from tests.services.deployment import Deployment
from tests.services.postgres import PostgreSQL
from tests.services.private_valkey import PrivateValkey

MAX_TELL_SECONDS = 2.0
"""Seconds from the answer to the one who asked for the rematch until everybody knows of it."""
SILENCE_SECONDS = 1.5
"""Longer than the interval in which hubs read the database."""


@pytest.fixture(scope="module")
def deployment_without_polling(postgres: PostgreSQL, valkey: PrivateValkey) -> Iterator[Deployment]:
    """Two servers that learn of changes by notifications alone."""
    database_url = postgres.create_database(f"told_{secrets.token_hex(4)}")
    with FaultyLiveDeployment(database_url, valkey.url, "no_polling") as running:
        yield running


@pytest.fixture(scope="module")
def deployment_without_notifications() -> Iterator[Deployment]:
    """Two servers that can't reach Redis, so that they learn of everything from the database alone."""
    with Deployment(None, "unix:///nowhere/redis.sock", servers=2) as running:
        yield running


async def wait_for_rematch(client: WebSocketClient, match: str) -> Json:
    """Return the frame about the rematch of a match."""
    while True:
        frames = [frame for frame in client.frames if frame["t"] == "rematch" and frame["match"] == match]
        if frames:
            return frames[-1]
        await client.receive()


async def assert_subscribers_are_told(deployment: Deployment) -> None:
    """Let players and a spectator watch at both servers from the lobby on, and one of them ask for the rematch."""
    table = await asyncio.to_thread(create_match, deployment, 3, ruleset="classic")
    spectator = await asyncio.to_thread(Player, "Eve", http_transport(deployment.base_urls[-1]))
    viewers = [*table.players, spectator]
    async with AsyncExitStack() as sockets:
        addresses = [deployment.base_urls[number % len(deployment.base_urls)] for number in range(len(viewers))]
        clients = [
            await sockets.enter_async_context(open_websocket(address, viewer.token))
            for address, viewer in zip(addresses, viewers, strict=True)
        ]
        for client, since in zip(clients, ({}, {"since": 0}, {}, {"since": 0}), strict=True):
            await client.request("subscribe", match=table.id, **since)
        await asyncio.to_thread(lambda: table.start().abandon())
        next_id = (await asyncio.to_thread(table.players[1].command, table.id, "rematch")).ok(201)["id"]
        async with asyncio.timeout(MAX_TELL_SECONDS):
            frames = await asyncio.gather(*(wait_for_rematch(client, table.id) for client in clients))
        assert frames == [{"t": "rematch", "match": table.id, "rematch": next_id}] * 4
        # Nobody gets it twice, and nobody before the end of the match.
        await asyncio.sleep(SILENCE_SECONDS)
        await asyncio.gather(*(client.request("ping") for client in clients))
        for client in clients:
            kinds = [frame["event"]["type"] if frame["t"] == "event" else frame["t"] for frame in client.frames]
            assert kinds.count("rematch") == 1
            assert kinds.index("rematch") > kinds.index("match_ended")
        # Who subscribes afterwards has it in the view, or gets the frame.
        late, later = clients[:2]
        assert (await late.request("subscribe", match=table.id))["view"]["rematch"] == {"match": next_id}
        later.frames.clear()
        await later.request("subscribe", match=table.id, since=5)
        async with asyncio.timeout(MAX_TELL_SECONDS):
            assert (await wait_for_rematch(later, table.id))["rematch"] == next_id


def test_subscribers_at_both_servers_are_told(deployment: Deployment) -> None:
    asyncio.run(assert_subscribers_are_told(deployment))


def test_subscribers_are_told_when_half_of_the_notifications_fail(flaky_pubsub_deployment: Deployment) -> None:
    for _ in range(3):
        asyncio.run(assert_subscribers_are_told(flaky_pubsub_deployment))


def test_subscribers_are_told_by_notifications_alone(deployment_without_polling: Deployment) -> None:
    asyncio.run(assert_subscribers_are_told(deployment_without_polling))
    assert_long_polls_answer_when_the_rematch_is_set(deployment_without_polling)


def test_subscribers_are_told_without_any_notification(deployment_without_notifications: Deployment) -> None:
    asyncio.run(assert_subscribers_are_told(deployment_without_notifications))


def test_a_rematch_of_a_rematch_that_fell_through_is_told_as_well(deployment: Deployment) -> None:
    async def scenario() -> None:
        table = await asyncio.to_thread(lambda: create_match(deployment, 3, ruleset="classic").start().abandon())
        async with open_websocket(deployment.base_urls[0], table.host.token) as client:
            await client.request("subscribe", match=table.id)
            for player in table.players[1:]:
                opened = (await asyncio.to_thread(player.command, table.id, "rematch")).ok(201)
                client.frames.clear()
                async with asyncio.timeout(MAX_TELL_SECONDS):
                    assert (await wait_for_rematch(client, table.id))["rematch"] == opened["id"]
                await asyncio.to_thread(player.act, opened["id"], "abandon")

    asyncio.run(scenario())


def assert_long_polls_answer_when_the_rematch_is_set(deployment: Deployment) -> None:
    table = create_match(deployment, 4, ruleset="classic").start().abandon()
    version = table.host.view(table.id)["version"]
    asked_at: list[float] = []

    def ask() -> None:
        table.players[3].command(table.id, "rematch").ok(201)
        asked_at.append(time.monotonic())

    def long_poll(player: Player) -> tuple[ApiResponse, float]:
        return player.get(f"/matches/{table.id}", after=version, wait=25), time.monotonic()

    timer = Timer(0.7, ask)
    timer.start()
    answers = run_simultaneously(*(lambda p=player: long_poll(p) for player in table.players[:3]))
    timer.join()
    for answer, at in answers:
        assert answer.ok()["version"] == version
        assert answer.json["rematch"] is not None
        assert asked_at[0] - 0.7 < at < asked_at[0] + MAX_TELL_SECONDS
    begun = time.monotonic()
    assert long_poll(table.host)[0].json["rematch"] == answers[0][0].json["rematch"]
    assert time.monotonic() - begun < 1


def test_a_long_poll_on_a_match_that_is_over_waits_for_the_rematch(deployment: Deployment) -> None:
    assert_long_polls_answer_when_the_rematch_is_set(deployment)


def test_a_long_poll_hears_of_the_rematch_without_any_notification(
    deployment_without_notifications: Deployment,
) -> None:
    assert_long_polls_answer_when_the_rematch_is_set(deployment_without_notifications)


def test_a_long_poll_on_a_match_without_a_rematch_waits(deployment: Deployment) -> None:
    table = create_match(deployment, 3, ruleset="classic").start().abandon()
    version, begun = table.host.view(table.id)["version"], time.monotonic()
    assert table.host.view(table.id, after=version, wait=2)["rematch"] is None
    assert time.monotonic() - begun > 1.9


def test_a_long_poll_for_events_is_not_woken_by_the_rematch(deployment: Deployment) -> None:
    table = create_match(deployment, 3, ruleset="classic").start().abandon()
    version = table.host.view(table.id)["version"]
    table.host.command(table.id, "rematch").ok(201)
    begun = time.monotonic()
    assert table.host.events(table.id, after=version, wait=2) == []
    assert time.monotonic() - begun > 1.9


@pytest.mark.parametrize("after_the_end", [0, 1], ids=["from the beginning", "nothing left"])
def test_a_stream_of_a_match_that_is_over_ends(deployment: Deployment, after_the_end: int) -> None:
    table = create_match(deployment, 3, ruleset="classic").start().abandon()
    version = table.host.view(table.id)["version"]
    lines = stream_lines(deployment, table, version if after_the_end else 0)
    assert [json.loads(line)["version"] for line in lines] == ([] if after_the_end else [*range(1, version + 1)])


def test_a_live_stream_ends_with_the_match(deployment: Deployment) -> None:
    table = create_match(deployment, 3, ruleset="classic").start()
    timer = Timer(0.7, table.abandon)
    timer.start()
    lines = stream_lines(deployment, table, 0)
    timer.join()
    assert json.loads(lines[-1])["type"] == "match_ended"


def stream_lines(deployment: Deployment, table: GameTable, after: int) -> list[str]:
    """Return the lines of a stream of events that ends by itself."""
    url = f"{deployment.base_urls[0]}{BASE_PATH}/matches/{table.id}/events"
    headers = {"Accept": "application/x-ndjson", "Authorization": f"Bearer {table.host.token}"}
    with httpx.stream("GET", url, params={"after": after}, headers=headers, timeout=10) as response:
        return list(response.iter_lines())
