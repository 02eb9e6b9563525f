"""A WebSocket client that writes arbitrary bytes, for input that no library would send."""

import asyncio
import base64
import json
import os
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from tests.services.deployment import Deployment

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FRAME_TIMEOUT_SECONDS, HANDSHAKE_TIMEOUT_SECONDS = 20.0, 4.0
HANDSHAKE_HEADERS = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Protocol": "dixit.v1",
}


def encode_websocket_frame(
    opcode: int, content: bytes = b"", *, fin: bool = True, rsv: int = 0, masked: bool = True
) -> bytes:
    """Encode a frame according to RFC 6455, valid or not."""
    head = bytes([fin << 7 | rsv << 4 | opcode])
    size, mask = len(content), b"\1\2\3\4" if masked else b""
    if size < 126:
        head += bytes([masked << 7 | size])
    elif size < 1 << 16:
        head += bytes([masked << 7 | 126]) + struct.pack("!H", size)
    else:
        head += bytes([masked << 7 | 127]) + struct.pack("!Q", size)
    if masked:
        mask_stream = mask * (size // 4 + 1)
        content = bytes(a ^ b for a, b in zip(content, mask_stream, strict=False))
    return head + mask + content


def encode_json_frame(t: str, **content: Any) -> bytes:
    return encode_websocket_frame(TEXT, json.dumps({"t": t, "id": "1", **content}).encode())


class RawWebSocketClient:
    """A connection to a server; `status` is that of the handshake."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.handshake_status = 0

    async def send_handshake(self, **header_overrides: str) -> None:
        """Request a WebSocket; a header with the value None is omitted."""
        key = base64.b64encode(os.urandom(16)).decode()
        overrides = {name.replace("_", "-"): value for name, value in header_overrides.items()}
        headers = {"Host": "localhost", "Sec-WebSocket-Key": key, **HANDSHAKE_HEADERS, **overrides}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value)
        await self.send(f"GET /ws/v1 HTTP/1.1\r\n{lines}\r\n".encode("latin-1"))
        with suppress(asyncio.IncompleteReadError, ConnectionError, TimeoutError):
            answer = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), HANDSHAKE_TIMEOUT_SECONDS)
            self.handshake_status = int(answer.split()[1])

    async def send(self, content: bytes) -> None:
        """Send bytes; a disconnect in the middle of sending is not an error."""
        with suppress(ConnectionError):
            self.writer.write(content)
            await asyncio.wait_for(self.writer.drain(), FRAME_TIMEOUT_SECONDS)

    async def wait_for_close_code(self) -> int | None:
        """Return the server's close code, ignoring earlier frames; None if the connection is just cut."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                opcode, content = await asyncio.wait_for(self.read_frame(), FRAME_TIMEOUT_SECONDS)
                if opcode == CLOSE:
                    return int.from_bytes(content[:2], "big")
        return None

    async def wait_for_frame(self, opcode: int) -> bytes:
        """Return the content of the next frame of this kind."""
        while True:
            received_opcode, content = await asyncio.wait_for(self.read_frame(), FRAME_TIMEOUT_SECONDS)
            if received_opcode == opcode:
                return content

    async def read_frame(self) -> tuple[int, bytes]:
        head = await self.reader.readexactly(2)
        size = head[1] & 127
        if size > 125:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return head[0] & 15, await self.reader.readexactly(size)


@asynccontextmanager
async def open_tcp_connection(deployment: Deployment) -> AsyncIterator[RawWebSocketClient]:
    """Open a connection without a handshake."""
    reader, writer = await asyncio.open_connection("127.0.0.1", deployment.ports[0])
    try:
        yield RawWebSocketClient(reader, writer)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


@asynccontextmanager
async def open_raw_websocket(deployment: Deployment, token: str | None = None) -> AsyncIterator[RawWebSocketClient]:
    """Open a socket, and authenticate it if there is a token."""
    async with open_tcp_connection(deployment) as client:
        await client.send_handshake()
        assert client.handshake_status == 101
        if token is not None:
            await client.send(encode_json_frame("auth", token=token))
        yield client
