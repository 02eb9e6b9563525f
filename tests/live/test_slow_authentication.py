"""A slow server never tells a client that it hasn't authenticated: close code 4501 is for clients that say nothing."""

import asyncio
import os
import secrets
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest
from psycopg import sql

from games.live.close_codes import CloseCode
from tests.api.api_client import Player, http_transport
from tests.live.faulty_live_deployment import FaultyLiveDeployment
from tests.live.raw_websocket_client import open_tcp_connection
from tests.live.websocket_client import open_websocket
from tests.services.deployment import Deployment
from tests.services.postgres import PostgreSQL

SLOW_TOKEN = "dxt_slow"


@pytest.fixture(scope="module")
def short_auth_deployment() -> Iterator[Deployment]:
    """Half a second for the first frame and for looking up a token, which takes twice that for `SLOW_TOKEN`."""
    with FaultyLiveDeployment(None, os.environ["REDIS_URL"], "short_auth", servers=1) as running:
        yield running


async def close_code(base_url: str, *, frame_token: str | None = None, header_token: str | None = None) -> int:
    options: dict[str, Any] = (
        {"additional_headers": {"Authorization": f"Bearer {header_token}"}} if header_token else {}
    )
    async with open_websocket(base_url, **options) as client:
        if frame_token is not None:
            await client.send("auth", token=frame_token)
        return await client.wait_for_close_code()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        pytest.param({"frame_token": SLOW_TOKEN}, CloseCode.UNAVAILABLE, id="auth frame"),
        pytest.param({"header_token": SLOW_TOKEN}, CloseCode.UNAVAILABLE, id="header"),
        pytest.param({}, CloseCode.NO_AUTH, id="silence"),
    ],
)
def test_only_silence_is_the_fault_of_the_client(
    short_auth_deployment: Deployment, options: dict[str, Any], code: int
) -> None:
    assert asyncio.run(close_code(short_auth_deployment.base_urls[0], **options)) == code


@asynccontextmanager
async def standing_still(deployment: Deployment) -> AsyncIterator[None]:
    """Stop the server's process, and let it go on a while after the context."""
    pid = deployment.servers[0].pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
        await asyncio.sleep(1)
    finally:
        os.kill(pid, signal.SIGCONT)


def test_a_frame_that_came_while_the_server_stood_still_counts(short_auth_deployment: Deployment) -> None:
    ada = Player("Ada", http_transport(short_auth_deployment.base_urls[0]))

    async def scenario() -> str:
        async with open_websocket(short_auth_deployment.base_urls[0]) as client:
            await client.receive()
            async with standing_still(short_auth_deployment):
                await client.send("auth", token=ada.token)
            return str((await client.receive())["t"])

    assert asyncio.run(scenario()) == "ready"


@pytest.mark.parametrize("began", [b"", b"GET /livez HT"])
def test_a_request_that_came_while_the_server_stood_still_counts(
    short_auth_deployment: Deployment, began: bytes
) -> None:
    async def scenario() -> bytes:
        async with open_tcp_connection(short_auth_deployment) as client:
            await client.send(began)
            await asyncio.sleep(0.1)
            async with standing_still(short_auth_deployment):
                await client.send(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"[len(began) :])
            return await client.reader.readline()

    assert asyncio.run(scenario()) == b"HTTP/1.1 200 OK\r\n"


def test_clients_that_come_while_the_database_is_away_are_told_to_come_back(postgres: PostgreSQL) -> None:
    name = f"away_{secrets.token_hex(4)}"
    url = postgres.create_database(name)
    with Deployment(url, os.environ["REDIS_URL"], servers=1) as running:
        ada = Player("Ada", http_transport(running.base_urls[0]))

        async def scenario() -> list[int]:
            return await asyncio.gather(
                *(close_code(running.base_urls[0], frame_token=ada.token) for _ in range(10)),
                *(close_code(running.base_urls[0], header_token=ada.token) for _ in range(5)),
            )

        with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(sql.Identifier(name)))
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        assert set(asyncio.run(scenario())) == {CloseCode.UNAVAILABLE}
