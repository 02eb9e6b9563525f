"""Limits on what all connections of an address send together."""

import pytest
from pytest_django import Settings

from games.limits import RateLimit
from games.limits.local_limit import LocalRateLimiter, TokenBucket
from games.live.close_codes import CloseCode
from games.webserver import connection_count, http_protocol, websocket_protocol
from tests.live.raw_websocket_client import encode_websocket_frame
from tests.webserver.bounded_server import BoundedServer, Client, run_with_server

PING = 9
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.fixture(autouse=True)
def _limits(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.RATE_LIMITS = 1
    monkeypatch.setattr(http_protocol, "_handshakes", LocalRateLimiter())
    monkeypatch.setattr(websocket_protocol, "_address_limiter", LocalRateLimiter())


async def open_socket(client: Client) -> int:
    """Return the status of the handshake."""
    await client.send(HANDSHAKE)
    return int((await client.reader.readuntil(b"\r\n\r\n")).split()[1])


def test_an_address_opens_a_few_sockets_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "HANDSHAKE_LIMIT", RateLimit(name="few", max_requests=2, window_seconds=60))

    async def scenario(server: BoundedServer) -> list[int]:
        statuses = []
        for _ in range(3):
            async with server.client() as client:
                statuses.append(await open_socket(client))
        return statuses

    assert run_with_server(scenario) == [101, 101, 429]


def test_the_frames_of_all_sockets_of_an_address_count(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = RateLimit(name="few", max_requests=30, window_seconds=60)
    monkeypatch.setattr(websocket_protocol, "ADDRESS_FRAME_LIMIT", limit)

    async def scenario(server: BoundedServer) -> None:
        async with server.client() as first, server.client() as second:
            assert [await open_socket(client) for client in (first, second)] == [101, 101]
            for client in (first, second):
                await client.send(encode_websocket_frame(PING) * 20)
            assert int(CloseCode.RATE).to_bytes(2) in await second.read_to_end()
            assert len(server.websockets) == 1

    run_with_server(scenario)


def test_only_some_refused_connections_learn_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_count, "MAX_CONNECTIONS_PER_ADDRESS", 1)
    monkeypatch.setattr(http_protocol, "REFUSAL_LIMIT", RateLimit(name="few", max_requests=2, window_seconds=60))
    monkeypatch.setattr(http_protocol, "_refusals", TokenBucket())

    async def scenario(server: BoundedServer) -> list[bytes]:
        async with server.client() as first:
            await first.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await first.reader.readuntil(b"\r\n\r\n")
            answers = []
            for _ in range(3):
                async with server.client() as client:
                    answers.append((await client.read_to_end())[9:12])
            return answers

    assert run_with_server(scenario) == [b"429", b"429", b""]
