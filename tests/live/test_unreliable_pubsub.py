"""Notifications are hints: lost, duplicated, late, wrong or absent, all watchers reach the head within two seconds."""

import asyncio
import json
import time
from contextlib import AsyncExitStack

import pytest

from tests.api.api_client import Player, http_transport
from tests.api.game_table import GameTable
from tests.concurrency.concurrent_clients import create_match
from tests.live.faulty_live_deployment import FaultyLiveDeployment
from tests.live.websocket_client import WebSocketClient, open_websocket
from tests.services.deployment import Deployment
from tests.services.private_valkey import PrivateValkey

CATCH_UP_TIMEOUT_SECONDS = 2.0


class WatchedMatch:
    """A match that a spectator and its players watch, on both servers."""

    def __init__(self, deployment: Deployment) -> None:
        self.deployment = deployment
        self.table: GameTable = create_match(deployment, 3, ruleset="classic")
        self.viewers = [*self.table.players, Player("Eve", http_transport(deployment.base_urls[-1]))]
        self.clients: list[WebSocketClient] = []

    async def subscribe_all(self, sockets: AsyncExitStack) -> None:
        for number, viewer in enumerate(self.viewers):
            client = await sockets.enter_async_context(
                open_websocket(self.deployment.base_urls[number % len(self.deployment.base_urls)], viewer.token)
            )
            await client.request("subscribe", match=self.table.id, since=0)
            self.clients.append(client)

    def play_next_command(self) -> int:
        """Issue one command of an awaited player, and return the resulting version."""
        host = self.table.host
        view = host.view(self.table.id)
        if view["phase"]["name"] == "gathering":
            return int(host.act(self.table.id, "start")["version"])
        self.table.play_next_move(self.table.players[view["phase"]["waiting_for"][0]])
        return int(host.view(self.table.id)["version"])

    async def wait_until_all_reach(self, version: int) -> float:
        """Return the seconds until all have reached the version; raise an error if it takes too long."""
        started_at = time.monotonic()
        async with asyncio.timeout(CATCH_UP_TIMEOUT_SECONDS):
            await asyncio.gather(*(client.wait_for_version(self.table.id, version) for client in self.clients))
        return time.monotonic() - started_at

    def assert_all_received_the_log(self) -> None:
        for viewer, client in zip(self.viewers, self.clients, strict=True):
            assert [json.loads(text) for text in client.event_texts[self.table.id]] == viewer.events(self.table.id)


async def play_watched_match(deployment: Deployment, steps: int) -> WatchedMatch:
    watched_match = WatchedMatch(deployment)
    async with AsyncExitStack() as sockets:
        await watched_match.subscribe_all(sockets)
        for _ in range(steps):
            await watched_match.wait_until_all_reach(await asyncio.to_thread(watched_match.play_next_command))
    watched_match.assert_all_received_the_log()
    return watched_match


def test_all_viewers_catch_up_when_half_of_the_notifications_fail(flaky_pubsub_deployment: Deployment) -> None:
    asyncio.run(play_watched_match(flaky_pubsub_deployment, 25))


@pytest.mark.parametrize("seconds", [4, pytest.param(30, marks=pytest.mark.nightly)])
def test_viewers_miss_nothing_when_redis_is_killed_and_restarted_in_mid_round(
    flaky_pubsub_deployment: Deployment, valkey: PrivateValkey, seconds: int
) -> None:
    """Commands over HTTP and over the socket are accepted all the time. Within two seconds of Redis being back every
    viewer is at the head, and no event is lost or duplicated."""
    watched_match = WatchedMatch(flaky_pubsub_deployment)

    async def scenario() -> None:
        async with AsyncExitStack() as sockets:
            await watched_match.subscribe_all(sockets)
            await watched_match.wait_until_all_reach(await asyncio.to_thread(watched_match.play_next_command))
            valkey.child.kill()
            killed_at = time.monotonic()
            while time.monotonic() - killed_at < seconds:
                head = await asyncio.to_thread(watched_match.play_next_command)
                await asyncio.sleep(seconds / 10)
            reply = await watched_match.clients[0].request("command", match=watched_match.table.id, type="abandon")
            assert reply["t"] == "ack"
            async with open_websocket(
                flaky_pubsub_deployment.base_urls[0], watched_match.table.host.token
            ) as late_client:
                assert (await late_client.request("subscribe", match=watched_match.table.id))["version"] >= head
            # Start it in this thread, because a child dies with the thread that started it.
            valkey.start()
            await watched_match.wait_until_all_reach(max(reply["version"], head))
            for _ in range(4):
                await watched_match.wait_until_all_reach(await asyncio.to_thread(watched_match.play_next_command))

    asyncio.run(scenario())
    watched_match.assert_all_received_the_log()
    assert "Traceback" not in flaky_pubsub_deployment.log_text()


@pytest.mark.nightly
@pytest.mark.parametrize("fault", ["no_notifications", "newest_event_only"])
def test_control_a_deployment_that_misses_or_skips_events_is_detected(valkey: PrivateValkey, fault: str) -> None:
    with (
        FaultyLiveDeployment(None, valkey.url, fault, servers=1) as running,
        pytest.raises((TimeoutError, AssertionError)),
    ):
        asyncio.run(play_watched_match(running, 3))
