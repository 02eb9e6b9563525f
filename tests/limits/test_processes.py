"""Limits hold over all processes and over both doors, REST and the socket."""

import asyncio
import re
import time
from contextlib import AsyncExitStack

import httpx

from tests.api.client import BASE, Player, over
from tests.concurrency.crowd import table
from tests.live.wire import Wire, dial
from tests.services.house import House

SOON = 20.0


def counted(tight: House, limit: str) -> float:
    """How often all processes together have refused for this limit."""
    page = httpx.get(f"{tight.addresses[0]}/metrics").text
    found = re.findall(rf'dixit_limited_total{{limit="{limit}".*}} (\S+)', page)
    return sum(map(float, found))


def test_of_two_hundred_requests_at_once_twenty_pass_and_play_goes_on(tight: House) -> None:
    ada, ben = (Player(name, over(tight.addresses[0])) for name in ("Ada", "Ben"))
    before = counted(tight, "read")

    async def scene() -> tuple[list[int], list[int]]:
        async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=205)) as line:

            async def ask(method: str, path: str, player: Player, number: int) -> int:
                address = f"{tight.addresses[number % 2]}{BASE}{path}"
                known = {"Authorization": f"Bearer {player.token}"}
                return (await line.request(method, address, headers=known)).status_code

            asked = [ask("GET", "/me", ada, number) for number in range(200)]
            played = [ask("POST", "/matches/x/ready", ada, number) for number in range(5)]
            statuses = await asyncio.gather(*asked, *played)
            return statuses[:200], statuses[200:]

    looked, played = asyncio.run(scene())
    assert looked.count(200) == 20
    assert looked.count(429) == 180
    assert played == [404] * 5
    assert ben.get("/me").status == 200
    deadline = time.monotonic() + SOON
    while counted(tight, "read") < before + 180 and time.monotonic() < deadline:
        time.sleep(0.2)
    assert counted(tight, "read") == before + 180


def test_a_command_counts_the_same_whichever_way_it_comes(tight: House) -> None:
    match = table(tight, 2)
    ada = match.players[0]
    assert [ada.command(match.id, "ready").status for _ in range(3)] == [409] * 3

    async def scene() -> None:
        async with dial(tight.addresses[1], ada.token) as wire:
            for _ in range(2):
                reply = await wire.ask("command", match=match.id, type="ready")
                assert reply["problem"]["code"] == "wrong_phase"
            reply = await wire.ask("command", match=match.id, type="ready")
            assert (reply["t"], reply["problem"]["code"], reply["problem"]["limit"]) == (
                "error",
                "too_many_requests",
                "play",
            )
            assert 0 < reply["problem"]["retry_after"] <= 600
            assert (await wire.ask("ping"))["t"] == "pong"

    asyncio.run(scene())
    assert ada.command(match.id, "ready").code == "too_many_requests"


async def comes_in(tight: House, player: Player, server: int, stack: AsyncExitStack, came_by: str) -> Wire | int:
    """The socket of who comes by way of this address, or how it was closed."""
    headers = {"X-Forwarded-For": came_by}
    wire = await stack.enter_async_context(dial(tight.addresses[server], additional_headers=headers))
    assert (await wire.receive())["t"] == "hello"
    await wire.send("auth", token=player.token)
    try:
        return wire if (await wire.receive())["t"] == "ready" else -1
    except Exception:  # noqa: BLE001
        return await wire.code()


def test_an_account_has_so_many_sockets_over_all_servers_and_a_closed_one_makes_room(tight: House) -> None:
    ada = Player("Ada", over(tight.addresses[0]))

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            wires = [await comes_in(tight, ada, n % 2, stack, "203.0.113.1") for n in range(4)]
            assert wires[3] == 4004
            assert isinstance(wires[0], Wire)
            await wires[0].connection.close()
            deadline = time.monotonic() + SOON
            while (wire := await comes_in(tight, ada, 1, stack, "203.0.113.1")) == 4004:
                assert time.monotonic() < deadline
                await asyncio.sleep(0.2)
            assert isinstance(wire, Wire)

    asyncio.run(scene())


def test_an_address_has_so_many_and_can_not_make_itself_up(tight: House) -> None:
    players = [Player(name, over(tight.addresses[0])) for name in ("Ada", "Ben", "Cleo")]

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            for n in range(6):
                assert isinstance(await comes_in(tight, players[n % 2], n % 2, stack, f"10.0.0.{n}, 203.0.113.2"), Wire)
            assert await comes_in(tight, players[2], 0, stack, "10.0.0.9, 203.0.113.2") == 4004
            assert isinstance(await comes_in(tight, players[2], 0, stack, "203.0.113.3"), Wire)

    asyncio.run(scene())


def test_so_many_look_on_at_a_match_and_who_plays_needs_no_place(tight: House) -> None:
    match = table(tight, 2)
    guests = [Player(name, over(tight.addresses[0])) for name in ("Ida", "Jon", "Kim")]

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            wires = [
                await stack.enter_async_context(dial(tight.addresses[n % 2], guest.token))
                for n, guest in enumerate(guests)
            ]
            replies = [await wire.ask("subscribe", match=match.id) for wire in wires]
            assert [reply["t"] for reply in replies] == ["subscribed", "subscribed", "error"]
            assert replies[2]["problem"]["code"] == "too_many_requests"
            assert replies[2]["problem"]["retry_after"] > 0
            player = await stack.enter_async_context(dial(tight.addresses[0], match.host.token))
            assert (await player.ask("subscribe", match=match.id))["t"] == "subscribed"
            stream = {"Accept": "application/x-ndjson"}
            late = await asyncio.to_thread(guests[2].send, "GET", f"/matches/{match.id}/events", **stream)
            assert late.code == "too_many_requests"
            await wires[0].connection.close()
            deadline = time.monotonic() + SOON
            while (await wires[2].ask("subscribe", match=match.id))["t"] == "error":
                assert time.monotonic() < deadline
                await asyncio.sleep(0.2)

    asyncio.run(scene())
