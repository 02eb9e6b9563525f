"""Hostile input: each socket is closed with a documented code, and other clients are not affected."""

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
from tests.api.api_client import Json, Player, call_in_process, http_transport
from tests.api.game_table import GameTable
from tests.live.raw_websocket_client import (
    BINARY,
    CLOSE,
    PING,
    PONG,
    TEXT,
    encode_json_frame,
    encode_websocket_frame,
    open_raw_websocket,
    open_tcp_connection,
)
from tests.live.websocket_client import open_websocket
from tests.services.deployment import Deployment

# Everything below the database behaves the same on each.
pytestmark = pytest.mark.parametrize("deployment", ["sqlite"], indirect=True)
BYTES_PER_MIB = 1024 * 1024
PROTOCOL_ERROR_CODE, INVALID_UTF_8_CODE, TOO_BIG_CODE = 1002, 1007, 1009
NORMAL_CLOSE_CODES: set[int | None] = {1000, 1001}
NO_CLOSE_CODE: set[int | None] = {None}
"""The client may close the socket, or just cut the connection once it no longer reads."""


def encode_close_frame(code: int, reason: bytes = b"") -> bytes:
    return encode_websocket_frame(CLOSE, struct.pack("!H", code) + reason)


HOSTILE_BYTES: dict[str, tuple[bytes, set[int | None]]] = {
    "fragments without an end": (
        encode_websocket_frame(TEXT, b"x", fin=False) + encode_websocket_frame(0, b"x", fin=False) * 9_999,
        # Control frames and fragments count as frames do.
        {CloseCode.RATE},
    ),
    "empty fragments, then one that is no frame": (
        encode_websocket_frame(TEXT, fin=False)
        + encode_websocket_frame(0, fin=False) * 9_999
        + encode_websocket_frame(0, b"x"),
        {CloseCode.RATE},
    ),
    "a fragment that begins nothing": (encode_websocket_frame(0, b"x"), {PROTOCOL_ERROR_CODE}),
    "a text within a text": (
        encode_websocket_frame(TEXT, b"x", fin=False) + encode_websocket_frame(TEXT, b"x"),
        {PROTOCOL_ERROR_CODE},
    ),
    "unmasked": (encode_websocket_frame(TEXT, b"{}", masked=False), {PROTOCOL_ERROR_CODE}),
    **{
        f"reserved bit {rsv}": (encode_websocket_frame(TEXT, b"{}", rsv=rsv), {PROTOCOL_ERROR_CODE})
        for rsv in (1, 2, 4, 7)
    },
    **{f"opcode {opcode}": (encode_websocket_frame(opcode, b"{}"), {PROTOCOL_ERROR_CODE}) for opcode in (3, 7, 11, 15)},
    # A client that is still sending when the connection is closed may never receive the reason.
    "a mebibyte": (encode_websocket_frame(TEXT, b"x" * BYTES_PER_MIB), {TOO_BIG_CODE, *NO_CLOSE_CODE}),
    "the beginning of a mebibyte": (encode_websocket_frame(TEXT, b"x" * BYTES_PER_MIB)[:4096], {TOO_BIG_CODE}),
    "a length beyond everything": (
        b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"\1\2\3\4",
        {TOO_BIG_CODE, PROTOCOL_ERROR_CODE},
    ),
    "a length with its highest bit": (b"\x81\xff" + b"\xff" * 8 + b"\1\2\3\4", {TOO_BIG_CODE, PROTOCOL_ERROR_CODE}),
    "binary": (encode_websocket_frame(BINARY, b"{}"), {CloseCode.BAD_FRAME}),
    "bad UTF-8": (encode_websocket_frame(TEXT, b'{"t":"\xff"}'), {INVALID_UTF_8_CODE}),
    "a surrogate in UTF-8": (encode_websocket_frame(TEXT, b"\xed\xa0\x80"), {INVALID_UTF_8_CODE}),
    "half a character, and no more": (encode_websocket_frame(TEXT, b"\xe2\x82"), {INVALID_UTF_8_CODE}),
    "a compressed bomb that nobody agreed to": (
        encode_websocket_frame(TEXT, b"\x62\x00" + b"\0" * 4000, rsv=4),
        {PROTOCOL_ERROR_CODE},
    ),
    "a ping that is too long": (encode_websocket_frame(PING, b"x" * 126), {PROTOCOL_ERROR_CODE}),
    "a ping in fragments": (encode_websocket_frame(PING, b"x", fin=False), {PROTOCOL_ERROR_CODE}),
    "half a close code": (encode_websocket_frame(CLOSE, b"\x03"), {PROTOCOL_ERROR_CODE}),
    **{
        f"close code {code}": (encode_close_frame(code), {PROTOCOL_ERROR_CODE})
        for code in (0, 999, 1004, 1005, 1006, 1015, 2999)
    },
    "a reason that is no UTF-8": (encode_close_frame(1000, b"\xff"), {PROTOCOL_ERROR_CODE, INVALID_UTF_8_CODE}),
    "a flood of closes": (encode_close_frame(1000) * 5000, NORMAL_CLOSE_CODES),
    **{
        f"a flood of {name}": (encode_websocket_frame(opcode, b"x" * 125) * 5000, {CloseCode.RATE})
        for name, opcode in (("pings", PING), ("pongs", PONG))
    },
    "a flood of frames": (encode_json_frame("ping") * 2000, {CloseCode.RATE}),
    "noise": (bytes(random.Random(7).randbytes(20_000)), {PROTOCOL_ERROR_CODE, TOO_BIG_CODE}),
    "HTTP again": (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 50, {PROTOCOL_ERROR_CODE}),
}


def documented_close_codes() -> set[int | None]:
    close_codes = call_in_process("GET", "/asyncapi.json").ok()["channels"]["socket"]["x-close-codes"]
    return {*map(int, close_codes), *NORMAL_CLOSE_CODES, *NO_CLOSE_CODE}


def assert_no_server_error(deployment: Deployment) -> None:
    assert "Traceback" not in deployment.log_text()


async def send_hostile_bytes(deployment: Deployment, name: str, token: str) -> tuple[str, int | None]:
    async with open_raw_websocket(deployment, token) as client:
        await client.send(HOSTILE_BYTES[name][0])
        return name, await client.wait_for_close_code()


@pytest.mark.django_db
def test_malformed_bytes_close_their_socket_with_a_documented_code(deployment: Deployment) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))

    async def scenario() -> dict[str, int | None]:
        async with open_websocket(deployment.base_urls[0], ada.token) as bystander:
            codes_by_name = dict([await send_hostile_bytes(deployment, name, ada.token) for name in HOSTILE_BYTES])
            assert (await bystander.request("ping"))["t"] == "pong"
            return codes_by_name

    codes_by_name = asyncio.run(scenario())
    assert {name: code for name, code in codes_by_name.items() if code not in HOSTILE_BYTES[name][1]} == {}
    assert set(codes_by_name.values()) <= documented_close_codes()
    assert_no_server_error(deployment)


def test_a_fragmented_frame_is_reassembled(deployment: Deployment) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))
    whole = b'{"t":"ping","id":"in pieces"}'
    fragments = [encode_websocket_frame(0, whole[at : at + 1], fin=False) for at in range(1, len(whole))]

    async def scenario() -> list[str]:
        async with open_raw_websocket(deployment, ada.token) as client:
            await client.send(
                encode_websocket_frame(TEXT, whole[:1], fin=False)
                + encode_websocket_frame(PING).join(fragments)
                + encode_websocket_frame(0)
            )
            return [(await client.wait_for_frame(TEXT)).decode() for _ in ("hello", "ready", "pong")]

    assert '"re":"in pieces"' in asyncio.run(scenario())[-1]


@pytest.mark.parametrize(
    "flood",
    [encode_websocket_frame(PING, b"x" * 125), encode_websocket_frame(TEXT, fin=False), encode_websocket_frame(PONG)],
)
def test_a_flood_with_unread_replies_costs_little_memory(deployment: Deployment, flood: bytes) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))
    server = psutil.Process(deployment.servers[0].pid)
    if flood == encode_websocket_frame(TEXT, fin=False):
        flood += encode_websocket_frame(0, fin=False) * 999
    repetitions = 50_000 // max(flood.count(encode_websocket_frame(0, fin=False)), 1)

    async def scenario() -> int:
        async with (
            open_websocket(deployment.base_urls[0], ada.token) as bystander,
            open_raw_websocket(deployment, ada.token) as hostile,
        ):
            before = server.memory_info().rss
            hostile.writer.write(flood * repetitions)
            for _ in range(30):
                await asyncio.sleep(0.1)
                assert (await bystander.request("ping"))["t"] == "pong"
            hostile.writer.transport.abort()
            return server.memory_info().rss - before

    grown_mib = asyncio.run(scenario()) / BYTES_PER_MIB
    print(f"{grown_mib:.1f} MiB")
    assert grown_mib < 8
    assert_no_server_error(deployment)


HandshakeHeaders: TypeAlias = dict[str, str]
MALFORMED_HANDSHAKES: dict[str, HandshakeHeaders] = {
    "no key": {"Sec_WebSocket_Key": ""},
    "a short key": {"Sec_WebSocket_Key": "AAAA"},
    "an invalid key": {"Sec_WebSocket_Key": "!" * 24},
    "an unsupported version": {"Sec_WebSocket_Version": "8"},
    "no version": {"Sec_WebSocket_Version": ""},
    "an invalid version": {"Sec_WebSocket_Version": "\xb2"},
    "an invalid extension": {"Sec_WebSocket_Extensions": "permessage-deflate; client_max_window_bits=99; x=\xff"},
    "an invalid protocol": {"Sec_WebSocket_Protocol": ",,;\xff"},
    "a header of one megabyte": {"X_Much": "x" * BYTES_PER_MIB},
    "many cookies": {"Cookie": "a=b; " * 10_000},
    "a token of bytes that are not text": {"Authorization": "Bearer dxt_\xff\xfe"},
    "a repeated authorization scheme": {"Authorization": "Bearer " * 2000},
    "an invalid origin": {"Origin": "http://\xff"},
    "a Content-Length": {"Content_Length": "5"},
}


@pytest.mark.parametrize("name", MALFORMED_HANDSHAKES)
def test_a_malformed_handshake_is_rejected_or_closed_without_a_server_error(deployment: Deployment, name: str) -> None:
    async def scenario() -> tuple[int, int | None]:
        async with open_tcp_connection(deployment) as hostile:
            await hostile.send_handshake(**MALFORMED_HANDSHAKES[name])
            return (
                hostile.handshake_status,
                await hostile.wait_for_close_code() if hostile.handshake_status == 101 else None,
            )

    status, code = asyncio.run(scenario())
    # 0: input that isn't understood as HTTP is cut off or never answered.
    assert status in (0, 101, 400, 426, 431), status
    assert status != 101 or code in {
        CloseCode.BAD_FRAME,
        CloseCode.BAD_TOKEN,
        CloseCode.NO_AUTH,
        PROTOCOL_ERROR_CODE,
    }, code
    assert_no_server_error(deployment)


HOSTILE_VALUES: list[Any] = [
    *(None, True, 0, -1, 2**31, 2**63, 10**40, "", "x" * 41, "x" * 201, "\0", "\u202e", "\U0001f0a1", "../..", "%s"),
    *([], {}, [[]], [None], {"": {}}, {"a": [{"b": {}}]}, ["x"] * 101, "seat:1", "1.voting", "9" * 64, "d1" * 32),
]


def sample_frames(match: str) -> list[Json]:
    """Return a frame of every type and every command, each with valid fields."""
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
    return [
        {"t": "ping"},
        {"t": "subscribe", "match": match, "since": 0},
        {"t": "subscribe", "me": True, "cursor": "x"},
        {"t": "unsubscribe", "match": match},
        {"t": "auth", "token": "dxt_x"},
        *commands,
    ]


def mutate_frame(frame: Json, rng: random.Random) -> Json:
    """Change one place of the frame: a value, a name, or one member more or fewer."""
    mutant: Json = json.loads(json.dumps(frame))
    parent: Any = mutant
    while isinstance(child := parent[rng.choice(list(parent))], dict) and child and rng.random() < 0.8:
        parent = child
    name = rng.choice(list(parent))
    mutations: list[Callable[[], Any]] = [
        lambda: parent.update({name: rng.choice(HOSTILE_VALUES)}),
        lambda: parent.update({name: rng.choice(HOSTILE_VALUES)}),
        lambda: parent.pop(name),
        lambda: parent.update({rng.choice(("is_staff", "seat", "__proto__", "")): rng.choice(HOSTILE_VALUES)}),
    ]
    rng.choice(mutations)()
    return mutant


def assert_mutants_are_answered(deployment: Deployment, count: int, seed: int = 7) -> None:
    rng = random.Random(seed)
    table = GameTable(3, transports=[http_transport(deployment.base_urls[0])])
    frames = sample_frames(table.id)
    assert {body["t"] for body in frames} == {kind.__struct_config__.tag for kind in CLIENT_FRAMES}

    async def send_mutant(body: Json) -> Any:
        """Send the frame, and return the reply or the close code."""
        async with open_websocket(deployment.base_urls[0], table.host.token) as client:
            await client.connection.send(json.dumps({"id": "m", **body}))
            while not client.connection.close_code:
                try:
                    frame = await client.receive()
                except Exception:  # noqa: BLE001  (the close is what is looked at)
                    break
                if "re" in frame and frame["t"] != "ready":
                    return frame
            return client.connection.close_code

    async def scenario() -> None:
        for _ in range(count):
            body = mutate_frame(rng.choice(frames), rng)
            outcome = await send_mutant(body)
            if isinstance(outcome, dict):
                assert outcome["t"] in ("ack", "error", "pong", "subscribed", "unsubscribed"), (body, outcome)
                assert outcome["t"] != "error" or outcome["problem"]["status"] < 500, (body, outcome)
            else:
                assert outcome in {CloseCode.BAD_FRAME, CloseCode.BAD_TOKEN, CloseCode.NOT_FOUND, TOO_BIG_CODE}, (
                    body,
                    outcome,
                )

    asyncio.run(scenario())
    assert_no_server_error(deployment)


def test_a_mutated_frame_is_answered_or_closes_its_socket(deployment: Deployment) -> None:
    assert_mutants_are_answered(deployment, 100)


@pytest.mark.nightly
def test_many_mutated_frames_are_answered_or_close_their_sockets(deployment: Deployment) -> None:
    assert_mutants_are_answered(deployment, 3000, seed=8)
