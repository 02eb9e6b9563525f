"""Sockets that are closed: each with the code that says whether to come back."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

import pytest
from websockets.exceptions import ConnectionClosed

from tests.api.client import Player, over
from tests.concurrency.crowd import table
from tests.live.wire import Wire, dial
from tests.services.house import House

Act: TypeAlias = Callable[[Wire], Awaitable[Any]]


def raw(frame: str | bytes) -> Act:
    async def send(wire: Wire) -> None:
        # Of a frame that is too large the server doesn't wait for the end.
        with suppress(ConnectionClosed):
            await wire.connection.send(frame)

    return send


def ping(**more: Any) -> str:
    return json.dumps({"t": "ping", "id": "1", **more})


HOSTILE: dict[str, tuple[Act, set[int]]] = {
    "binary": (raw(ping().encode()), {4500}),
    "no JSON": (raw("hello?"), {4500}),
    "empty": (raw(""), {4500}),
    "deep": (raw("[" * 8000), {4500}),
    "deep in a frame": (raw('{"t":"ping","id":' + "[" * 20 + "]" * 20 + "}"), {4500}),
    "a number": (raw("1e400"), {4500}),
    "a fraction": (raw('{"t":"subscribe","id":"1","match":"m","since":1.0}'), {4500}),
    "a digit too many": (raw('{"t":"subscribe","id":"1","match":"m","since":' + "9" * 5000 + "}"), {4500}),
    "a negative version": (raw('{"t":"subscribe","id":"1","match":"m","since":-1}'), {4500}),
    "a key twice": (raw('{"t":"ping","id":"1","id":"2"}'), {4500}),
    "an unknown key": (raw(ping(more=1)), {4500}),
    "an unknown t": (raw('{"t":"dance","id":"1"}'), {4500}),
    "no t": (raw('{"id":"1"}'), {4500}),
    "no id": (raw('{"t":"ping"}'), {4500}),
    "a lone surrogate": (raw('{"t":"ping","id":"\\ud800"}'), {4500}),
    "a list": (raw("[]"), {4500}),
    "NaN": (raw('{"t":"ping","id":NaN}'), {4500}),
    "9 KiB": (raw(ping(more="x" * 9000)), {1009}),
    "a megabyte": (raw("x" * 1_000_000), {1009}),
    "a match that isn't there": (lambda wire: wire.send("subscribe", match="nowhere"), {4504}),
    "an id with a zero byte": (lambda wire: wire.send("subscribe", match="a\0b"), {4504}),
    "another token that is none": (lambda wire: wire.send("auth", token="dxt_nonsense"), {4502}),
}


def test_what_is_no_frame_closes_its_socket_and_no_other(house: House) -> None:
    ada = Player("Ada", over(house.addresses[0]))

    async def attack(name: str) -> tuple[str, int]:
        async with dial(house.addresses[0], ada.token) as wire:
            await HOSTILE[name][0](wire)
            return name, await wire.code()

    async def scene() -> None:
        async with dial(house.addresses[0], ada.token) as bystander:
            found = dict(await asyncio.gather(*map(attack, HOSTILE)))
            assert {name: code for name, code in found.items() if code not in HOSTILE[name][1]} == {}
            assert (await bystander.ask("ping"))["t"] == "pong"

    asyncio.run(scene())
    assert "Traceback" not in house.log()


def test_bytes_that_are_no_utf_8_close_the_socket_without_a_traceback(house: House) -> None:
    ada = Player("Ada", over(house.addresses[0]))

    async def scene() -> int:
        async with dial(house.addresses[0], ada.token) as wire:
            await wire.connection.send(b'{"t":"ping","id":"\xff"}', text=True)
            return await wire.code()

    assert asyncio.run(scene()) == 1007
    assert "Traceback" not in house.log()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        pytest.param({"subprotocols": ["dixit.v2"]}, 4500, id="another protocol"),
        pytest.param({"subprotocols": None}, 4500, id="no protocol"),
        pytest.param({"path": "/ws/v1?token=dxt_x"}, 4500, id="a token in the address"),
        pytest.param({"path": "/ws/v2"}, 4504, id="another address"),
        pytest.param({"additional_headers": {"Authorization": "Bearer dxt_x"}}, 4502, id="a bad token"),
        pytest.param({"additional_headers": {"Authorization": "Basic dXNlcg=="}}, 4502, id="no bearer token"),
        pytest.param({}, 4501, id="silence"),
    ],
)
def test_a_handshake_that_is_refused_is_accepted_first(house: House, options: dict[str, Any], code: int) -> None:
    async def scene() -> int:
        async with dial(house.addresses[0], **options) as wire:
            return await wire.code()

    assert asyncio.run(scene()) == code


@pytest.mark.parametrize("frame", [ping(), '{"t":"subscribe","id":"1","match":"m"}'])
def test_before_anything_else_one_says_who_one_is(house: House, frame: str) -> None:
    async def scene() -> int:
        async with dial(house.addresses[0]) as wire:
            await wire.connection.send(frame)
            return await wire.code()

    assert asyncio.run(scene()) == 4501


def test_a_private_match_is_not_there_for_strangers(house: House) -> None:
    match = table(house, 2, visibility="private", password="sesame")
    stranger = Player("Eve", over(house.addresses[0]))

    async def scene() -> None:
        async with dial(house.addresses[0], match.host.token) as wire:
            assert (await wire.ask("subscribe", match=match.id))["view"]["you"]["seat"] == 0
        async with dial(house.addresses[0], stranger.token) as wire:
            await wire.send("subscribe", match=match.id)
            assert await wire.code() == 4504

    asyncio.run(scene())


def test_who_leaves_a_private_match_is_told_nothing_more_of_it(house: House) -> None:
    match = table(house, 2, visibility="private", password="sesame")
    ben = match.players[1]

    async def scene() -> None:
        async with dial(house.addresses[0], ben.token) as wire:
            head = (await wire.ask("subscribe", match=match.id))["version"]
            await asyncio.to_thread(ben.act, match.id, "stand")
            frame = await wire.receive()
            assert (frame["t"], frame["problem"]["code"]) == ("error", "not_found")
            await asyncio.to_thread(match.host.act, match.id, "abandon")
            await asyncio.sleep(1.5)
            assert (await wire.ask("ping"))["versions"] == {}
            assert match.id not in wire.told
            assert head > 1

    asyncio.run(scene())


def test_too_many_frames_close_the_socket(house: House) -> None:
    ada = Player("Ada", over(house.addresses[0]))

    async def scene() -> int:
        async with dial(house.addresses[0], ada.token) as wire:
            for _ in range(2000):
                await wire.send("ping")
            return await wire.code()

    assert asyncio.run(scene()) == 4004
