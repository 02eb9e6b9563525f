"""Connections are bounded in all and for each address, and those of a trusted proxy only in all."""

import asyncio
import resource
from unittest.mock import Mock

import pytest
from pytest_django import Settings

from games.webserver import connection_count
from games.webserver.connection_count import ConnectionCount
from tests.webserver.bounded_server import BoundedServer, run_with_server


@pytest.fixture(autouse=True)
def _small_limits(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr(connection_count, "MAX_CONNECTIONS_PER_ADDRESS", 3)
    settings.RATE_LIMITS = 1
    settings.MAX_CONNECTIONS = 6


def open_connections(count: ConnectionCount, *peers: str | None) -> list[str | None]:
    """Return the code of the problem that each of these connections gets."""
    problems = [count.add(Mock(), peer) for peer in peers]
    return [problem.code if problem else None for problem in problems]


def test_an_address_has_its_own_limit() -> None:
    count = ConnectionCount()
    assert open_connections(count, *["192.0.2.1"] * 4, "192.0.2.2") == [None, None, None, "too_many_requests", None]


def test_a_network_of_ipv6_counts_as_one_address() -> None:
    peers = [f"2001:db8::{number}" for number in range(4)]
    assert open_connections(ConnectionCount(), *peers)[-1] == "too_many_requests"


def test_connections_of_a_trusted_proxy_are_limited_only_in_all(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 1
    assert open_connections(ConnectionCount(), *["127.0.0.1"] * 7) == [None] * 6 + ["unavailable"]


def test_all_connections_have_a_limit() -> None:
    peers = [f"192.0.2.{number}" for number in range(7)]
    assert open_connections(ConnectionCount(), *peers, None) == [None] * 6 + ["unavailable"] * 2


def test_closed_connections_no_longer_count() -> None:
    count, transports = ConnectionCount(), [Mock() for _ in range(3)]
    for transport in transports:
        count.add(transport, "192.0.2.1")
    for transport in transports:
        count.remove(transport)
        count.remove(transport)
    assert open_connections(count, *["192.0.2.1"] * 3) == [None] * 3
    assert count._count_by_address.total() == 3


def test_without_rate_limits_an_address_has_no_limit(settings: Settings) -> None:
    settings.RATE_LIMITS = 0
    assert open_connections(ConnectionCount(), *["192.0.2.1"] * 5) == [None] * 5


def test_files_never_run_out(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.MAX_CONNECTIONS = 4000
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (1024, 1024))
    assert connection_count.max_connections() == 1024 - connection_count.RESERVED_FILES


def test_a_connection_too_many_is_refused_and_there_is_room_again_once_one_closes() -> None:
    request = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    async def scenario(server: BoundedServer) -> list[int]:
        statuses = []
        async with server.client(), server.client():
            async with server.client(), server.client() as one_more:
                statuses.append((await one_more.request(b""))[0])
            await asyncio.sleep(0.05)
            async with server.client() as client:
                statuses.append((await client.request(request))[0])
        return statuses

    assert run_with_server(scenario) == [429, 200]
