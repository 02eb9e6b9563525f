"""A request that is too large or malformed gets a problem document, and is never given to the application."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import pytest

from games.webserver import body_limits, http_protocol
from tests.webserver.bounded_server import BoundedServer, run_with_server

BYTES_PER_MIB = 1024 * 1024


def head(method: str = "POST", path: str = "/", **headers: str) -> bytes:
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"{method} {path} HTTP/1.1\r\nHost: x\r\n{lines}\r\n".encode()


def chunked(size: int, piece: int = 4096) -> bytes:
    return (
        f"{piece:x}\r\n".encode() + b"x" * piece + b"\r\n" if size <= piece else chunked(piece, piece) * (size // piece)
    )


@pytest.fixture(autouse=True)
def smaller_records(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit records to 8 MiB: larger ones only take longer."""
    monkeypatch.setattr(body_limits, "MAX_RECORD_BYTES", 8 * BYTES_PER_MIB)


CHUNKED_HEAD = head(Transfer_Encoding="chunked")
REFUSED: dict[str, tuple[bytes, int, str]] = {
    "a header without an end": (b"GET / HTTP/1.1\r\nX: " + b"x" * BYTES_PER_MIB, 431, "headers_too_large"),
    "a long header": (head("GET", X="x" * 40_000), 431, "headers_too_large"),
    "many headers": (head("GET", **{f"X-{n}": "" for n in range(120)}), 431, "headers_too_large"),
    "headers without an end": (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 50_000, 431, "headers_too_large"),
    "a long address": (head("GET", "/" + "x" * 70_000), 431, "headers_too_large"),
    "line breaks without an end": (b"\r\n" * BYTES_PER_MIB, 431, "headers_too_large"),
    "no HTTP": (b"\x16\x03\x01\x02\x00", 400, "malformed"),
    "two lengths": (head(Content_Length="1", content_length="2"), 400, "malformed"),
    "a negative length": (head(Content_Length="-1"), 400, "malformed"),
    "an invalid address": (head("GET", "http://[::1"), 400, "malformed"),
    "a declared body": (head(Content_Length="8193"), 413, "too_large"),
    "a declared body for a health check": (head(path="/livez", Content_Length="150000000"), 413, "too_large"),
    "a declared record": (head(path="/api/v1/imports", Content_Length=str(9 * BYTES_PER_MIB)), 413, "too_large"),
    "a body in chunks": (CHUNKED_HEAD + chunked(64 * 1024), 413, "too_large"),
    "a record in chunks": (
        head(path="/api/v1/imports?x", Transfer_Encoding="chunked") + chunked(9 * BYTES_PER_MIB, 65536),
        413,
        "too_large",
    ),
    "a form in chunks": (
        head(path="/admin/login/", Transfer_Encoding="chunked") + chunked(128 * 1024),
        413,
        "too_large",
    ),
    "tiny chunks": (CHUNKED_HEAD + b"1\r\nx\r\n" * 8000, 413, "too_large"),
    "a chunk's extension without an end": (CHUNKED_HEAD + b"1;" + b"x" * BYTES_PER_MIB, 413, "too_large"),
    "trailers without an end": (CHUNKED_HEAD + b"0\r\n" + b"X: y\r\n" * 20_000, 431, "headers_too_large"),
}


def parse_problem(answer: bytes) -> tuple[dict[str, str], dict[str, Any]]:
    head_text, _, body = answer.partition(b"\r\n\r\n")
    headers = dict(line.split(": ", 1) for line in head_text.decode().split("\r\n")[1:])
    return headers, json.loads(body)


@pytest.mark.parametrize("name", REFUSED)
def test_a_request_out_of_bounds_gets_a_problem_document(name: str) -> None:
    content, expected_status, code = REFUSED[name]

    async def scenario(server: BoundedServer) -> tuple[int, bytes]:
        async with server.client() as client:
            return await client.request(content)

    status, answer = run_with_server(scenario)
    headers, problem = parse_problem(answer)
    assert (status, problem["code"], problem["status"]) == (expected_status, code, expected_status)
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert headers["Connection"] == "close"


def test_requests_within_the_bounds_are_answered_on_one_connection() -> None:
    requests = [
        head("GET", "/" + "x" * 20_000),
        head(Content_Length="8192") + b"x" * 8192,
        CHUNKED_HEAD + chunked(8192) + b"0\r\n\r\n",
        CHUNKED_HEAD + b"1\r\nx\r\n" * 2000 + b"0\r\n\r\n",
        head(path="/api/v1/imports", Content_Length=str(8 * BYTES_PER_MIB)) + b"x" * 8 * BYTES_PER_MIB,
        head("GET"),
    ]

    async def scenario(server: BoundedServer) -> list[bytes]:
        answers = []
        async with server.client() as client:
            for request in requests:
                await client.send(request)
                await client.reader.readuntil(b"\r\n\r\n")
                answers.append((await client.reader.readuntil(b"0\r\n\r\n")).split(b"\r\n")[1])
        return answers

    assert run_with_server(scenario) == [b"0", b"8192", b"8192", b"2000", b"8388608", b"0"]


def test_a_refused_request_behind_another_never_overtakes_its_answer() -> None:
    async def scenario(server: BoundedServer) -> bytes:
        async with server.client() as client:
            return (await client.request(head("GET") + head(Content_Length="9000")))[1]

    assert b"413" not in run_with_server(scenario).partition(b"\r\n\r\n")[0]


def test_few_requests_wait_behind_one_that_is_being_answered() -> None:
    async def scenario(server: BoundedServer) -> tuple[int, bytes]:
        async with server.client() as client:
            return await client.request(head("GET") * 500)

    assert run_with_server(scenario) == (0, b"")


def test_few_large_bodies_are_received_at_a_time() -> None:
    upload = head(path="/api/v1/imports", Content_Length="1000000")

    async def scenario(server: BoundedServer) -> tuple[int, bytes]:
        async with AsyncExitStack() as stack:
            for _ in range(http_protocol.MAX_LARGE_BODIES):
                await (await stack.enter_async_context(server.client())).send(upload)
            await asyncio.sleep(0.05)
            async with server.client() as client:
                refused = await client.request(upload)
        await asyncio.sleep(0.05)
        async with server.client() as client:
            await client.send(upload + b"x" * 1_000_000)
            assert b"200 OK" in await client.reader.readuntil(b"\r\n\r\n")
        return refused

    status, answer = run_with_server(scenario)
    headers, problem = parse_problem(answer)
    assert (status, problem["code"], headers["Retry-After"]) == (503, "unavailable", "5")
