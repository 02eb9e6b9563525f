"""Sockets are closed with the code that says whether to reconnect."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

import pytest
from websockets.exceptions import ConnectionClosed

from tests.api.api_client import Json, Player, http_transport
from tests.concurrency.concurrent_clients import create_match
from tests.live.websocket_client import WebSocketClient, open_websocket
from tests.services.deployment import Deployment

SendFrame: TypeAlias = Callable[[WebSocketClient], Awaitable[Any]]


def send_raw(frame: str | bytes) -> SendFrame:
    async def send_frame(client: WebSocketClient) -> None:
        # The server doesn't wait for the end of a frame that is too large.
        with suppress(ConnectionClosed):
            await client.connection.send(frame)

    return send_frame


def ping_frame(**more: Any) -> str:
    return json.dumps({"t": "ping", "id": "1", **more})


INVALID_FRAMES: dict[str, tuple[SendFrame, set[int]]] = {
    "binary": (send_raw(ping_frame().encode()), {4500}),
    "not JSON": (send_raw("hello?"), {4500}),
    "empty": (send_raw(""), {4500}),
    "deeply nested": (send_raw("[" * 8000), {4500}),
    "deeply nested in a frame": (send_raw('{"t":"ping","id":' + "[" * 20 + "]" * 20 + "}"), {4500}),
    "a number beyond range": (send_raw("1e400"), {4500}),
    "a fraction": (send_raw('{"t":"subscribe","id":"1","match":"m","since":1.0}'), {4500}),
    "a number of 5000 digits": (send_raw('{"t":"subscribe","id":"1","match":"m","since":' + "9" * 5000 + "}"), {4500}),
    "a duplicate key": (send_raw('{"t":"ping","id":"1","id":"2"}'), {4500}),
    "an unknown frame type": (send_raw('{"t":"dance","id":"1"}'), {4500}),
    "no frame type": (send_raw('{"id":"1"}'), {4500}),
    "no id": (send_raw('{"t":"ping"}'), {4500}),
    "a lone surrogate": (send_raw('{"t":"ping","id":"\\ud800"}'), {4500}),
    "an empty id": (send_raw('{"t":"ping","id":""}'), {4500}),
    "an id that is a number": (send_raw('{"t":"ping","id":1}'), {4500}),
    "a list": (send_raw("[]"), {4500}),
    "NaN": (send_raw('{"t":"ping","id":NaN}'), {4500}),
    "9 KiB": (send_raw(ping_frame(more="x" * 9000)), {1009}),
    "a megabyte": (send_raw("x" * 1_000_000), {1009}),
}

REFUSED_FRAMES: dict[str, tuple[Json, str]] = {
    "a negative version": ({"t": "subscribe", "match": "m", "since": -1}, "invalid"),
    "an unknown key": ({"t": "ping", "more": 1}, "invalid"),
    "no match": ({"t": "command", "type": "start"}, "invalid"),
    "null as data": ({"t": "command", "match": "m", "type": "start", "data": None}, "invalid"),
    "a list as data": ({"t": "command", "match": "m", "type": "start", "data": []}, "invalid"),
    "me that is false": ({"t": "unsubscribe", "me": False}, "invalid"),
    "a missing match": ({"t": "subscribe", "match": "nowhere"}, "not_found"),
    "a missing match from a version on": ({"t": "subscribe", "match": "nowhere", "since": 3}, "not_found"),
    "a match with a zero byte": ({"t": "subscribe", "match": "a\0b"}, "not_found"),
    "an invalid token": ({"t": "auth", "token": "dxt_nonsense"}, "unauthenticated"),
    "a wrong cursor": ({"t": "subscribe", "me": True, "cursor": "x"}, "invalid_cursor"),
}
"""Frames that can be read, with a wrong value, and the code of the error that each gets."""


def test_an_invalid_frame_closes_only_its_own_socket(deployment: Deployment) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))

    async def send_invalid_frame(name: str) -> tuple[str, int]:
        async with open_websocket(deployment.base_urls[0], ada.token) as client:
            await INVALID_FRAMES[name][0](client)
            return name, await client.wait_for_close_code()

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], ada.token) as bystander:
            close_codes = dict(await asyncio.gather(*map(send_invalid_frame, INVALID_FRAMES)))
            assert {name: code for name, code in close_codes.items() if code not in INVALID_FRAMES[name][1]} == {}
            assert (await bystander.request("ping"))["t"] == "pong"

    asyncio.run(scenario())
    assert "Traceback" not in deployment.log_text()


def test_a_refused_frame_ends_nothing(deployment: Deployment) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))
    match = ada.open()

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], ada.token) as client:
            head = (await client.request("subscribe", match=match))["version"]
            assert (await client.request("subscribe", me=True))["t"] == "subscribed"
            codes = {
                name: (await client.request(**frame))["problem"]["code"] for name, (frame, _) in REFUSED_FRAMES.items()
            }
            assert codes == {name: code for name, (_, code) in REFUSED_FRAMES.items()}
            assert (await client.request("ping"))["versions"] == {match: head}
            seen = len(client.frames)
            await asyncio.to_thread(ada.act, match, "abandon")
            await client.wait_for_version(match, head + 1)
            # The entry of the personal feed may come before the event.
            while not any(frame["t"] == "me" and frame["entries"] for frame in client.frames[seen:]):
                await client.receive()

    asyncio.run(scenario())


def test_invalid_utf_8_closes_the_socket_without_a_traceback(deployment: Deployment) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))

    async def scenario() -> int:
        async with open_websocket(deployment.base_urls[0], ada.token) as client:
            await client.connection.send(b'{"t":"ping","id":"\xff"}', text=True)
            return await client.wait_for_close_code()

    assert asyncio.run(scenario()) == 1007
    assert "Traceback" not in deployment.log_text()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        pytest.param({"subprotocols": ["dixit.v2"]}, 4500, id="an unknown protocol"),
        pytest.param({"subprotocols": None}, 4500, id="no protocol"),
        pytest.param({"path": "/ws/v1?token=dxt_x"}, 4500, id="a token in the address"),
        pytest.param({"path": "/ws/v2"}, 4504, id="an unknown path"),
        pytest.param({"additional_headers": {"Authorization": "Bearer dxt_x"}}, 4502, id="an invalid token"),
        pytest.param(
            {"additional_headers": {"Authorization": "Basic dXNlcg=="}}, 4502, id="another authorization scheme"
        ),
        pytest.param({}, 4501, id="no auth frame"),
    ],
)
def test_a_rejected_handshake_is_accepted_first_and_closed_with_a_code(
    deployment: Deployment, options: dict[str, Any], code: int
) -> None:
    async def scenario() -> int:
        async with open_websocket(deployment.base_urls[0], **options) as client:
            return await client.wait_for_close_code()

    assert asyncio.run(scenario()) == code


@pytest.mark.parametrize("frame", [ping_frame(), '{"t":"subscribe","id":"1","match":"m"}'])
def test_any_frame_before_authentication_closes_the_socket(deployment: Deployment, frame: str) -> None:
    async def scenario() -> int:
        async with open_websocket(deployment.base_urls[0]) as client:
            await client.connection.send(frame)
            return await client.wait_for_close_code()

    assert asyncio.run(scenario()) == 4501


def test_a_private_match_is_not_found_by_outsiders(deployment: Deployment) -> None:
    match = create_match(deployment, 2, visibility="private", password="sesame")
    outsider = Player("Eve", http_transport(deployment.base_urls[0]))

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], match.host.token) as client:
            assert (await client.request("subscribe", match=match.id))["view"]["you"]["seat"] == 0
        async with open_websocket(deployment.base_urls[0], outsider.token) as client:
            reply = await client.request("subscribe", match=match.id)
            assert (reply["problem"]["code"], reply["problem"]["match"]) == ("not_found", match.id)

    asyncio.run(scenario())


def test_a_player_who_leaves_a_private_match_receives_no_more_events(deployment: Deployment) -> None:
    match = create_match(deployment, 2, visibility="private", password="sesame")
    ben = match.players[1]

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], ben.token) as client:
            head = (await client.request("subscribe", match=match.id))["version"]
            await asyncio.to_thread(ben.act, match.id, "stand")
            frame = await client.receive()
            assert (frame["t"], frame["problem"]["code"]) == ("error", "not_found")
            await asyncio.to_thread(match.host.act, match.id, "abandon")
            await asyncio.sleep(1.5)
            assert (await client.request("ping"))["versions"] == {}
            assert match.id not in client.event_texts
            assert head > 1

    asyncio.run(scenario())


def test_too_many_frames_close_the_socket(deployment: Deployment) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))

    async def scenario() -> int:
        async with open_websocket(deployment.base_urls[0], ada.token) as client:
            for _ in range(2000):
                await client.send("ping")
            return await client.wait_for_close_code()

    assert asyncio.run(scenario()) == 4004
