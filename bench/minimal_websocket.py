"""A minimal WebSocket client that uses little CPU: the load generator shares the machine with the server."""

import asyncio
import base64
import secrets
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

REQUEST = """\
GET {path} HTTP/1.1\r
Host: 127.0.0.1\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Key: {key}\r
Sec-WebSocket-Version: 13\r
{headers}\r
"""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NO_MASK = bytes(4)
"""Clients must mask their frames. A mask of zeros satisfies that and leaves the payload as it is."""


class MinimalWebSocket(asyncio.Protocol):
    """Calls `on_text` with every text message."""

    def __init__(self, on_text: Callable[[bytes], None]) -> None:
        self._on_text = on_text
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        self.is_lost = True

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.opened.done():
            head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._buffer = bytearray(rest)
            self.opened.set_result(None)
        while frame := self._frame():
            opcode, payload = frame
            if opcode == TEXT:
                self._on_text(payload)
            elif opcode == PING:
                self._write(PONG, payload)

    def send(self, text: bytes) -> None:
        assert not self.is_lost, "the server closed the socket"
        self._write(TEXT, text)

    def close(self) -> None:
        if self._transport is not None:
            self._write(CLOSE, b"\x03\xe8")
            self._transport.close()

    def _frame(self) -> tuple[int, bytes] | None:
        """Return the opcode and payload of the next complete frame, if there is one.

        Servers don't mask, and these servers don't fragment messages.
        """
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        begin = {126: 4, 127: 10}.get(buffer[1], 2)
        length = buffer[1] if begin == 2 else int.from_bytes(buffer[2:begin], "big")
        if len(buffer) < begin + length:
            return None
        payload = bytes(buffer[begin : begin + length])
        opcode = buffer[0] & 15
        del buffer[: begin + length]
        return opcode, payload

    def _write(self, opcode: int, payload: bytes) -> None:
        assert self._transport is not None
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(bytes([0x80 | opcode]) + length + NO_MASK + payload)


async def connect(
    address: str, path: str, headers: Mapping[str, str], on_text: Callable[[bytes], None]
) -> MinimalWebSocket:
    """Connect, complete the handshake and return the open socket."""
    parts = urlsplit(address)
    loop = asyncio.get_running_loop()
    assert parts.hostname
    assert parts.port
    transport, socket = await loop.create_connection(lambda: MinimalWebSocket(on_text), parts.hostname, parts.port)
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    transport.write(REQUEST.format(path=path, key=key, headers=lines).encode())
    await asyncio.wait_for(socket.opened, 30)
    return socket
