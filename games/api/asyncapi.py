"""The AsyncAPI 3 document of the WebSocket, generated from the types that its code decodes and sends."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from games.api.asyncapi_messages import ERROR_CODES_BY_FRAME, REPLY_FRAMES, SERVER_FRAMES
from games.api.error_responses import problem_schema
from games.api.examples.frame_examples import frame_examples as examples
from games.api.operation_schema import SCHEMA_REF_TEMPLATE
from games.live.close_codes import CloseCode
from games.live.frames import CLIENT_FRAMES, SUBPROTOCOL
from games.protocol.command_specs import COMMAND_SPECS
from games.protocol.strict_parsing import MAX_BODY_BYTES

CHANNEL_REF = {"$ref": "#/channels/socket"}
WEBSOCKET_CLOSE_CODES = {
    1000: "The client closed the connection.",
    1002: "A frame violates the WebSocket protocol (RFC 6455).",
    1007: "A text frame is not valid UTF-8.",
    1009: f"A frame is larger than {MAX_BODY_BYTES} bytes.",
}
"""Close codes that the WebSocket standard defines, with their meaning here."""


def asyncapi_document(host: str, protocol: str) -> dict[str, Any]:
    """Return the whole document for a server that clients reach at this host with this protocol (`ws` or `wss`)."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Dixit backend, live",
            "version": "1",
            "description": "Watch and play matches over one socket. Resume with `since` at any time: no event is "
            "lost or repeated.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {"here": {"host": host, "protocol": protocol}},
        # This part is the same for everyone and cached; the address is the one by which this client has reached the
        # server.
        **_channels_and_components(),
    }


@cache
def _channels_and_components() -> dict[str, Any]:
    tagged_frames = [*_tag_frames(CLIENT_FRAMES), *_tag_frames(SERVER_FRAMES)]
    return {
        "channels": {
            "socket": {
                "address": "/ws/v1",
                "title": f"Subprotocol {SUBPROTOCOL}",
                "description": "JSON in text frames; a client's frames have at most "
                f"{MAX_BODY_BYTES} bytes. After a close code from 4000 to 4499, reconnect; after 4500 to 4999, don't.",
                "messages": {t: {"$ref": f"#/components/messages/{t}"} for t, _ in tagged_frames},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
                "x-close-codes": {str(code): words for code, words in sorted(_close_codes().items())},
            }
        },
        "operations": {**dict(_receive_operations()), **dict(_send_operations())},
        "components": {"messages": dict(map(_message_component, tagged_frames)), "schemas": _schema_components()},
    }


def _close_codes() -> dict[int, str]:
    return {**WEBSOCKET_CLOSE_CODES, **{code.value: code.default_reason for code in CloseCode}}


def _tag_frames(types: tuple[Any, ...]) -> list[tuple[str, Any]]:
    """Return each frame type with its `t`."""
    return [(_frame_tag(frame), frame) for frame in types]


def _frame_tag(frame: Any) -> str:
    # Clients' frames are tagged msgspec structs; the server's are TypedDicts whose `t` is a Literal.
    if issubclass(frame, msgspec.Struct):
        return str(frame.__struct_config__.tag)
    return str(frame.__annotations__["t"].__args__[0])


def _receive_operations() -> Iterator[tuple[str, Any]]:
    for t, frame in _tag_frames(CLIENT_FRAMES):
        replies = [_message_ref(_frame_tag(reply)) for reply in REPLY_FRAMES[t]]
        yield (
            t,
            {
                "action": "receive",
                "channel": CHANNEL_REF,
                "summary": _summary(frame),
                "messages": [_message_ref(t)],
                "reply": {"channel": CHANNEL_REF, "messages": replies},
                "x-error-codes": list(ERROR_CODES_BY_FRAME[t]),
            },
        )


def _send_operations() -> Iterator[tuple[str, Any]]:
    """Yield the frames that the server sends on its own, not as a reply."""
    replies = {reply for frames in REPLY_FRAMES.values() for reply in frames}
    for t, frame in _tag_frames(SERVER_FRAMES):
        if frame not in replies:
            yield (
                t,
                {"action": "send", "channel": CHANNEL_REF, "summary": _summary(frame), "messages": [_message_ref(t)]},
            )


def _message_component(tagged_frame: tuple[str, Any]) -> tuple[str, Any]:
    t, frame = tagged_frame
    payload = {"$ref": SCHEMA_REF_TEMPLATE.format(name=frame.__name__)}
    return t, {"name": t, "summary": _summary(frame), "payload": payload, "examples": [{"payload": examples()[t]}]}


def _message_ref(t: str) -> dict[str, str]:
    return {"$ref": f"#/channels/socket/messages/{t}"}


def _summary(frame: Any) -> str:
    return " ".join((frame.__doc__ or "").split())


def _schema_components() -> dict[str, Any]:
    # Imported here because pydantic is slow to import and only the two API documents need it.
    from pydantic import TypeAdapter  # noqa: PLC0415

    # In the order of declaration: a set would shuffle the document from run to run.
    bodies = dict.fromkeys(spec.body_type for spec in COMMAND_SPECS.values())
    _, client_schemas = msgspec.json.schema_components([*CLIENT_FRAMES, *bodies], ref_template=SCHEMA_REF_TEMPLATE)
    adapters = [(frame.__name__, "serialization", TypeAdapter(frame)) for frame in SERVER_FRAMES]
    ref_template = SCHEMA_REF_TEMPLATE.format(name="{model}")
    server_schemas, definitions = TypeAdapter.json_schemas(adapters, ref_template=ref_template)  # type: ignore[arg-type]
    # Pydantic moves a frame that has several uses to `$defs` and leaves a `$ref` in its place; the other schemas are
    # returned inline.
    frames = {name: schema for (name, _), schema in server_schemas.items() if "$ref" not in schema}
    client_schemas["Command"]["oneOf"] = [
        {
            "properties": {
                "type": {"const": name},
                "data": {"$ref": SCHEMA_REF_TEMPLATE.format(name=spec.body_type.__name__)},
            },
            # Each alternative constrains `type` and `data` only; the schema around it lists all members.
            "additionalProperties": True,
        }
        for name, spec in COMMAND_SPECS.items()
    ]
    shared_schemas = definitions.get("$defs", {})
    shared_schemas.get("ErrorFrame", frames.get("ErrorFrame"))["properties"]["problem"] = {
        "$ref": SCHEMA_REF_TEMPLATE.format(name="Problem")
    }
    return {**client_schemas, **shared_schemas, **frames, "Problem": problem_schema()}
