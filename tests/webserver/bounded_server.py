"""A server with the product's protocol classes in the test's own event loop, in front of a small application."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import uvicorn
import uvloop
from uvicorn.server import ServerState

from games.webserver.http_protocol import HttpProtocol
from games.webserver.websocket_protocol import WebSocketProtocol

T = TypeVar("T")
ANSWER_BYTES = 64 * 1024


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the length of the body or of each message, and on `/large` with 16 MiB before that."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        if scope["path"] == "/large":
            for _ in range(256):
                await send({"type": "websocket.send", "text": "x" * ANSWER_BYTES})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": str(len(message.get("text") or ""))})
        return
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    if scope["path"] == "/large":
        for _ in range(256):
            await send({"type": "http.response.body", "body": b"x" * ANSWER_BYTES, "more_body": True})
    await send({"type": "http.response.body", "body": str(size).encode()})


class Client:
    """A TCP connection to the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, content: bytes) -> None:
        with suppress(ConnectionError):
            self.writer.write(content)
            await self.writer.drain()

    async def read_to_end(self) -> bytes:
        """Return what comes until the server closes the connection."""
        content = b""
        with suppress(ConnectionError):
            while piece := await asyncio.wait_for(self.reader.read(65536), 8):
                content += piece
        return content

    async def request(self, content: bytes) -> tuple[int, bytes]:
        """Send a request; return the status and the whole answer, which has to end the connection."""
        await self.send(content)
        answer = await self.read_to_end()
        return int(answer.split()[1]) if answer else 0, answer


class BoundedServer:
    def __init__(self, port: int, state: ServerState) -> None:
        self.port, self.state = port, state

    @property
    def websockets(self) -> list[WebSocketProtocol]:
        """The open WebSockets."""
        return [each for each in self.state.connections if isinstance(each, WebSocketProtocol)]

    @asynccontextmanager
    async def client(self) -> AsyncIterator[Client]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            yield Client(reader, writer)
        finally:
            writer.transport.abort()


def run_with_server(scenario: Callable[[BoundedServer], Coroutine[Any, Any, T]]) -> T:
    """Run a scenario against a server on the event loop that uvicorn uses."""

    async def run() -> T:
        config = uvicorn.Config(application, http=HttpProtocol, ws=WebSocketProtocol, lifespan="off", ws_max_size=8192)
        config.load()
        state = ServerState()
        server = await asyncio.get_running_loop().create_server(
            lambda: HttpProtocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )
        try:
            return await scenario(BoundedServer(server.sockets[0].getsockname()[1], state))
        finally:
            server.close()
            for connection in list(state.connections):
                connection.transport.abort()
            await asyncio.sleep(0.01)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(run())
