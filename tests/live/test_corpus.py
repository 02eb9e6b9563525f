"""What a hostile client may send: each socket is closed with a documented code, and nobody else notices."""

import asyncio
import json
import random
import struct
from collections.abc import Callable
from typing import Any, TypeAlias

import psutil
import pytest

from games.live.close_codes import CloseCode
from games.live.frames import CLIENT_FRAMES
from games.protocol.command_specs import COMMAND_SPECS
from tests.api.client import Json, Player, inside, over
from tests.api.table import Table
from tests.live.raw import BINARY, CLOSE, PING, PONG, TEXT, frame, line, raw, text
from tests.live.wire import dial
from tests.services.house import House

# What is below the database is the same on each.
pytestmark = pytest.mark.parametrize("house", ["sqlite"], indirect=True)
MIB = 1024 * 1024
PROTOCOL, NO_UTF_8, TOO_BIG = 1002, 1007, 1009
GOING: set[int | None] = {1000, 1001}
NOTHING: set[int | None] = {None}
"""Closing as the client does, and cutting the line, which is right for who reads no more."""


def closing(code: int, reason: bytes = b"") -> bytes:
    return frame(CLOSE, struct.pack("!H", code) + reason)


CORPUS: dict[str, tuple[bytes, set[int | None]]] = {
    "fragments without an end": (
        frame(TEXT, b"x", fin=False) + frame(0, b"x", fin=False) * 9_999,
        # Who goes on sending into a socket that was closed may be cut off before they have read why.
        {TOO_BIG, *NOTHING},
    ),
    "empty fragments, then one that is no frame": (
        frame(TEXT, fin=False) + frame(0, fin=False) * 9_999 + frame(0, b"x"),
        {CloseCode.BAD_FRAME},
    ),
    "a fragment that begins nothing": (frame(0, b"x"), {PROTOCOL}),
    "a text within a text": (frame(TEXT, b"x", fin=False) + frame(TEXT, b"x"), {PROTOCOL}),
    "unmasked": (frame(TEXT, b"{}", masked=False), {PROTOCOL}),
    **{f"reserved bit {rsv}": (frame(TEXT, b"{}", rsv=rsv), {PROTOCOL}) for rsv in (1, 2, 4, 7)},
    **{f"opcode {opcode}": (frame(opcode, b"{}"), {PROTOCOL}) for opcode in (3, 7, 11, 15)},
    # Who is still sending when the line is closed may never hear why.
    "a mebibyte": (frame(TEXT, b"x" * MIB), {TOO_BIG, *NOTHING}),
    "the beginning of a mebibyte": (frame(TEXT, b"x" * MIB)[:4096], {TOO_BIG}),
    "a length beyond everything": (b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"\1\2\3\4", {TOO_BIG, PROTOCOL}),
    "a length with its highest bit": (b"\x81\xff" + b"\xff" * 8 + b"\1\2\3\4", {TOO_BIG, PROTOCOL}),
    "binary": (frame(BINARY, b"{}"), {CloseCode.BAD_FRAME}),
    "bad UTF-8": (frame(TEXT, b'{"t":"\xff"}'), {NO_UTF_8}),
    "a surrogate in UTF-8": (frame(TEXT, b"\xed\xa0\x80"), {NO_UTF_8}),
    "half a character, and no more": (frame(TEXT, b"\xe2\x82"), {NO_UTF_8}),
    "a compressed bomb that nobody agreed to": (frame(TEXT, b"\x62\x00" + b"\0" * 4000, rsv=4), {PROTOCOL}),
    "a ping that is too long": (frame(PING, b"x" * 126), {PROTOCOL}),
    "a ping in fragments": (frame(PING, b"x", fin=False), {PROTOCOL}),
    "half a close code": (frame(CLOSE, b"\x03"), {PROTOCOL}),
    **{f"close code {code}": (closing(code), {PROTOCOL}) for code in (0, 999, 1004, 1005, 1006, 1015, 2999)},
    "a reason that is no UTF-8": (closing(1000, b"\xff"), {PROTOCOL, NO_UTF_8}),
    "a flood of closes": (closing(1000) * 5000, GOING),
    "a flood of pongs": (frame(PONG, b"x" * 125) * 5000 + closing(1000), GOING),
    "a flood of frames": (text("ping") * 2000, {CloseCode.RATE}),
    "noise": (bytes(random.Random(7).randbytes(20_000)), {PROTOCOL, TOO_BIG}),
    "HTTP again": (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 50, {PROTOCOL}),
}


def documented() -> set[int | None]:
    told = inside("GET", "/asyncapi.json").ok()["channels"]["socket"]["x-close-codes"]
    return {*map(int, told), *GOING, *NOTHING}


def unharmed(house: House) -> None:
    assert "Traceback" not in house.log()


async def attack(house: House, name: str, token: str) -> tuple[str, int | None]:
    async with raw(house, token) as hostile:
        await hostile.send(CORPUS[name][0])
        return name, await hostile.code()


@pytest.mark.django_db
def test_bytes_that_are_no_frames_close_their_socket_with_a_documented_code(house: House) -> None:
    ada = Player("Ada", over(house.addresses[0]))

    async def scene() -> dict[str, int | None]:
        async with dial(house.addresses[0], ada.token) as bystander:
            found = dict([await attack(house, name, ada.token) for name in CORPUS])
            assert (await bystander.ask("ping"))["t"] == "pong"
            return found

    found = asyncio.run(scene())
    assert {name: code for name, code in found.items() if code not in CORPUS[name][1]} == {}
    assert set(found.values()) <= documented()
    unharmed(house)


def test_a_frame_in_fragments_is_a_frame(house: House) -> None:
    ada = Player("Ada", over(house.addresses[0]))
    whole = b'{"t":"ping","id":"in pieces"}'
    pieces = [frame(0, whole[at : at + 1], fin=False) for at in range(1, len(whole))]

    async def scene() -> list[str]:
        async with raw(house, ada.token) as client:
            await client.send(frame(TEXT, whole[:1], fin=False) + frame(PING).join(pieces) + frame(0))
            return [(await client.until(TEXT)).decode() for _ in ("hello", "ready", "pong")]

    assert '"re":"in pieces"' in asyncio.run(scene())[-1]


@pytest.mark.parametrize("flood", [frame(PING, b"x" * 125), frame(TEXT, fin=False), frame(PONG)])
def test_a_flood_that_nobody_reads_the_answers_of_costs_little(house: House, flood: bytes) -> None:
    ada = Player("Ada", over(house.addresses[0]))
    server = psutil.Process(house.servers[0].pid)
    if flood == frame(TEXT, fin=False):
        flood += frame(0, fin=False) * 999
    many = 50_000 // max(flood.count(frame(0, fin=False)), 1)

    async def scene() -> int:
        async with dial(house.addresses[0], ada.token) as bystander, raw(house, ada.token) as hostile:
            before = server.memory_info().rss
            hostile.writer.write(flood * many)
            for _ in range(30):
                await asyncio.sleep(0.1)
                assert (await bystander.ask("ping"))["t"] == "pong"
            hostile.writer.transport.abort()
            return server.memory_info().rss - before

    grown = asyncio.run(scene()) / MIB
    print(f"{grown:.1f} MiB")
    assert grown < 48
    unharmed(house)


Handshake: TypeAlias = dict[str, str]
HANDSHAKES: dict[str, Handshake] = {
    "no key": {"Sec_WebSocket_Key": ""},
    "half a key": {"Sec_WebSocket_Key": "AAAA"},
    "a key that is none": {"Sec_WebSocket_Key": "!" * 24},
    "another version": {"Sec_WebSocket_Version": "8"},
    "no version": {"Sec_WebSocket_Version": ""},
    "a version that is none": {"Sec_WebSocket_Version": "\xb2"},
    "an extension that is none": {"Sec_WebSocket_Extensions": "permessage-deflate; client_max_window_bits=99; x=\xff"},
    "a protocol that is none": {"Sec_WebSocket_Protocol": ",,;\xff"},
    "a megabyte of header": {"X_Much": "x" * MIB},
    "many cookies": {"Cookie": "a=b; " * 10_000},
    "bytes as a token": {"Authorization": "Bearer dxt_\xff\xfe"},
    "a token of many words": {"Authorization": "Bearer " * 2000},
    "an origin that is none": {"Origin": "http://\xff"},
    "a length beside": {"Content_Length": "5"},
}


@pytest.mark.parametrize("name", HANDSHAKES)
def test_an_odd_handshake_is_refused_or_closed_and_never_our_fault(house: House, name: str) -> None:
    async def scene() -> tuple[int, int | None]:
        async with line(house) as hostile:
            await hostile.shake(**HANDSHAKES[name])
            return hostile.status, await hostile.code() if hostile.status == 101 else None

    status, code = asyncio.run(scene())
    # 0: what isn't understood as HTTP is cut off or never answered.
    assert status in (0, 101, 400, 426, 431), status
    assert status != 101 or code in {CloseCode.BAD_FRAME, CloseCode.BAD_TOKEN, CloseCode.NO_AUTH, PROTOCOL}, code
    unharmed(house)


VALUES: list[Any] = [
    *(None, True, 0, -1, 2**31, 2**63, 10**40, "", "x" * 41, "x" * 201, "\0", "\u202e", "\U0001f0a1", "../..", "%s"),
    *([], {}, [[]], [None], {"": {}}, {"a": [{"b": {}}]}, ["x"] * 101, "seat:1", "1.voting", "9" * 64, "d1" * 32),
]


def bodies(match: str) -> list[Json]:
    """A frame of every type and every command, each with what it takes."""
    data: dict[str, Json] = {
        "sit": {"seat": 1, "password": "x", "entropy_digest": "d1" * 32},
        "bot": {"seat": 2, "bot": "random"},
        "clear": {"seat": 2},
        "entropy": {"entropy": "5e" * 32, "next_digest": "d1" * 32},
        "claim": {"text": "x"},
        "clue": {"card": "base-001", "clue": {"kind": "text", "text": "x"}},
        "cards": {"cards": ["base-001"]},
        "signal": {"word": "give"},
        "vote": {"slots": [1], "trap": 2},
        "rematch": {"entropy_digest": "d1" * 32},
    }
    commands = [
        {"t": "command", "match": match, "type": name, "data": {"phase": "9.voting", **data.get(name, {})}}
        for name in COMMAND_SPECS
    ]
    return [{"t": "ping"}, {"t": "subscribe", "match": match, "since": 0}, {"t": "auth", "token": "dxt_x"}, *commands]


def mutated(frame: Json, luck: random.Random) -> Json:
    """The frame with something else in one place: a value, a name, one member more or fewer."""
    spoilt: Json = json.loads(json.dumps(frame))
    place: Any = spoilt
    while isinstance(inner := place[luck.choice(list(place))], dict) and inner and luck.random() < 0.8:
        place = inner
    name = luck.choice(list(place))
    mutations: list[Callable[[], Any]] = [
        lambda: place.update({name: luck.choice(VALUES)}),
        lambda: place.update({name: luck.choice(VALUES)}),
        lambda: place.pop(name),
        lambda: place.update({luck.choice(("is_staff", "seat", "__proto__", "")): luck.choice(VALUES)}),
    ]
    luck.choice(mutations)()
    return spoilt


def mutants_are_answered(house: House, many: int, seed: int = 7) -> None:
    luck = random.Random(seed)
    table = Table(3, doors=[over(house.addresses[0])])
    frames = bodies(table.id)
    assert {body["t"] for body in frames} == {kind.__struct_config__.tag for kind in CLIENT_FRAMES}

    async def one(body: Json) -> Any:
        """The reply, or the code of the close."""
        async with dial(house.addresses[0], table.host.token) as wire:
            await wire.connection.send(json.dumps({"id": "m", **body}))
            while not wire.connection.close_code:
                try:
                    frame = await wire.receive()
                except Exception:  # noqa: BLE001  (the close is what is looked at)
                    break
                if "re" in frame and frame["t"] != "ready":
                    return frame
            return wire.connection.close_code

    async def scene() -> None:
        for _ in range(many):
            body = mutated(luck.choice(frames), luck)
            found = await one(body)
            if isinstance(found, dict):
                assert found["t"] in ("ack", "error", "pong", "subscribed"), (body, found)
                assert found["t"] != "error" or found["problem"]["status"] < 500, (body, found)
            else:
                assert found in {CloseCode.BAD_FRAME, CloseCode.BAD_TOKEN, CloseCode.NOT_FOUND, TOO_BIG}, (body, found)

    asyncio.run(scene())
    unharmed(house)


def test_a_frame_that_is_changed_somewhere_is_answered_or_closes_its_socket(house: House) -> None:
    mutants_are_answered(house, 100)


@pytest.mark.nightly
def test_many_frames_that_are_changed_somewhere(house: House) -> None:
    mutants_are_answered(house, 3000, seed=8)
