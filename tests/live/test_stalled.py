"""Sockets whose clients don't read: they cost little memory, and nobody else notices them."""

import asyncio
import os
import socket
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress

import psutil
import pytest
from websockets.exceptions import ConnectionClosed

from tests.api.table import Table
from tests.concurrency.crowd import table
from tests.live.illhouse import IllHouse
from tests.live.wire import Wire, dial
from tests.services.house import House

MIB = 1024 * 1024
MOST = 64
"""MiB that 200 stalled sockets may cost."""


class Crowd:
    """Clients that ask for the whole log again and again, and read nothing of it."""

    def __init__(self, house: House, match: Table, many: int) -> None:
        self.house, self.match, self.many = house, match, many
        self.asking: list[asyncio.Task[None]] = []

    async def come(self, sockets: AsyncExitStack) -> None:
        """All of them are there before the first one asks: who stalls is sent away after seconds."""
        wires = [await self.one(sockets) for _ in range(self.many)]
        self.asking = [asyncio.create_task(self.ask_in_vain(wire)) for wire in wires]

    async def one(self, sockets: AsyncExitStack) -> Wire:
        line = socket.create_connection(("127.0.0.1", self.house.ports[0]))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        return await sockets.enter_async_context(
            dial(
                self.house.addresses[0],
                self.match.host.token,
                sock=line,
                max_queue=1,
                user_agent_header="stalled",
            )
        )

    async def ask_in_vain(self, wire: Wire) -> None:
        with suppress(ConnectionClosed):
            for _ in range(180):
                await wire.send("subscribe", match=self.match.id, since=0)
                # So many at once would hold up their own process, and with it the bystander.
                await asyncio.sleep(0.02)


async def cost(house: House, many: int, seconds: float = 6) -> float:
    """The MiB that the server grows by at most; meanwhile a bystander is answered at once."""
    match = table(house, 3, ruleset="classic").start().until("storytelling", round=5)
    server = psutil.Process(house.servers[0].pid)
    crowd = Crowd(house, match, many)
    async with AsyncExitStack() as sockets, dial(house.addresses[0], match.players[1].token) as bystander:
        await bystander.ask("subscribe", match=match.id)
        before = peak = server.memory_info().rss
        await crowd.come(sockets)
        assert (await bystander.ask("ping"))["t"] == "pong"
        begun, longest = time.monotonic(), 0.0
        while time.monotonic() - begun < seconds:
            asked = time.monotonic()
            assert (await bystander.ask("ping"))["t"] == "pong"
            longest = max(longest, time.monotonic() - asked)
            peak = max(peak, server.memory_info().rss)
            await asyncio.sleep(0.1)
        for task in crowd.asking:
            task.cancel()
        await asyncio.gather(*crowd.asking, return_exceptions=True)
    print(f"{many} stalled sockets: {(peak - before) / MIB:.1f} MiB, the bystander {longest:.2f} s at most")
    assert longest < 3
    return (peak - before) / MIB


def most(many: int) -> float:
    """What so many may cost; of few, what a process takes in any case shows more."""
    return MOST * max(many, 60) / 200


@pytest.mark.parametrize("many", [20, pytest.param(200, marks=pytest.mark.nightly)])
def test_stalled_sockets_cost_little_memory_and_disturb_nobody(ailing: House, many: int) -> None:
    assert asyncio.run(cost(ailing, many)) < most(many)
    assert "Traceback" not in ailing.log()


@pytest.fixture
def boundless() -> Iterator[House]:
    with IllHouse(None, os.environ["REDIS_URL"], "boundless", servers=1) as running:
        yield running


@pytest.mark.nightly
def test_it_is_seen_when_nothing_bounds_them(boundless: House) -> None:
    assert asyncio.run(cost(boundless, 20, seconds=25)) > most(20)
