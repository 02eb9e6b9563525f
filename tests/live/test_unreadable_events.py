"""Over sockets and streams, too, a match whose log can't be read is unavailable, and harms no other."""

import asyncio
import json

import httpx
import pytest

from tests.api.api_client import http_transport
from tests.api.game_table import GameTable
from tests.live.websocket_client import open_websocket
from tests.services.deployment import Deployment

APPEND_SCRIPT = "from tests.eventlog import unreadable_events as e; e.append_unreadable_event({match!r}, {kind!r})"


async def _watch(address: str, newer: GameTable, other: GameTable, deployment: Deployment, kind: str) -> None:
    token = newer.host.token
    async with open_websocket(address, token) as socket, httpx.AsyncClient(timeout=20) as http:
        for match in (newer.id, other.id):
            assert (await socket.request("subscribe", match=match))["t"] == "subscribed"
        headers = {"Authorization": f"Bearer {token}", "Accept": "application/x-ndjson"}
        events = f"{address}/api/v1/matches/{newer.id}/events"
        async with http.stream("GET", events, headers=headers) as stream:
            await asyncio.to_thread(
                deployment.run_management_command, "shell", "-c", APPEND_SCRIPT.format(match=newer.id, kind=kind)
            )
            frame = await socket.receive()
            problem = frame["problem"]
            told = (frame["t"], problem["code"], problem["match"], problem["retry_after"])
            assert told == ("error", "unavailable", newer.id, 10)
            # The stream ends; a client that asks again gets the problem.
            lines = [line async for line in stream.aiter_lines() if line]
        assert all(json.loads(line)["type"] != "wave_given" for line in lines)
        assert (await http.get(events, headers=headers)).status_code == 503
        refused = await socket.request("subscribe", match=newer.id)
        assert (refused["t"], refused["problem"]["code"]) == ("error", "unavailable")
        refused = await socket.request("command", match=newer.id, type="resign", data={})
        assert (refused["t"], refused["problem"]["code"]) == ("error", "unavailable")
        # The other subscription goes on.
        await asyncio.to_thread(other.host.act, other.id, "stand")
        while (frame := await socket.receive()).get("match") != other.id:
            pass
        assert frame["t"] == "event"


@pytest.mark.parametrize(("kind", "report"), [("type", "has the event type wave_given"), ("chain", "can't be read")])
def test_an_unreadable_event_ends_its_subscription_and_no_other(
    shared_postgres_deployment: Deployment, kind: str, report: str
) -> None:
    address = shared_postgres_deployment.base_urls[0]
    newer, other = (GameTable(3, transports=[http_transport(address)], ruleset="classic") for _ in range(2))
    # One account watches both.
    other.host = newer.host
    other.id = newer.host.open(ruleset="classic")
    newer.start()
    servers = shared_postgres_deployment.servers
    # What other tests have sent to these servers is in their logs, too.
    earlier = [len(server.log_text) for server in servers]
    asyncio.run(_watch(address, newer, other, shared_postgres_deployment, kind))
    log = "".join(server.log_text[length:] for server, length in zip(servers, earlier, strict=True))
    assert log.count(f"of match {newer.id} {report}") == 1
    assert "Traceback" not in log
    assert "server_error" not in log
