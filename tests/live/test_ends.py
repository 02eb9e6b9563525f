"""How connections end: with the process, because nobody reads, because nobody is heard; and that idle ones don't."""

import asyncio
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.api.client import BASE, Player, over
from tests.concurrency.crowd import table
from tests.live.illhouse import IllHouse
from tests.live.wire import Wire, dial
from tests.services.house import House


@pytest.fixture
def mortal() -> Iterator[House]:
    """A house that a test may end."""
    with House(None, os.environ["REDIS_URL"], servers=1) as running:
        yield running


def test_when_the_process_ends_everybody_is_told(mortal: House) -> None:
    match = table(mortal, 2)
    address, token = mortal.addresses[0], match.host.token
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/x-ndjson"}
    lines: list[str] = []
    answers: list[int] = []

    def stream() -> None:
        with httpx.stream("GET", f"{address}{BASE}/matches/{match.id}/events", headers=headers, timeout=60) as response:
            lines.extend(response.iter_lines())

    def poll() -> None:
        headers_ = {"Authorization": f"Bearer {token}"}
        url = f"{address}{BASE}/matches/{match.id}"
        answers.append(httpx.get(url, params={"after": 50, "wait": 60}, headers=headers_, timeout=70).status_code)

    async def scene() -> list[int]:
        async with dial(address, token) as one, dial(address, token) as two, dial(address) as unknown:
            await one.ask("subscribe", match=match.id)
            process = mortal.servers[0].process
            assert process is not None
            process.send_signal(signal.SIGTERM)
            return list(await asyncio.gather(one.code(), two.code(), unknown.code()))

    waiting = [threading.Thread(target=stream), threading.Thread(target=poll)]
    for thread in waiting:
        thread.start()
    time.sleep(1)
    begun = time.monotonic()
    assert asyncio.run(scene()) == [4001] * 3
    for thread in waiting:
        thread.join(10)
    process = mortal.servers[0].process
    assert process is not None
    process.wait(10)
    assert time.monotonic() - begun < 5
    assert ([json.loads(line)["version"] for line in lines], answers) == ([1, 2, 3], [200])
    assert "Traceback" not in mortal.log()
    assert "Cancel" not in mortal.log()


@pytest.mark.nightly
def test_a_reader_that_has_stalled_is_sent_away_and_disturbs_nobody(house: House) -> None:
    match = table(house, 3, ruleset="classic").start().until("storytelling", round=3)
    head = match.host.view(match.id)["version"]

    async def ask_in_vain(wire: Wire) -> None:
        with suppress(ConnectionClosed):
            for _ in range(190):
                await wire.send("subscribe", match=match.id, since=0)
                await asyncio.sleep(0)

    async def scene() -> None:
        line = socket.create_connection(("127.0.0.1", house.ports[0]))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        async with (
            dial(house.addresses[0], match.host.token, sock=line, max_queue=1) as stalled,
            dial(house.addresses[0], match.players[1].token) as other,
        ):
            await other.ask("subscribe", match=match.id, since=head)
            asking = asyncio.create_task(ask_in_vain(stalled))
            begun = time.monotonic()
            while time.monotonic() - begun < 9:
                asked = time.monotonic()
                assert (await other.ask("ping"))["t"] == "pong"
                assert time.monotonic() - asked < 2
                await asyncio.sleep(0.5)
            asking.cancel()
            # What lies in the buffers may still be read; then it has ended.
            assert await stalled.code() in (4003, 1006)

    asyncio.run(scene())
    assert "Traceback" not in house.log()


@pytest.mark.nightly
def test_who_lets_nothing_hear_for_two_heartbeats_is_sent_away_and_who_pings_stays() -> None:
    async def silent(address: str, token: str) -> tuple[int, float]:
        async with dial(address, token) as wire:
            begun = time.monotonic()
            return await wire.code(), time.monotonic() - begun

    async def alive(address: str, token: str) -> str:
        async with dial(address, token) as wire:
            for _ in range(8):
                reply = await wire.ask("ping")
                await asyncio.sleep(0.5)
            return str(reply["t"])

    with IllHouse(None, os.environ["REDIS_URL"], "impatient", servers=1) as running:
        token = Player("Ada", over(running.addresses[0])).token

        async def scene() -> tuple[tuple[int, float], str]:
            return await asyncio.gather(silent(running.addresses[0], token), alive(running.addresses[0], token))

        (code, after), pong = asyncio.run(scene())
    assert (code, pong) == (4002, "pong")
    assert 1.9 < after < 4.5


@pytest.mark.nightly
def test_an_idle_socket_stays_open_for_a_minute(house: House) -> None:
    ada = Player("Ada", over(house.addresses[0]))
    match = ada.open()

    async def scene() -> None:
        async with dial(house.addresses[0], ada.token) as wire:
            await wire.ask("subscribe", match=match)
            for _ in range(2):
                await asyncio.sleep(31)
                assert (await wire.ask("ping"))["t"] == "pong"
            await asyncio.to_thread(ada.act, match, "abandon")
            assert (await wire.receive())["event"]["type"] == "match_ended"

    asyncio.run(scene())
