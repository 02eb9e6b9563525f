"""The shapes of the frames that the socket sends, for its document; a test holds real frames against them."""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from games.api.operations import command_operations
from games.api.response_schemas import EventAnswer, ReceiptAnswer, UserAnswer
from games.matches.match_queries import MatchSeen


class HelloFrame(TypedDict):
    """The first frame; who is silent for twice `heartbeat_ms` is sent away."""

    t: Literal["hello"]
    protocol: int
    version: str
    heartbeat_ms: int
    server_time: str


class ReadyFrame(TypedDict):
    """You are known; `re` is null if the handshake's header has said who you are."""

    t: Literal["ready"]
    re: str | None
    user: UserAnswer


class SubscribedFrame(TypedDict):
    """From now on you are told what happens. Without `since` it has the view; with it, every event after it follows."""

    t: Literal["subscribed"]
    re: str
    match: str
    version: int
    view: NotRequired[MatchSeen]


class EventFrame(TypedDict):
    """Something has happened: the same object as GET …/events has. Versions come without gaps and none twice."""

    t: Literal["event"]
    match: str
    version: int
    event: EventAnswer


class PresenceFrame(TypedDict):
    """The player on this seat has come or gone; may be lost, and is nothing that happens in the match."""

    t: Literal["presence"]
    match: str
    seat: int
    connected: bool


class AckFrame(TypedDict):
    """The command is committed; it led to this version of the match: after `rematch`, of the next one. The receipt is
    the house's signature of that."""

    t: Literal["ack"]
    re: str
    match: str
    version: int
    receipt: ReceiptAnswer


class ErrorFrame(TypedDict):
    """The frame `re` was refused and has changed nothing (RFC 9457); branch on `problem.code`."""

    t: Literal["error"]
    re: str
    problem: dict[str, Any]


class PongFrame(TypedDict):
    """You are heard; `versions` has the last version that you were told of each match."""

    t: Literal["pong"]
    re: str
    server_time: str
    versions: dict[str, int]


SERVER_FRAMES: tuple[Any, ...] = (
    HelloFrame,
    ReadyFrame,
    SubscribedFrame,
    EventFrame,
    PresenceFrame,
    AckFrame,
    ErrorFrame,
    PongFrame,
)
REPLY_FRAMES: dict[str, tuple[Any, ...]] = {
    "auth": (ReadyFrame, ErrorFrame),
    "subscribe": (SubscribedFrame, ErrorFrame),
    "command": (AckFrame, ErrorFrame),
    "ping": (PongFrame,),
}
"""The frames that answer a client's, by its `t`."""

_SERVER_ERROR_CODES = ("server_error", "unavailable")
_COMMAND_ERROR_CODES = {code for operation in command_operations.OPERATIONS for code in operation.error_codes}
ERROR_CODES_BY_FRAME: dict[str, tuple[str, ...]] = {
    "auth": ("forbidden", *_SERVER_ERROR_CODES),
    "subscribe": ("missing_scope", "not_found", "too_many_requests", "version_ahead", *_SERVER_ERROR_CODES),
    "command": tuple(
        sorted(
            {
                *("idempotency_mismatch", "invalid", "missing_scope", "not_found", "too_many_requests"),
                *("wrong_phase", "phase_over", *_COMMAND_ERROR_CODES, *_SERVER_ERROR_CODES),
            }
        )
    ),
    "ping": (),
}
"""What the problem of an `error` frame may be, by the `t` of the client's frame."""
