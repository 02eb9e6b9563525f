"""The crowd: a process of its own with all clients of a measurement, asked over a pipe.

It knows nothing of Django, so it begins quickly and stays small.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from bench.over_http import ask_all
from bench.plain_socket import PlainSocket, dial

PATIENCE = 60.0
AT_ONCE = 16
"""Commands that are on their way at the same time, as pgbench has 16 clients."""


class Client:
    """One socket: what it is told of, and when."""

    def __init__(self) -> None:
        self.socket: PlainSocket | None = None
        self.told: list[tuple[int, float]] = []
        self.replies: dict[str, asyncio.Future[Any]] = {}

    def hear(self, text: bytes) -> None:
        if text.startswith((b'{"t":"event"', b'{"event"')):
            start = text.index(b'"version":') + len(b'"version":')
            digits = text[start : start + 12].lstrip().partition(b",")[0].partition(b"}")[0]
            self.told.append((int(digits), time.time()))
            return
        frame = msgspec.json.decode(text)
        reply = self.replies.pop(frame.get("re") or frame["t"], None)
        if reply is not None:
            reply.set_result(frame)

    def reply(self, frame_id: str) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.replies[frame_id] = future
        return future

    async def ask(self, frame_id: str, text: bytes) -> Any:
        assert self.socket is not None
        reply = self.reply(frame_id)
        self.socket.send(text)
        return await asyncio.wait_for(reply, PATIENCE)


class Crowd:
    """What the crowd can be asked for; each method is one question of the measuring process."""

    def __init__(self) -> None:
        self.clients: list[Client] = []

    async def come(self, addresses: Sequence[str], watching: Sequence[tuple[str, str, int]], *, customary: bool) -> int:
        """Open a socket for each (token, match, version): it watches the match from that version on."""
        self.clients = [Client() for _ in watching]
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            token, match, since = watching[number]
            client, address = self.clients[number], addresses[number % len(addresses)]
            headers = {"Authorization": f"Bearer {token}", "Sec-WebSocket-Protocol": "dixit.v1"}
            async with gate:
                ready = client.reply("ready")
                path = f"/ws/{match}" if customary else "/ws/v1"
                client.socket = await dial(address, path, headers, client.hear)
                await asyncio.wait_for(ready, PATIENCE)
                if not customary:
                    ask = {"t": "subscribe", "id": "s", "match": match, "since": since}
                    assert (await client.ask("s", msgspec.json.encode(ask)))["t"] == "subscribed"

        await asyncio.gather(*map(one, range(len(watching))))
        return len(self.clients)

    async def go(self) -> None:
        for client in self.clients:
            if client.socket is not None:
                client.socket.close()
        self.clients = []

    async def command(self, asked: Sequence[tuple[int, str, bytes]], per_second: float | None = None) -> list[float]:
        """Send each (client, id, frame): as fast as they are answered, or so many a second whatever comes; the seconds
        that each took."""
        waiting, begun, taken = iter(enumerate(asked)), time.perf_counter(), list[float]()

        async def send(number: int, due: float) -> None:
            client, frame_id, text = asked[number]
            reply = await self.clients[client].ask(frame_id, text)
            assert reply["t"] == "ack", reply
            taken.append(time.perf_counter() - due)

        async def hand() -> None:
            for number, _ in waiting:
                await send(number, time.perf_counter())

        if per_second is None:
            await asyncio.gather(*(hand() for _ in range(AT_ONCE)))
            return taken
        sent = list[asyncio.Task[None]]()
        for number in range(len(asked)):
            due = begun + number / per_second
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            sent.append(asyncio.create_task(send(number, due)))
        await asyncio.gather(*sent)
        return taken

    async def post(self, addresses: Sequence[str], requests: Sequence[bytes]) -> int:
        """The commands over HTTP."""
        return len(await ask_all(addresses, requests, AT_ONCE))

    async def all_told(self, count: int) -> list[list[tuple[int, float]]]:
        """The versions that each client was told, and when, once each was told so many."""
        async with asyncio.timeout(PATIENCE):
            while any(len(client.told) < count for client in self.clients):  # noqa: ASYNC110  (a look costs less)
                await asyncio.sleep(0.02)
        told = [client.told for client in self.clients]
        for client in self.clients:
            client.told = []
        return told


@contextmanager
def crowd() -> Iterator["Asking"]:
    """A crowd in a process of its own."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield Asking(ours)
    finally:
        ours.send(None)
        process.join(10)
        process.terminate()


class Asking:
    """The crowd as the measuring process asks it."""

    def __init__(self, pipe: "Connection[Any, Any]") -> None:
        self._pipe = pipe

    def __call__(self, what: str, *values: Any, **named: Any) -> Any:
        self._pipe.send((what, values, named))
        answer = self._pipe.recv()
        if isinstance(answer, BaseException):
            raise answer
        return answer


def _serve(pipe: "Connection[Any, Any]") -> None:
    asyncio.run(_answer(pipe))


async def _answer(pipe: "Connection[Any, Any]") -> None:
    people, loop = Crowd(), asyncio.get_running_loop()
    while (asked := await loop.run_in_executor(None, pipe.recv)) is not None:
        what, values, named = asked
        try:
            pipe.send(await getattr(people, what)(*values, **named))
        except Exception as error:  # noqa: BLE001  (told to who asked)
            pipe.send(RuntimeError(f"{what}: {error!r}"))
