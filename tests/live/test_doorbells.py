"""Doorbells are hints: lost, doubled, late, wrong or silent, whoever watches is at the head within two seconds."""

import asyncio
import json
import time
from contextlib import AsyncExitStack

import pytest

from tests.api.client import Player, over
from tests.api.table import Table
from tests.concurrency.crowd import table
from tests.live.illhouse import IllHouse
from tests.live.wire import Wire, dial
from tests.services.house import House
from tests.services.valkey import PrivateValkey

WITHIN = 2.0


class Watched:
    """A match that a spectator and its players watch, at both servers."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.table: Table = table(house, 3, ruleset="classic")
        self.viewers = [*self.table.players, Player("Eve", over(house.addresses[-1]))]
        self.wires: list[Wire] = []

    async def begin(self, sockets: AsyncExitStack) -> None:
        for number, viewer in enumerate(self.viewers):
            wire = await sockets.enter_async_context(
                dial(self.house.addresses[number % len(self.house.addresses)], viewer.token)
            )
            await wire.ask("subscribe", match=self.table.id, since=0)
            self.wires.append(wire)

    def step(self) -> int:
        """One command by whoever is waited for; the version that it has led to."""
        host = self.table.host
        view = host.view(self.table.id)
        if view["phase"]["name"] == "gathering":
            return int(host.act(self.table.id, "start")["version"])
        self.table.step(self.table.players[view["phase"]["waiting_for"][0]])
        return int(host.view(self.table.id)["version"])

    async def at(self, version: int) -> float:
        """The seconds until all are there; an error when it is too long."""
        begun = time.monotonic()
        async with asyncio.timeout(WITHIN):
            await asyncio.gather(*(wire.until(self.table.id, version) for wire in self.wires))
        return time.monotonic() - begun

    def all_have_the_log(self) -> None:
        for viewer, wire in zip(self.viewers, self.wires, strict=True):
            assert [json.loads(text) for text in wire.told[self.table.id]] == viewer.events(self.table.id)


async def play(house: House, steps: int) -> Watched:
    watched = Watched(house)
    async with AsyncExitStack() as sockets:
        await watched.begin(sockets)
        for _ in range(steps):
            await watched.at(await asyncio.to_thread(watched.step))
    watched.all_have_the_log()
    return watched


def test_half_of_the_doorbells_go_wrong_and_everybody_is_at_the_head_in_time(ailing: House) -> None:
    asyncio.run(play(ailing, 25))


@pytest.mark.parametrize("seconds", [4, pytest.param(30, marks=pytest.mark.nightly)])
def test_redis_is_killed_in_mid_round_and_comes_back_and_nobody_notices(
    ailing: House, valkey: PrivateValkey, seconds: int
) -> None:
    """All the while commands over HTTP and over the socket are accepted; within two seconds of Redis being back
    everybody is at the head, and nothing is lost or doubled."""
    watched = Watched(ailing)

    async def scene() -> None:
        async with AsyncExitStack() as sockets:
            await watched.begin(sockets)
            await watched.at(await asyncio.to_thread(watched.step))
            valkey.child.kill()
            killed = time.monotonic()
            while time.monotonic() - killed < seconds:
                head = await asyncio.to_thread(watched.step)
                await asyncio.sleep(seconds / 10)
            reply = await watched.wires[0].ask("command", match=watched.table.id, type="abandon")
            assert reply["t"] == "ack"
            async with dial(ailing.addresses[0], watched.table.host.token) as late:
                assert (await late.ask("subscribe", match=watched.table.id))["version"] >= head
            # In this thread: a child dies with the thread that has started it.
            valkey.start()
            await watched.at(max(reply["version"], head))
            for _ in range(4):
                await watched.at(await asyncio.to_thread(watched.step))

    asyncio.run(scene())
    watched.all_have_the_log()
    assert "Traceback" not in ailing.log()


@pytest.mark.nightly
@pytest.mark.parametrize("ill", ["deaf", "forgetful"])
def test_the_test_sees_a_house_that_never_looks_or_skips(valkey: PrivateValkey, ill: str) -> None:
    with IllHouse(None, valkey.url, ill, servers=1) as running, pytest.raises((TimeoutError, AssertionError)):
        asyncio.run(play(running, 3))
