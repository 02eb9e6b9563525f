"""The frames of the socket: what clients send, decoded strictly, and what they are sent."""

from datetime import UTC, datetime
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from games.protocol.base_body import StrictStruct
from games.protocol.problems import Problem
from games.protocol.strict_parsing import parse_json, strict_convert

SUBPROTOCOL = "dixit.v1"
PROTOCOL_VERSION = 1

FrameId = Annotated[
    str, Meta(min_length=1, max_length=64, description="Chosen by the client; the reply names it as `re`.")
]
MatchId = Annotated[str, Meta(min_length=1, max_length=200)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Auth(StrictStruct, frozen=True, kw_only=True, tag_field="t", tag="auth"):
    """Who this is, within five seconds unless the handshake has said it; later a newer token of the same user."""

    id: FrameId
    token: Annotated[str, Meta(min_length=1, max_length=200)]


class Subscribe(StrictStruct, frozen=True, kw_only=True, tag_field="t", tag="subscribe"):
    """Be told everything that happens in a match: from its view on, or from the version `since` on."""

    id: FrameId
    match: MatchId
    since: Version | None = None


class Command(StrictStruct, frozen=True, kw_only=True, tag_field="t", tag="command"):
    """A command, named as in `actions`, with the body it has in REST."""

    id: FrameId
    match: MatchId
    type: Annotated[str, Meta(max_length=40)]
    data: dict[str, Any] = msgspec.field(default_factory=dict)


class Ping(StrictStruct, frozen=True, kw_only=True, tag_field="t", tag="ping"):
    """A heartbeat."""

    id: FrameId


ClientFrame: TypeAlias = Auth | Subscribe | Command | Ping
CLIENT_FRAMES: tuple[type[ClientFrame], ...] = (Auth, Subscribe, Command, Ping)

# As for bodies: msgspec has met the union before two threads can bring it the first frame at once.
msgspec.json.Decoder(Auth | Subscribe | Command | Ping)


def parse_frame(text: str) -> ClientFrame:
    """The frame that a text is.

    Raises:
        Problem: it is none.
    """
    frame: ClientFrame = strict_convert(parse_json(text.encode()), ClientFrame)  # type: ignore[arg-type]  # a union is good for msgspec
    return frame


def encode_frame(frame_type: str, **content: Any) -> str:
    """A frame to a client."""
    return msgspec.json.encode({"t": frame_type, **content}).decode()


def error_frame(frame_id: str | None, problem: Problem) -> str:
    return encode_frame("error", re=frame_id, problem=problem.body)


def event_frame(match_id: str, version: int, event: str) -> str:
    """The frame around an event's JSON text, which goes out as it is."""
    return f'{{"t":"event","match":"{match_id}","version":{version},"event":{event}}}'


def presence_frame(match_id: str, seat: int, *, connected: bool) -> str:
    return f'{{"t":"presence","match":"{match_id}","seat":{seat},"connected":{"true" if connected else "false"}}}'


def server_time() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
