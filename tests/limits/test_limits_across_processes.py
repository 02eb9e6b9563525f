"""Limits hold across all processes and both entry points, REST and the socket."""

import asyncio
import re
import time
from contextlib import AsyncExitStack

import httpx

from tests.api.api_client import BASE_PATH, Player, http_transport
from tests.concurrency.concurrent_clients import create_match
from tests.live.websocket_client import WebSocketClient, open_websocket
from tests.services.deployment import Deployment

WAIT_TIMEOUT_SECONDS = 20.0


def count_refusals(deployment: Deployment, limit: str) -> float:
    """Return how often all processes together have refused a request because of this limit."""
    page = httpx.get(f"{deployment.base_urls[0]}/metrics").text
    values = re.findall(rf'dixit_limited_total{{limit="{limit}".*}} (\S+)', page)
    return sum(map(float, values))


def test_twenty_of_two_hundred_concurrent_reads_pass_and_commands_are_unaffected(
    low_limit_deployment: Deployment,
) -> None:
    ada, ben = (Player(name, http_transport(low_limit_deployment.base_urls[0])) for name in ("Ada", "Ben"))
    before = count_refusals(low_limit_deployment, "read")

    async def scenario() -> tuple[list[int], list[int]]:
        async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=205)) as http_client:

            async def send_request(method: str, path: str, player: Player, number: int) -> int:
                address = f"{low_limit_deployment.base_urls[number % 2]}{BASE_PATH}{path}"
                headers = {"Authorization": f"Bearer {player.token}"}
                return (await http_client.request(method, address, headers=headers)).status_code

            reads = [send_request("GET", "/me", ada, number) for number in range(200)]
            commands = [send_request("POST", "/matches/x/ready", ada, number) for number in range(5)]
            statuses = await asyncio.gather(*reads, *commands)
            return statuses[:200], statuses[200:]

    read_statuses, command_statuses = asyncio.run(scenario())
    assert read_statuses.count(200) == 20
    assert read_statuses.count(429) == 180
    assert command_statuses == [404] * 5
    assert ben.get("/me").status == 200
    deadline = time.monotonic() + WAIT_TIMEOUT_SECONDS
    while count_refusals(low_limit_deployment, "read") < before + 180 and time.monotonic() < deadline:
        time.sleep(0.2)
    assert count_refusals(low_limit_deployment, "read") == before + 180


def test_commands_over_rest_and_the_socket_share_one_limit(low_limit_deployment: Deployment) -> None:
    match = create_match(low_limit_deployment, 2)
    ada = match.players[0]
    assert [ada.command(match.id, "ready").status for _ in range(3)] == [409] * 3

    async def scenario() -> None:
        async with open_websocket(low_limit_deployment.base_urls[1], ada.token) as client:
            for _ in range(2):
                reply = await client.request("command", match=match.id, type="ready")
                assert reply["problem"]["code"] == "wrong_phase"
            reply = await client.request("command", match=match.id, type="ready")
            assert (reply["t"], reply["problem"]["code"], reply["problem"]["limit"]) == (
                "error",
                "too_many_requests",
                "play",
            )
            assert 0 < reply["problem"]["retry_after"] <= 600
            assert (await client.request("ping"))["t"] == "pong"

    asyncio.run(scenario())
    assert ada.command(match.id, "ready").code == "too_many_requests"


async def try_connect(
    deployment: Deployment, player: Player, server: int, sockets: AsyncExitStack, forwarded_for: str
) -> WebSocketClient | int:
    """Open a socket by way of this address, and return it or the way it was closed."""
    headers = {"X-Forwarded-For": forwarded_for}
    client = await sockets.enter_async_context(open_websocket(deployment.base_urls[server], additional_headers=headers))
    assert (await client.receive())["t"] == "hello"
    await client.send("auth", token=player.token)
    try:
        return client if (await client.receive())["t"] == "ready" else -1
    except Exception:  # noqa: BLE001
        return await client.wait_for_close_code()


def test_sockets_per_account_are_limited_across_servers_and_closing_one_frees_its_slot(
    low_limit_deployment: Deployment,
) -> None:
    ada = Player("Ada", http_transport(low_limit_deployment.base_urls[0]))

    async def scenario() -> None:
        async with AsyncExitStack() as sockets:
            clients = [await try_connect(low_limit_deployment, ada, n % 2, sockets, "203.0.113.1") for n in range(4)]
            assert clients[3] == 4004
            assert isinstance(clients[0], WebSocketClient)
            await clients[0].connection.close()
            deadline = time.monotonic() + WAIT_TIMEOUT_SECONDS
            while (client := await try_connect(low_limit_deployment, ada, 1, sockets, "203.0.113.1")) == 4004:
                assert time.monotonic() < deadline
                await asyncio.sleep(0.2)
            assert isinstance(client, WebSocketClient)

    asyncio.run(scenario())


def test_sockets_per_address_are_limited_and_the_address_cannot_be_spoofed(low_limit_deployment: Deployment) -> None:
    players = [Player(name, http_transport(low_limit_deployment.base_urls[0])) for name in ("Ada", "Ben", "Cleo")]

    async def scenario() -> None:
        async with AsyncExitStack() as sockets:
            for n in range(6):
                assert isinstance(
                    await try_connect(low_limit_deployment, players[n % 2], n % 2, sockets, f"10.0.0.{n}, 203.0.113.2"),
                    WebSocketClient,
                )
            assert await try_connect(low_limit_deployment, players[2], 0, sockets, "10.0.0.9, 203.0.113.2") == 4004
            assert isinstance(
                await try_connect(low_limit_deployment, players[2], 0, sockets, "203.0.113.3"), WebSocketClient
            )

    asyncio.run(scenario())


def test_spectators_per_match_are_limited_and_players_need_no_slot(low_limit_deployment: Deployment) -> None:
    match = create_match(low_limit_deployment, 2)
    guests = [Player(name, http_transport(low_limit_deployment.base_urls[0])) for name in ("Ida", "Jon", "Kim")]

    async def scenario() -> None:
        async with AsyncExitStack() as sockets:
            clients = [
                await sockets.enter_async_context(open_websocket(low_limit_deployment.base_urls[n % 2], guest.token))
                for n, guest in enumerate(guests)
            ]
            replies = [await client.request("subscribe", match=match.id) for client in clients]
            assert [reply["t"] for reply in replies] == ["subscribed", "subscribed", "error"]
            assert replies[2]["problem"]["code"] == "too_many_requests"
            assert replies[2]["problem"]["retry_after"] > 0
            player = await sockets.enter_async_context(
                open_websocket(low_limit_deployment.base_urls[0], match.host.token)
            )
            assert (await player.request("subscribe", match=match.id))["t"] == "subscribed"
            stream = {"Accept": "application/x-ndjson"}
            refused = await asyncio.to_thread(guests[2].send, "GET", f"/matches/{match.id}/events", **stream)
            assert refused.code == "too_many_requests"
            await clients[0].connection.close()
            deadline = time.monotonic() + WAIT_TIMEOUT_SECONDS
            while (await clients[2].request("subscribe", match=match.id))["t"] == "error":
                assert time.monotonic() < deadline
                await asyncio.sleep(0.2)

    asyncio.run(scenario())
