"""The AsyncAPI document, compared with what the socket really sends and accepts."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]

from games.live.close_codes import CloseCode
from games.live.frames import CLIENT_FRAMES, presence_frame, rematch_frame
from tests.api.api_client import Json, call_in_process
from tests.api.openapi_contract import forbid_extra_properties
from tests.concurrency.concurrent_clients import create_match
from tests.live.websocket_client import open_websocket
from tests.services.deployment import Deployment


def fetch_asyncapi_document() -> Json:
    return call_in_process("GET", "/asyncapi.json").ok()


def find_references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from [part["$ref"]] if isinstance(part.get("$ref"), str) else []
        for value in part.values():
            yield from find_references(value)
    elif isinstance(part, list):
        for value in part:
            yield from find_references(value)


def test_every_reference_resolves() -> None:
    document = fetch_asyncapi_document()
    assert document["asyncapi"].startswith("3.")
    assert document["servers"]["here"]["protocol"] == "ws"
    for ref in set(find_references(document)):
        target: Any = document
        for name in ref.removeprefix("#/").split("/"):
            assert name in target, ref
            target = target[name]


def test_every_decoded_frame_type_is_a_documented_operation() -> None:
    document = fetch_asyncapi_document()
    received = {name for name, operation in document["operations"].items() if operation["action"] == "receive"}
    assert received == {frame.__struct_config__.tag for frame in CLIENT_FRAMES}
    close_codes = {int(code) for code in document["channels"]["socket"]["x-close-codes"]}
    assert close_codes == {*CloseCode, 1000, 1002, 1007, 1009}
    assert {
        code for operation in document["operations"].values() for code in operation.get("x-error-codes", ())
    } <= set(document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"])


def validate_frame(document: Json, frame: Json) -> None:
    message = document["components"]["messages"][frame["t"]]
    schema = {**message["payload"], "components": forbid_extra_properties(document["components"])}
    Draft202012Validator(schema).validate(frame)


def test_every_message_has_examples_that_match_its_schema() -> None:
    document = fetch_asyncapi_document()
    for message in document["components"]["messages"].values():
        for example in message["examples"]:
            validate_frame(document, example["payload"])
            with pytest.raises(ValidationError):
                validate_frame(document, {**example["payload"], "more": 1})


def receive_frames_of_a_match(deployment: Deployment) -> list[Json]:
    match = create_match(deployment, 3)

    async def scenario() -> list[Json]:
        async with open_websocket(deployment.base_urls[0], match.host.token) as client:
            await client.request("subscribe", match=match.id)
            await client.request("command", match=match.id, type="start")
            await client.request("command", match=match.id, type="vote", data={"slots": []})
            await client.request("subscribe", match=match.id, since=0)
            await client.wait_for_version(match.id, match.host.view(match.id)["version"])
            await client.request("ping")
            await client.request("unsubscribe", match=match.id)
            await client.request("subscribe", me=True)
            assert (await client.receive())["t"] == "me"
            return client.frames

    return asyncio.run(scenario())


def test_every_received_frame_matches_its_schema_and_a_corrupted_one_does_not(deployment: Deployment) -> None:
    document, frames = fetch_asyncapi_document(), receive_frames_of_a_match(deployment)
    assert {frame["t"] for frame in frames} == {
        *("hello", "ready", "subscribed", "unsubscribed", "event", "me", "ack", "error", "pong")
    }
    frames += [json.loads(presence_frame("m", 2, connected=True)), json.loads(rematch_frame("m", "n"))]
    for frame in frames:
        validate_frame(document, frame)
        for corrupted in ({**frame, "more": 1}, {"t": frame["t"]}):
            with pytest.raises(ValidationError):
                validate_frame(document, corrupted)


@pytest.mark.parametrize(
    "frame",
    [
        {"t": "auth", "id": "1", "token": "dxt_x"},
        {"t": "subscribe", "id": "1", "match": "m", "since": 3},
        {"t": "command", "id": "1", "match": "m", "type": "vote", "data": {"slots": [1], "command_id": "k"}},
        {"t": "subscribe", "id": "1", "me": True, "cursor": "x"},
        {"t": "unsubscribe", "id": "1", "match": "m"},
        {"t": "unsubscribe", "id": "1", "me": True},
        {"t": "ping", "id": "1"},
    ],
)
def test_client_frames_match_their_schema(frame: Json) -> None:
    validate_frame(fetch_asyncapi_document(), frame)
    with pytest.raises(ValidationError):
        validate_frame(fetch_asyncapi_document(), {**frame, "id": 1})
