"""WebSocket frames: strict decoding of those that clients send, and encoding of those they receive.

The docstrings of client frames are published as their descriptions in the AsyncAPI document.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from games.eventlog.database_time import estimated_time
from games.matches.feed_cursor import MAX_CURSOR_CHARS
from games.matches.personal_feed import FeedPage
from games.protocol.base_body import StrictStruct
from games.protocol.command_bodies import Hex32Bytes
from games.protocol.problems import Problem
from games.protocol.strict_parsing import parse_json, strict_convert

SUBPROTOCOL = "dixit.v1"
PROTOCOL_VERSION = 1

FrameId = Annotated[
    str, Meta(min_length=1, max_length=64, description="Chosen by the client; the reply repeats it as `re`.")
]
MatchId = Annotated[str, Meta(min_length=1, max_length=200)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Auth(StrictStruct, frozen=True, kw_only=True, tag_field="t", tag="auth"):
    """Authenticate within five seconds, unless the handshake had a token; later, switch to the user's newer token."""

    id: FrameId
    token: Annotated[str, Meta(min_length=1, max_length=200)]


class Subscribe(StrictStruct, frozen=True, kw_only=True, tag_field="t", tag="subscribe"):
    """Receive a match's events: those after its current view, which is sent first, or those after version `since`.
    With `since_hash`, the hash of that version, the server checks that the match still has what you have.

    With `me` instead of a match, receive what concerns you in any match, after `cursor` if it is given.
    """

    id: FrameId
    match: MatchId | None = None
    since: Version | None = None
    since_hash: Hex32Bytes | None = None
    me: Literal[True] | None = None
    cursor: Annotated[str, Meta(max_length=MAX_CURSOR_CHARS)] | None = None


class Unsubscribe(StrictStruct, frozen=True, kw_only=True, tag_field="t", tag="unsubscribe"):
    """End the subscription to a match, or with `me` to what concerns you; that there is none is no error."""

    id: FrameId
    match: MatchId | None = None
    me: Literal[True] | None = None


class Command(StrictStruct, frozen=True, kw_only=True, tag_field="t", tag="command"):
    """Execute a command. `type` is a name from `actions`, `data` the body of the REST request."""

    id: FrameId
    match: MatchId
    type: Annotated[str, Meta(max_length=40)]
    data: dict[str, Any] = msgspec.field(default_factory=dict)


class Ping(StrictStruct, frozen=True, kw_only=True, tag_field="t", tag="ping"):
    """Send a heartbeat."""

    id: FrameId


ClientFrame: TypeAlias = Auth | Subscribe | Unsubscribe | Command | Ping
CLIENT_FRAMES: tuple[type[ClientFrame], ...] = (Auth, Subscribe, Unsubscribe, Command, Ping)
FRAME_TYPES = tuple(str(frame.__struct_config__.tag) for frame in CLIENT_FRAMES)

# msgspec builds its type information lazily and not thread-safely, so have it built at import, before two threads can
# decode their first frame at the same time. Request bodies do the same.
msgspec.json.Decoder(Auth | Subscribe | Unsubscribe | Command | Ping)


@dataclass(frozen=True, kw_only=True, slots=True)
class InvalidFrame:
    """A frame of a known type with a wrong value: its id, and what is wrong."""

    id: str
    problem: Problem


def parse_frame(text: str) -> ClientFrame | InvalidFrame:
    """Decode a frame that a client has sent.

    Raises:
        Problem: the text is not a frame that can be answered: it isn't valid JSON, or has no id or an unknown type.
    """
    value = parse_json(text.encode())
    try:
        frame: ClientFrame = strict_convert(value, ClientFrame)  # type: ignore[arg-type]  # a union
    except Problem as problem:
        if not (isinstance(value, dict) and value.get("t") in FRAME_TYPES):
            raise
        return InvalidFrame(id=strict_convert(value.get("id"), FrameId), problem=problem)
    return frame


def encode_frame(frame_type: str, **content: Any) -> str:
    """Encode a frame for a client."""
    return msgspec.json.encode({"t": frame_type, **content}).decode()


def error_frame(frame_id: str | None, problem: Problem) -> str:
    """Encode the error reply to a frame."""
    return encode_frame("error", re=frame_id, problem=problem.body)


def event_frame(match_id: str, version: int, event: str) -> str:
    """Encode an event frame around the event's JSON text."""
    # Built by hand so that the JSON is sent byte for byte as REST serves it, without being parsed again.
    return f'{{"t":"event","match":"{match_id}","version":{version},"event":{event}}}'


def feed_frame(page: FeedPage) -> str:
    """Encode a page of the account's personal feed."""
    return encode_frame("me", cursor=page.cursor, matches=page.matches, entries=page.entries)


def presence_frame(match_id: str, seat: int, *, connected: bool) -> str:
    """Encode the change of a seat's presence."""
    return f'{{"t":"presence","match":"{match_id}","seat":{seat},"connected":{"true" if connected else "false"}}}'


def rematch_frame(match_id: str, next_id: str) -> str:
    """Encode the news that a match, which is over, has a rematch."""
    return encode_frame("rematch", match=match_id, rematch=next_id)


def server_time() -> str:
    """The current time in UTC, RFC 3339 with milliseconds."""
    return estimated_time().isoformat(timespec="milliseconds").replace("+00:00", "Z")
