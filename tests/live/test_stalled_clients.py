"""Sockets whose clients don't read cost little memory and don't affect other clients."""

import asyncio
import os
import socket
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress

import psutil
import pytest
from websockets.exceptions import ConnectionClosed

from tests.api.game_table import GameTable
from tests.concurrency.concurrent_clients import create_match
from tests.live.faulty_live_deployment import FaultyLiveDeployment
from tests.live.websocket_client import WebSocketClient, open_websocket
from tests.services.deployment import Deployment

BYTES_PER_MIB = 1024 * 1024
MAX_MIB_FOR_200_SOCKETS = 64
"""MiB that 200 stalled sockets may cost."""


class StalledClients:
    """Clients that request the whole log again and again, and read nothing of it."""

    def __init__(self, deployment: Deployment, match: GameTable, count: int) -> None:
        self.deployment, self.match, self.count = deployment, match, count
        self.request_tasks: list[asyncio.Task[None]] = []

    async def connect_all(self, sockets: AsyncExitStack) -> None:
        """Connect all of them before the first request: a stalled client is disconnected after seconds."""
        clients = [await self.connect_one(sockets) for _ in range(self.count)]
        self.request_tasks = [asyncio.create_task(self.send_without_reading(client)) for client in clients]

    async def connect_one(self, sockets: AsyncExitStack) -> WebSocketClient:
        tcp_socket = socket.create_connection(("127.0.0.1", self.deployment.ports[0]))
        tcp_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        return await sockets.enter_async_context(
            open_websocket(
                self.deployment.base_urls[0],
                self.match.host.token,
                sock=tcp_socket,
                max_queue=1,
                user_agent_header="stalled",
            )
        )

    async def send_without_reading(self, client: WebSocketClient) -> None:
        with suppress(ConnectionClosed):
            for _ in range(180):
                await client.send("subscribe", match=self.match.id, since=0)
                # This many at once would hold up their own process, and the bystander with it.
                await asyncio.sleep(0.02)


async def measure_memory_growth_mib(deployment: Deployment, client_count: int, seconds: float = 6) -> float:
    """Return the maximum growth of the server in MiB, while a bystander is answered at once."""
    match = create_match(deployment, 3, ruleset="classic").start().play_until("storytelling", round=5)
    server = psutil.Process(deployment.servers[0].pid)
    stalled_clients = StalledClients(deployment, match, client_count)
    async with (
        AsyncExitStack() as sockets,
        open_websocket(deployment.base_urls[0], match.players[1].token) as bystander,
    ):
        await bystander.request("subscribe", match=match.id)
        before = peak = server.memory_info().rss
        await stalled_clients.connect_all(sockets)
        assert (await bystander.request("ping"))["t"] == "pong"
        started_at, longest_reply_seconds = time.monotonic(), 0.0
        while time.monotonic() - started_at < seconds:
            ping_sent_at = time.monotonic()
            assert (await bystander.request("ping"))["t"] == "pong"
            longest_reply_seconds = max(longest_reply_seconds, time.monotonic() - ping_sent_at)
            peak = max(peak, server.memory_info().rss)
            await asyncio.sleep(0.1)
        for task in stalled_clients.request_tasks:
            task.cancel()
        await asyncio.gather(*stalled_clients.request_tasks, return_exceptions=True)
    print(
        f"{client_count} stalled sockets: {(peak - before) / BYTES_PER_MIB:.1f} MiB,"
        f" longest reply to another client {longest_reply_seconds:.2f} s"
    )
    assert longest_reply_seconds < 3
    return (peak - before) / BYTES_PER_MIB


def max_growth_mib(client_count: int) -> float:
    """Return the allowed growth for this number of clients; with few, the base cost of a process dominates."""
    return MAX_MIB_FOR_200_SOCKETS * max(client_count, 60) / 200


@pytest.mark.parametrize("many", [20, pytest.param(200, marks=pytest.mark.nightly)])
def test_stalled_sockets_cost_little_memory_and_disturb_no_other_client(
    flaky_pubsub_deployment: Deployment, many: int
) -> None:
    assert asyncio.run(measure_memory_growth_mib(flaky_pubsub_deployment, many)) < max_growth_mib(many)
    assert "Traceback" not in flaky_pubsub_deployment.log_text()


@pytest.fixture
def unbounded_buffer_deployment() -> Iterator[Deployment]:
    with FaultyLiveDeployment(None, os.environ["REDIS_URL"], "unbounded_buffer", servers=1) as running:
        yield running


@pytest.mark.nightly
def test_control_an_unbounded_send_buffer_is_detected(unbounded_buffer_deployment: Deployment) -> None:
    assert asyncio.run(measure_memory_growth_mib(unbounded_buffer_deployment, 20, seconds=25)) > max_growth_mib(20)
