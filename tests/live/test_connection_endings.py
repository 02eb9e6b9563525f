"""Connections end with the process, when the client stops reading, or when it is silent; idle ones stay open."""

import asyncio
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.api.api_client import BASE_PATH, Player, http_transport
from tests.concurrency.concurrent_clients import create_match
from tests.live.faulty_live_deployment import FaultyLiveDeployment
from tests.live.websocket_client import WebSocketClient, open_websocket
from tests.services.deployment import Deployment


@pytest.fixture
def stoppable_deployment() -> Iterator[Deployment]:
    """A deployment that a test may stop."""
    with Deployment(None, os.environ["REDIS_URL"], servers=1) as running:
        yield running


def test_a_stopping_server_ends_sockets_streams_and_long_polls_cleanly(stoppable_deployment: Deployment) -> None:
    match = create_match(stoppable_deployment, 2)
    address, token = stoppable_deployment.base_urls[0], match.host.token
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/x-ndjson"}
    lines: list[str] = []
    poll_statuses: list[int] = []

    def read_stream() -> None:
        with httpx.stream(
            "GET", f"{address}{BASE_PATH}/matches/{match.id}/events", headers=headers, timeout=60
        ) as response:
            lines.extend(response.iter_lines())

    def long_poll() -> None:
        headers_ = {"Authorization": f"Bearer {token}"}
        url = f"{address}{BASE_PATH}/matches/{match.id}"
        poll_statuses.append(httpx.get(url, params={"after": 3, "wait": 60}, headers=headers_, timeout=70).status_code)

    async def scenario() -> list[int]:
        async with (
            open_websocket(address, token) as one,
            open_websocket(address, token) as two,
            open_websocket(address) as unknown,
        ):
            await one.request("subscribe", match=match.id)
            process = stoppable_deployment.servers[0].process
            assert process is not None
            process.send_signal(signal.SIGTERM)
            return list(
                await asyncio.gather(
                    one.wait_for_close_code(), two.wait_for_close_code(), unknown.wait_for_close_code()
                )
            )

    threads = [threading.Thread(target=read_stream), threading.Thread(target=long_poll)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    started_at = time.monotonic()
    assert asyncio.run(scenario()) == [4001] * 3
    for thread in threads:
        thread.join(10)
    process = stoppable_deployment.servers[0].process
    assert process is not None
    process.wait(10)
    assert time.monotonic() - started_at < 5
    assert ([json.loads(line)["version"] for line in lines], poll_statuses) == ([1, 2, 3], [200])
    assert "Traceback" not in stoppable_deployment.log_text()
    assert "Cancel" not in stoppable_deployment.log_text()


@pytest.mark.nightly
def test_a_stalled_reader_is_disconnected_and_disturbs_no_other_client(deployment: Deployment) -> None:
    match = create_match(deployment, 3, ruleset="classic").start().play_until("storytelling", round=3)
    head = match.host.view(match.id)["version"]

    async def send_without_reading(client: WebSocketClient) -> None:
        with suppress(ConnectionClosed):
            for _ in range(190):
                await client.send("subscribe", match=match.id, since=0)
                await asyncio.sleep(0)

    async def scenario() -> None:
        tcp_socket = socket.create_connection(("127.0.0.1", deployment.ports[0]))
        tcp_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        async with (
            open_websocket(deployment.base_urls[0], match.host.token, sock=tcp_socket, max_queue=1) as stalled,
            open_websocket(deployment.base_urls[0], match.players[1].token) as other,
        ):
            await other.request("subscribe", match=match.id, since=head)
            send_task = asyncio.create_task(send_without_reading(stalled))
            started_at = time.monotonic()
            while time.monotonic() - started_at < 9:
                ping_sent_at = time.monotonic()
                assert (await other.request("ping"))["t"] == "pong"
                assert time.monotonic() - ping_sent_at < 2
                await asyncio.sleep(0.5)
            send_task.cancel()
            # Buffered data may still be read; then the stream has ended.
            assert await stalled.wait_for_close_code() in (4003, 1006)

    asyncio.run(scenario())
    assert "Traceback" not in deployment.log_text()


@pytest.mark.nightly
def test_a_client_silent_for_two_heartbeats_is_disconnected_and_one_that_pings_is_not() -> None:
    async def stay_silent(address: str, token: str) -> tuple[int, float]:
        async with open_websocket(address, token) as client:
            started_at = time.monotonic()
            return await client.wait_for_close_code(), time.monotonic() - started_at

    async def keep_pinging(address: str, token: str) -> str:
        async with open_websocket(address, token) as client:
            for _ in range(8):
                reply = await client.request("ping")
                await asyncio.sleep(0.5)
            return str(reply["t"])

    with FaultyLiveDeployment(None, os.environ["REDIS_URL"], "short_heartbeat", servers=1) as deployment:
        token = Player("Ada", http_transport(deployment.base_urls[0])).token

        async def scenario() -> tuple[tuple[int, float], str]:
            return await asyncio.gather(
                stay_silent(deployment.base_urls[0], token), keep_pinging(deployment.base_urls[0], token)
            )

        (code, closed_after_seconds), pong = asyncio.run(scenario())
    assert (code, pong) == (4002, "pong")
    assert 1.9 < closed_after_seconds < 4.5


@pytest.mark.nightly
def test_an_idle_socket_stays_open_for_a_minute(deployment: Deployment) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))
    match = ada.open()

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], ada.token) as client:
            await client.request("subscribe", match=match)
            for _ in range(2):
                await asyncio.sleep(31)
                assert (await client.request("ping"))["t"] == "pong"
            await asyncio.to_thread(ada.act, match, "abandon")
            assert (await client.receive())["event"]["type"] == "match_ended"

    asyncio.run(scenario())
