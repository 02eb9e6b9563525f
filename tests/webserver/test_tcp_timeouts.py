"""The kernel ends connections whose clients no longer answer, those of sockets and streams included."""

import asyncio
import socket

import pytest

from games.webserver import tcp_timeouts
from tests.webserver.bounded_server import BoundedServer, run_with_server


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="known to Linux only")
def test_open_connections_have_time_outs() -> None:
    async def scenario(server: BoundedServer) -> None:
        async with server.client():
            await asyncio.sleep(0.05)
            (connection,) = server.state.connections
            plain = connection.transport.get_extra_info("socket")
            for level, name, value in tcp_timeouts.OPTIONS:
                assert plain.getsockopt(level, getattr(socket, name)) == value, name

    run_with_server(scenario)
