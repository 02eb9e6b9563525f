"""A client that sends or reads too slowly is cut off."""

import asyncio
import time

import pytest

from games.webserver import body_limits, fair_timer, http_protocol, websocket_protocol
from tests.live.raw_websocket_client import TEXT, encode_websocket_frame
from tests.webserver.bounded_server import BoundedServer, Client, run_with_server

POST_HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"
HANDSHAKE = (
    b"GET /ws/v1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.fixture(autouse=True)
def _short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_TIMEOUT_SECONDS", 0.3)
    monkeypatch.setattr(http_protocol, "WRITE_TIMEOUT_SECONDS", 0.3)
    monkeypatch.setattr(body_limits, "BODY_TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(websocket_protocol, "SEND_TIMEOUT_SECONDS", 0.3)
    monkeypatch.setattr(websocket_protocol, "CLOSE_SECONDS", 0.2)
    monkeypatch.setattr(fair_timer, "GRACE_SECONDS", 0.05)


@pytest.mark.parametrize(
    ("content", "status"),
    [
        pytest.param(b"", 0, id="nothing"),
        pytest.param(b"GET / HTTP/1.1\r\nHost", 408, id="half a head"),
        pytest.param(POST_HEAD + b"xx", 408, id="half a body"),
        pytest.param(b"\r\n", 0, id="a line break"),
    ],
)
def test_a_client_that_stops_in_the_middle_of_a_request_is_cut_off(content: bytes, status: int) -> None:
    async def scenario(server: BoundedServer) -> tuple[int, bytes]:
        async with server.client() as client:
            return await client.request(content)

    assert run_with_server(scenario)[0] == status


def test_a_client_that_sends_a_byte_now_and_then_is_cut_off() -> None:
    async def scenario(server: BoundedServer) -> float:
        async with server.client() as client:
            started_at, reading = time.monotonic(), asyncio.create_task(client.read_to_end())
            while not reading.done():
                await client.send(b"G" if time.monotonic() - started_at < 0.05 else b"E")
                await asyncio.sleep(0.05)
            return time.monotonic() - started_at

    assert run_with_server(scenario) < 2


def test_an_idle_connection_stays_open_between_requests() -> None:
    async def scenario(server: BoundedServer) -> None:
        async with server.client() as client:
            for _ in range(2):
                await client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                assert b"200 OK" in await client.reader.readuntil(b"0\r\n\r\n")
                await asyncio.sleep(0.5)

    run_with_server(scenario)


async def wait_until_no_connection(server: BoundedServer) -> None:
    async with asyncio.timeout(5):
        while server.state.connections:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def test_a_client_that_does_not_read_its_answer_is_cut_off() -> None:
    async def scenario(server: BoundedServer) -> None:
        async with server.client() as client:
            await client.send(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
            await wait_until_no_connection(server)

    run_with_server(scenario)


def test_a_client_that_reads_slowly_gets_its_whole_answer() -> None:
    async def scenario(server: BoundedServer) -> int:
        async with server.client() as client:
            await client.send(b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            size = 0
            while piece := await client.reader.read(512 * 1024):
                size += len(piece)
                await asyncio.sleep(0.01)
            return size

    assert run_with_server(scenario) > 16 * 1024 * 1024


def test_a_socket_that_does_not_read_is_read_no_more_and_cut_off() -> None:
    async def scenario(server: BoundedServer) -> None:
        async with server.client() as client:
            await open_websocket(client, "/large")
            await asyncio.sleep(0.1)
            (connection,) = server.websockets
            assert not connection.transport.is_reading()
            await wait_until_no_connection(server)

    run_with_server(scenario)


async def open_websocket(client: Client, path: str = "/ws/v1") -> None:
    await client.send(HANDSHAKE.replace(b"/ws/v1", path.encode()))
    assert b"101" in await client.reader.readuntil(b"\r\n\r\n")


def test_fragments_are_kept_as_one_buffer() -> None:
    async def scenario(server: BoundedServer) -> bytes:
        async with server.client() as client:
            await open_websocket(client)
            await client.send(
                encode_websocket_frame(TEXT, b"x", fin=False) + encode_websocket_frame(0, b"x", fin=False) * 150
            )
            await asyncio.sleep(0.05)
            (connection,) = server.websockets
            assert [len(each) for each in connection.frames] == [151]
            await client.send(encode_websocket_frame(0, b"x"))
            return await client.reader.readexactly(5)

    assert run_with_server(scenario) == b"\x81\x03152"
