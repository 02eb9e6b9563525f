"""The content of the HTML page about the WebSocket protocol, taken from the AsyncAPI document."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class FrameDescription:
    """A kind of frame; `fields` is the JSON Schema of its fields as indented text."""

    name: str
    summary: str
    fields: str


def socket_page_context(asyncapi: dict[str, Any]) -> dict[str, Any]:
    """Return the context of the template `api/socket.html`."""
    socket = asyncapi["channels"]["socket"]
    operations = asyncapi["operations"].values()
    return {
        "address": socket["address"],
        "subprotocol": socket["title"].rpartition(" ")[2],
        "description": asyncapi["info"]["description"],
        "socket_description": socket["description"],
        "close_codes": sorted(socket["x-close-codes"].items()),
        "client_frames": [
            (_describe_sent_frame(asyncapi, operation), _describe_frames(asyncapi, operation["reply"]["messages"]))
            for operation in operations
            if operation["action"] == "receive"
        ],
        "server_frames": [
            _describe_sent_frame(asyncapi, operation) for operation in operations if operation["action"] == "send"
        ],
    }


def _describe_sent_frame(asyncapi: dict[str, Any], operation: dict[str, Any]) -> FrameDescription:
    return _describe_frames(asyncapi, operation["messages"][:1])[0]


def _describe_frames(asyncapi: dict[str, Any], refs: Sequence[dict[str, str]]) -> list[FrameDescription]:
    messages = [_resolve(asyncapi, "messages", ref) for ref in refs]
    schemas = [_resolve(asyncapi, "schemas", message["payload"]) for message in messages]
    return [
        FrameDescription(
            name=message["name"],
            summary=message["summary"],
            fields=json.dumps(schema.get("properties", schema), indent=1, ensure_ascii=False),
        )
        for message, schema in zip(messages, schemas, strict=True)
    ]


def _resolve(asyncapi: dict[str, Any], section: str, ref: dict[str, str]) -> Any:
    return asyncapi["components"][section][ref["$ref"].rpartition("/")[2]]
