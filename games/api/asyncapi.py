"""The AsyncAPI 3 document of the socket, made from the types that its code decodes and sends."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from games.api.described import REF
from games.api.examples.frames import frames as examples
from games.api.pushes import CODES, PUSHES, REPLIES
from games.api.refused import problem_schema
from games.live.close_codes import CloseCode
from games.live.frames import CLIENT_FRAMES, SUBPROTOCOL
from games.protocol.command_specs import COMMAND_SPECS
from games.protocol.strict_parsing import MAX_BODY_BYTES

CHANNEL = {"$ref": "#/channels/socket"}
BELOW = {
    1000: "You have closed it.",
    1002: "This is no WebSocket frame (RFC 6455).",
    1007: "A text frame is not UTF-8.",
    1009: f"A frame has more than {MAX_BODY_BYTES} bytes.",
}
"""Close codes that are WebSocket's own, not the protocol's."""


def document(host: str, protocol: str) -> dict[str, Any]:
    """The whole document, for a server that is reached at this host by this protocol (ws or wss)."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Dixit backend, live",
            "version": "1",
            "description": "Watch and play matches over one socket. Resume with `since` at any time: nothing is lost, "
            "nothing comes twice.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {"here": {"host": host, "protocol": protocol}},
        **_content(),
    }


@cache
def _content() -> dict[str, Any]:
    names = [*_names(CLIENT_FRAMES), *_names(PUSHES)]
    return {
        "channels": {
            "socket": {
                "address": "/ws/v1",
                "title": f"Subprotocol {SUBPROTOCOL}",
                "description": f"JSON in text frames, from clients at most {MAX_BODY_BYTES} bytes. Close codes 4000 to "
                "4499 mean: come back; 4500 to 4999: don't.",
                "messages": {t: {"$ref": f"#/components/messages/{t}"} for t, _ in names},
                "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
                "x-close-codes": {str(code): words for code, words in sorted(_close_codes().items())},
            }
        },
        "operations": {**dict(_received()), **dict(_sent())},
        "components": {"messages": dict(map(_message, names)), "schemas": _schemas()},
    }


def _close_codes() -> dict[int, str]:
    return {**BELOW, **{code.value: code.default_reason for code in CloseCode}}


def _names(types: tuple[Any, ...]) -> list[tuple[str, Any]]:
    """Each frame's type with its `t`."""
    return [(_t(frame), frame) for frame in types]


def _t(frame: Any) -> str:
    if issubclass(frame, msgspec.Struct):
        return str(frame.__struct_config__.tag)
    return str(frame.__annotations__["t"].__args__[0])


def _received() -> Iterator[tuple[str, Any]]:
    for t, frame in _names(CLIENT_FRAMES):
        replies = [_ref(_t(reply)) for reply in REPLIES[t]]
        yield (
            t,
            {
                "action": "receive",
                "channel": CHANNEL,
                "summary": _words(frame),
                "messages": [_ref(t)],
                "reply": {"channel": CHANNEL, "messages": replies},
                "x-error-codes": list(CODES[t]),
            },
        )


def _sent() -> Iterator[tuple[str, Any]]:
    """What comes unasked."""
    replies = {reply for of_one in REPLIES.values() for reply in of_one}
    for t, frame in _names(PUSHES):
        if frame not in replies:
            yield t, {"action": "send", "channel": CHANNEL, "summary": _words(frame), "messages": [_ref(t)]}


def _message(named: tuple[str, Any]) -> tuple[str, Any]:
    t, frame = named
    payload = {"$ref": REF.format(name=frame.__name__)}
    return t, {"name": t, "summary": _words(frame), "payload": payload, "examples": [{"payload": examples()[t]}]}


def _ref(t: str) -> dict[str, str]:
    return {"$ref": f"#/channels/socket/messages/{t}"}


def _words(frame: Any) -> str:
    return " ".join((frame.__doc__ or "").split())


def _schemas() -> dict[str, Any]:
    # Heavy, and needed for this document alone.
    from pydantic import TypeAdapter  # noqa: PLC0415

    bodies = {kind.body_type for kind in COMMAND_SPECS.values()}
    _, received = msgspec.json.schema_components([*CLIENT_FRAMES, *bodies], ref_template=REF)
    asked = [(frame.__name__, "serialization", TypeAdapter(frame)) for frame in PUSHES]
    sent, parts = TypeAdapter.json_schemas(asked, ref_template=REF.format(name="{model}"))  # type: ignore[arg-type]
    # A frame that pydantic has made a part of is named there; the others stand in the answer itself.
    frames = {name: schema for (name, _), schema in sent.items() if "$ref" not in schema}
    received["Command"]["oneOf"] = [
        {
            "properties": {"type": {"const": name}, "data": {"$ref": REF.format(name=kind.body_type.__name__)}},
            # Which members there are the frame itself says.
            "additionalProperties": True,
        }
        for name, kind in COMMAND_SPECS.items()
    ]
    shared = parts.get("$defs", {})
    shared.get("ErrorFrame", frames.get("ErrorFrame"))["properties"]["problem"] = {"$ref": REF.format(name="Problem")}
    return {**received, **shared, **frames, "Problem": problem_schema()}
