"""A client that abuses the service in one way for some seconds.

`python -m tests.abuse.abuser KIND PORT TOKEN MATCH SECONDS` runs it. It uses the standard library only, so that it
starts fast, and a loopback address of its own, as any other client has.
"""

import asyncio
import json
import socket
import struct
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Self, TypeAlias

ABUSER_ADDRESS = "127.0.0.2"
TEXT, CONTINUATION, PING = 1, 0, 9
CHUNK_BYTES = 64 * 1024


@dataclass(frozen=True, kw_only=True)
class Target:
    port: int
    token: str
    match: str


Abuse: TypeAlias = Callable[[Target], Awaitable[None]]


def frame(opcode: int, content: bytes = b"", *, fin: bool = True) -> bytes:
    """Return a frame that is masked with zeros."""
    size = bytes([128 | len(content)]) if len(content) < 126 else b"\xfe" + struct.pack("!H", len(content))
    return bytes([fin << 7 | opcode]) + size + b"\0\0\0\0" + content


def request(method: str, path: str, token: str = "", **headers: str) -> bytes:
    lines = {"Host": "localhost", "Authorization": f"Bearer {token}" if token else "", **headers}
    text = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items() if value)
    return f"{method} {path} HTTP/1.1\r\n{text}\r\n".encode()


HANDSHAKE_HEADERS = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec_WebSocket_Version": "13",
    "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "Sec_WebSocket_Protocol": "dixit.v1",
}


class Line:
    """One connection; `reads` says whether what comes is read and thrown away."""

    def __init__(self, target: Target, *, reads: bool = True, small_window: bool = False) -> None:
        self.target, self.reads, self.small_window = target, reads, small_window

    async def __aenter__(self) -> Self:
        plain = socket.socket()
        if self.small_window:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.settimeout(0)
        plain.bind((ABUSER_ADDRESS, 0))
        await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", self.target.port))
        self.reader, self.writer = await asyncio.open_connection(sock=plain, limit=2**12)
        self.discarding = asyncio.create_task(self.discard()) if self.reads else None
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.discarding:
            self.discarding.cancel()
        self.writer.transport.abort()

    async def discard(self) -> None:
        with suppress(OSError):
            while await self.reader.read(CHUNK_BYTES):
                pass

    async def send(self, content: bytes) -> None:
        self.writer.write(content)
        await self.writer.drain()
        # `drain` gives other tasks no turn as long as the buffer has room.
        await asyncio.sleep(0)

    async def open_websocket(self, token: str = "") -> None:
        await self.send(request("GET", "/ws/v1", token, **HANDSHAKE_HEADERS))
        await asyncio.sleep(0.1)


async def repeat(abuse: Callable[[], Awaitable[None]], clients: int) -> None:
    """Run the abuse in some tasks, each time anew when it is cut off."""

    async def run_forever() -> None:
        while True:
            with suppress(OSError):
                await abuse()
            await asyncio.sleep(0.02)

    await asyncio.gather(*(run_forever() for _ in range(clients)))


def websocket_flood(content: bytes, *, clients: int, with_token: bool = True, reads: bool = True) -> Abuse:
    """Send the same bytes without an end."""

    async def flood(target: Target) -> None:
        async def run() -> None:
            async with Line(target, reads=reads) as line:
                await line.open_websocket(target.token if with_token else "")
                while True:
                    await line.send(content)

        await repeat(run, clients)

    return flood


def fragments(content: bytes) -> bytes:
    return frame(CONTINUATION, content, fin=False) * 2000


async def unfinished_messages(target: Target) -> None:
    """Begin a message in many sockets, and go on by one fragment now and then."""

    async def run() -> None:
        async with Line(target) as line:
            await line.open_websocket()
            await line.send(frame(TEXT, b"x", fin=False))
            while True:
                await line.send(frame(CONTINUATION, b"x", fin=False) * 150)
                await asyncio.sleep(1)

    await repeat(run, 100)


async def unread_sockets(target: Target) -> None:
    """Ask for all events again and again, and read nothing."""
    subscribe = {"t": "subscribe", "id": "1", "match": target.match, "since": 0}

    async def run() -> None:
        async with Line(target, reads=False, small_window=True) as line:
            await line.open_websocket(target.token)
            while True:
                await line.send(frame(TEXT, json.dumps(subscribe).encode()))
                await asyncio.sleep(0.03)

    await repeat(run, 20)


def http_flood(head: bytes, content: bytes, *, clients: int, pause: float = 0) -> Abuse:
    """Send a head, and then the same bytes without an end."""

    async def flood(target: Target) -> None:
        async def run() -> None:
            async with Line(target) as line:
                await line.send(head)
                while True:
                    await line.send(content)
                    if pause:
                        await asyncio.sleep(pause)

        await repeat(run, clients)

    return flood


def chunked_body(path: str) -> Abuse:
    chunk = f"{CHUNK_BYTES:x}\r\n".encode() + b"x" * CHUNK_BYTES + b"\r\n"
    return http_flood(request("POST", path, Transfer_Encoding="chunked"), chunk, clients=8)


async def idle_lines(target: Target) -> None:
    async def run() -> None:
        async with Line(target) as line:
            await line.discard()

    await repeat(run, 600)


async def unread_downloads(target: Target) -> None:
    """Ask for the largest document and read nothing."""

    async def run() -> None:
        async with Line(target, reads=False, small_window=True) as line:
            await line.send(request("GET", "/api/v1/openapi.json") * 10)
            await asyncio.sleep(60)

    await repeat(run, 40)


def requests(build: Callable[[Target, int], bytes], *, clients: int) -> Abuse:
    """Send whole requests, each after the answer to the one before."""

    async def flood(target: Target) -> None:
        async def run() -> None:
            number = 0
            async with Line(target, reads=False) as line:
                while True:
                    number += 1
                    await line.send(build(target, number))
                    if not await line.reader.read(CHUNK_BYTES):
                        return

        await repeat(run, clients)

    return flood


def json_request(path: str, token: str, content: Mapping[str, object]) -> bytes:
    body = json.dumps(content).encode()
    headers = {"Content_Type": "application/json", "Content_Length": str(len(body))}
    return request("POST", path, token, **headers) + body


def unknown_deck(target: Target, number: int) -> bytes:
    return request("GET", f"/api/v1/decks/{number}{'x' * 6000}/pictures/x.svg")


def password_guess(target: Target, number: int) -> bytes:
    return json_request("/api/v1/tokens", "", {"name": "somebody", "password": f"a wrong one {number}"})


def match_password_guess(target: Target, number: int) -> bytes:
    return json_request(f"/api/v1/matches/{target.match}x/seats", target.token, {"password": f"{number:04}"})


def long_poll(target: Target, number: int) -> bytes:
    return request("GET", f"/api/v1/matches/{target.match}?after=1000&wait=25", target.token)


def garbage_record(target: Target, number: int) -> bytes:
    body = b'{"x":"' + b"x" * 1_000_000 + b'"}\n'
    headers = {"Content_Type": "application/x-ndjson", "Content_Length": str(len(body))}
    return request("POST", "/api/v1/imports", target.token, **headers) + body


ABUSES: Mapping[str, Abuse] = {
    "pings": websocket_flood(frame(PING, b"x" * 125) * 100, clients=1),
    "pings without a token": websocket_flood(frame(PING, b"x" * 125) * 100, clients=2, with_token=False),
    "unread pongs": websocket_flood(frame(PING, b"x" * 125) * 100, clients=5, reads=False),
    "one-byte fragments": websocket_flood(frame(TEXT, fin=False) + fragments(b"x"), clients=5, with_token=False),
    "empty fragments": websocket_flood(frame(TEXT, fin=False) + fragments(b""), clients=5, with_token=False),
    "unfinished messages": unfinished_messages,
    "unread sockets": unread_sockets,
    "endless headers": http_flood(b"GET / HTTP/1.1\r\nX: ", b"x" * CHUNK_BYTES, clients=8),
    "slow heads": http_flood(b"GET / HTTP/1.1\r\n", b"X: y\r\n", clients=200, pause=0.5),
    "slow bodies": http_flood(request("POST", "/api/v1/guests", Content_Length="8000"), b"x", clients=200, pause=0.5),
    "slow records": http_flood(request("POST", "/api/v1/imports", Content_Length="8000000"), b"x" * 9000, clients=50),
    "bodies for nobody": chunked_body("/livez"),
    "endless records": chunked_body("/api/v1/imports"),
    "idle lines": idle_lines,
    "unread downloads": unread_downloads,
    "pipelined requests": http_flood(b"", request("GET", "/livez") * 1000, clients=5),
    "unknown decks": requests(unknown_deck, clients=5),
    "garbage records": requests(garbage_record, clients=5),
    "passwords": requests(password_guess, clients=20),
    "match passwords": requests(match_password_guess, clients=20),
    "long polls": requests(long_poll, clients=200),
}
"""Each kind of abuse by one client, as fast as it can."""


async def run_abuse(kind: str, target: Target, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ABUSES[kind](target)


if __name__ == "__main__":
    kind, port, token, match, seconds = sys.argv[1:]
    asyncio.run(run_abuse(kind, Target(port=int(port), token=token, match=match), float(seconds)))
