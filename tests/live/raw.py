"""A client of the socket that writes bytes as it likes, for what no library would send."""

import asyncio
import base64
import json
import os
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from tests.services.house import House

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE, HANDSHAKE = 20.0, 4.0
HEADERS = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Protocol": "dixit.v1",
}


def frame(opcode: int, content: bytes = b"", *, fin: bool = True, rsv: int = 0, masked: bool = True) -> bytes:
    """A frame as RFC 6455 has them, right or wrong."""
    head = bytes([fin << 7 | rsv << 4 | opcode])
    size, mask = len(content), b"\1\2\3\4" if masked else b""
    if size < 126:
        head += bytes([masked << 7 | size])
    elif size < 1 << 16:
        head += bytes([masked << 7 | 126]) + struct.pack("!H", size)
    else:
        head += bytes([masked << 7 | 127]) + struct.pack("!Q", size)
    if masked:
        long = mask * (size // 4 + 1)
        content = bytes(a ^ b for a, b in zip(content, long, strict=False))
    return head + mask + content


def text(t: str, **content: Any) -> bytes:
    return frame(TEXT, json.dumps({"t": t, "id": "1", **content}).encode())


class Raw:
    """A line to a server; `status` is that of the handshake."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.status = 0

    async def shake(self, **more: str) -> None:
        """Ask for a socket; a header that is given as nothing is left out."""
        key = base64.b64encode(os.urandom(16)).decode()
        named = {name.replace("_", "-"): value for name, value in more.items()}
        headers = {"Host": "localhost", "Sec-WebSocket-Key": key, **HEADERS, **named}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value)
        await self.send(f"GET /ws/v1 HTTP/1.1\r\n{lines}\r\n".encode("latin-1"))
        with suppress(asyncio.IncompleteReadError, ConnectionError, TimeoutError):
            answer = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), HANDSHAKE)
            self.status = int(answer.split()[1])

    async def send(self, content: bytes) -> None:
        """Whoever is sent away in the middle need not say more."""
        with suppress(ConnectionError):
            self.writer.write(content)
            await asyncio.wait_for(self.writer.drain(), PATIENCE)

    async def code(self) -> int | None:
        """How the server closes, whatever it says before; None if it just cuts the line."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                opcode, content = await asyncio.wait_for(self.frame(), PATIENCE)
                if opcode == CLOSE:
                    return int.from_bytes(content[:2], "big")
        return None

    async def until(self, opcode: int) -> bytes:
        """What the next frame of this kind says."""
        while True:
            found, content = await asyncio.wait_for(self.frame(), PATIENCE)
            if found == opcode:
                return content

    async def frame(self) -> tuple[int, bytes]:
        head = await self.reader.readexactly(2)
        size = head[1] & 127
        if size > 125:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return head[0] & 15, await self.reader.readexactly(size)


@asynccontextmanager
async def line(house: House) -> AsyncIterator[Raw]:
    """A connection without a handshake."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.ports[0])
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


@asynccontextmanager
async def raw(house: House, token: str | None = None) -> AsyncIterator[Raw]:
    """A socket that is open; with a token the server has been told who it is."""
    async with line(house) as opened:
        await opened.shake()
        assert opened.status == 101
        if token is not None:
            await opened.send(text("auth", token=token))
        yield opened
