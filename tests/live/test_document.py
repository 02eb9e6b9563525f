"""The socket's document, held against what it really sends and takes."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]

from games.live.close_codes import CloseCode
from games.live.frames import CLIENT_FRAMES, presence_frame
from tests.api.client import Json, inside
from tests.api.contract import closed
from tests.concurrency.crowd import table
from tests.live.wire import dial
from tests.services.house import House


def document() -> Json:
    return inside("GET", "/asyncapi.json").ok()


def refs(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from [part["$ref"]] if isinstance(part.get("$ref"), str) else []
        for value in part.values():
            yield from refs(value)
    elif isinstance(part, list):
        for value in part:
            yield from refs(value)


def test_every_reference_leads_somewhere() -> None:
    content = document()
    assert content["asyncapi"].startswith("3.")
    assert content["servers"]["here"]["protocol"] == "ws"
    for ref in set(refs(content)):
        place: Any = content
        for name in ref.removeprefix("#/").split("/"):
            assert name in place, ref
            place = place[name]


def test_every_frame_that_is_decoded_is_an_operation() -> None:
    content = document()
    received = {name for name, operation in content["operations"].items() if operation["action"] == "receive"}
    assert received == {frame.__struct_config__.tag for frame in CLIENT_FRAMES}
    codes = {int(code) for code in content["channels"]["socket"]["x-close-codes"]}
    assert codes == {*CloseCode, 1000, 1002, 1007, 1009}
    assert {code for operation in content["operations"].values() for code in operation.get("x-error-codes", ())} <= set(
        content["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]
    )


def judge(content: Json, frame: Json) -> None:
    message = content["components"]["messages"][frame["t"]]
    schema = {**message["payload"], "components": closed(content["components"])}
    Draft202012Validator(schema).validate(frame)


def test_every_frame_has_an_example_that_is_as_documented() -> None:
    content = document()
    for message in content["components"]["messages"].values():
        for example in message["examples"]:
            judge(content, example["payload"])
            with pytest.raises(ValidationError):
                judge(content, {**example["payload"], "more": 1})


def frames_of_a_match(house: House) -> list[Json]:
    match = table(house, 3)

    async def scene() -> list[Json]:
        async with dial(house.addresses[0], match.host.token) as wire:
            await wire.ask("subscribe", match=match.id)
            await wire.ask("command", match=match.id, type="start")
            await wire.ask("command", match=match.id, type="vote", data={"slots": []})
            await wire.ask("subscribe", match=match.id, since=0)
            await wire.until(match.id, match.host.view(match.id)["version"])
            await wire.ask("ping")
            return wire.frames

    return asyncio.run(scene())


def test_every_frame_is_as_documented_and_a_spoilt_one_is_not(house: House) -> None:
    content, frames = document(), frames_of_a_match(house)
    assert {frame["t"] for frame in frames} == {"hello", "ready", "subscribed", "event", "ack", "error", "pong"}
    frames.append(json.loads(presence_frame("m", 2, connected=True)))
    for frame in frames:
        judge(content, frame)
        for spoilt in ({**frame, "more": 1}, {"t": frame["t"]}):
            with pytest.raises(ValidationError):
                judge(content, spoilt)


@pytest.mark.parametrize(
    "frame",
    [
        {"t": "auth", "id": "1", "token": "dxt_x"},
        {"t": "subscribe", "id": "1", "match": "m", "since": 3},
        {"t": "command", "id": "1", "match": "m", "type": "vote", "data": {"slots": [1], "command_id": "k"}},
        {"t": "ping", "id": "1"},
    ],
)
def test_what_clients_send_is_as_documented(frame: Json) -> None:
    judge(document(), frame)
    with pytest.raises(ValidationError):
        judge(document(), {**frame, "id": 1})
