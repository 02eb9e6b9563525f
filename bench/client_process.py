"""All clients of a measurement, in a process of their own that is controlled over a pipe.

Otherwise the load generator would take CPU time from the measuring process and its GIL. The process doesn't import
Django, so it starts quickly and stays small.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from bench.http_load import send_all_async
from bench.minimal_websocket import MinimalWebSocket, connect

REPLY_TIMEOUT_SECONDS = 60.0
CONCURRENT_COMMANDS = 16
"""Commands in flight at a time: 16, as pgbench has 16 clients."""


class SocketClient:
    """One socket. `received` has the version of each event and the time (`time.time()`) at which it was read."""

    def __init__(self) -> None:
        self.socket: MinimalWebSocket | None = None
        self.received: list[tuple[int, float]] = []
        self.replies: dict[str, asyncio.Future[Any]] = {}

    def on_text(self, text: bytes) -> None:
        # Only the version of an event is read. Parsing it would take CPU time from the servers on the same machine.
        if text.startswith((b'{"t":"event"', b'{"event"')):
            start = text.index(b'"version":') + len(b'"version":')
            digits = text[start : start + 12].lstrip().partition(b",")[0].partition(b"}")[0]
            self.received.append((int(digits), time.time()))
            return
        frame = msgspec.json.decode(text)
        reply = self.replies.pop(frame.get("re") or frame["t"], None)
        if reply is not None:
            reply.set_result(frame)

    def expect_reply(self, frame_id: str) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.replies[frame_id] = future
        return future

    async def ask(self, frame_id: str, text: bytes) -> Any:
        assert self.socket is not None
        reply = self.expect_reply(frame_id)
        self.socket.send(text)
        return await asyncio.wait_for(reply, REPLY_TIMEOUT_SECONDS)


class ClientPool:
    """The clients. `ClientPoolProxy` calls these methods by name from the measuring process."""

    def __init__(self) -> None:
        self.clients: list[SocketClient] = []

    async def connect_all(
        self, addresses: Sequence[str], watching: Sequence[tuple[str, str, int]], *, conventional: bool
    ) -> int:
        """Open a socket for each (token, match, version), subscribed to the match's events after that version."""
        self.clients = [SocketClient() for _ in watching]
        gate = asyncio.Semaphore(CONCURRENT_COMMANDS)

        async def one(number: int) -> None:
            token, match, since = watching[number]
            client, address = self.clients[number], addresses[number % len(addresses)]
            headers = {"Authorization": f"Bearer {token}", "Sec-WebSocket-Protocol": "dixit.v1"}
            async with gate:
                ready = client.expect_reply("ready")
                path = f"/ws/{match}" if conventional else "/ws/v1"
                client.socket = await connect(address, path, headers, client.on_text)
                await asyncio.wait_for(ready, REPLY_TIMEOUT_SECONDS)
                if not conventional:
                    subscribe = {"t": "subscribe", "id": "s", "match": match, "since": since}
                    assert (await client.ask("s", msgspec.json.encode(subscribe)))["t"] == "subscribed"

        await asyncio.gather(*map(one, range(len(watching))))
        return len(self.clients)

    async def close_all(self) -> None:
        for client in self.clients:
            if client.socket is not None:
                client.socket.close()
        self.clients = []

    async def send_commands(
        self, commands: Sequence[tuple[int, str, bytes]], per_second: float | None = None
    ) -> list[float]:
        """Send each (client number, frame id, frame), and return the seconds that each took.

        Without `per_second`, 16 at a time as fast as they are acknowledged. With it, at that rate, and then the time
        counts from when a frame was due: a slow server can't improve its latency by slowing the clients down.
        """
        waiting, begun, taken = iter(enumerate(commands)), time.perf_counter(), list[float]()

        async def send(number: int, due: float) -> None:
            client, frame_id, text = commands[number]
            reply = await self.clients[client].ask(frame_id, text)
            assert reply["t"] == "ack", reply
            taken.append(time.perf_counter() - due)

        async def send_in_turn() -> None:
            for number, _ in waiting:
                await send(number, time.perf_counter())

        if per_second is None:
            await asyncio.gather(*(send_in_turn() for _ in range(CONCURRENT_COMMANDS)))
            return taken
        sent = list[asyncio.Task[None]]()
        for number in range(len(commands)):
            due = begun + number / per_second
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            sent.append(asyncio.create_task(send(number, due)))
        await asyncio.gather(*sent)
        return taken

    async def send_requests(self, addresses: Sequence[str], requests: Sequence[bytes]) -> int:
        """Send commands over HTTP; return how many."""
        return len(await send_all_async(addresses, requests, CONCURRENT_COMMANDS))

    async def collect_events(self, count: int) -> list[list[tuple[int, float]]]:
        """Wait until each client has received `count` events; return each client's versions and times."""
        async with asyncio.timeout(REPLY_TIMEOUT_SECONDS):
            while any(len(client.received) < count for client in self.clients):  # noqa: ASYNC110  (cheaper than an event per frame)
                await asyncio.sleep(0.02)
        received = [client.received for client in self.clients]
        for client in self.clients:
            client.received = []
        return received


@contextmanager
def running_client_pool() -> Iterator["ClientPoolProxy"]:
    """Start a client process, and stop it in the end."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield ClientPoolProxy(ours)
    finally:
        ours.send(None)
        process.join(10)
        process.terminate()


class ClientPoolProxy:
    """The client pool as seen by the measuring process: call it with a method's name and arguments."""

    def __init__(self, pipe: "Connection[Any, Any]") -> None:
        self._pipe = pipe

    def __call__(self, method: str, *values: Any, **options: Any) -> Any:
        self._pipe.send((method, values, options))
        answer = self._pipe.recv()
        if isinstance(answer, BaseException):
            raise answer
        return answer


def _serve(pipe: "Connection[Any, Any]") -> None:
    asyncio.run(_handle_requests(pipe))


async def _handle_requests(pipe: "Connection[Any, Any]") -> None:
    pool, loop = ClientPool(), asyncio.get_running_loop()
    while (request := await loop.run_in_executor(None, pipe.recv)) is not None:
        method, values, options = request
        try:
            pipe.send(await getattr(pool, method)(*values, **options))
        except Exception as error:  # noqa: BLE001  (raised again in the measuring process)
            pipe.send(RuntimeError(f"{method}: {error!r}"))
