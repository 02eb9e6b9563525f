"""Types of the frames that the socket sends, for the AsyncAPI document; a test checks real frames against them.

The docstrings of the frames are published as their summaries.
"""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from games.api.operations import command_operations
from games.api.response_schemas import EventAnswer, ReceiptAnswer, UserAnswer
from games.matches.match_queries import MatchSeen
from games.matches.participation import MyMatch
from games.matches.personal_feed import FeedEntry


class HelloFrame(TypedDict):
    """The first frame. A client that sends nothing for twice `heartbeat_ms` is disconnected."""

    t: Literal["hello"]
    protocol: int
    version: str
    heartbeat_ms: int
    server_time: str


class ReadyFrame(TypedDict):
    """You are authenticated; `re` is null if the handshake's Authorization header did it."""

    t: Literal["ready"]
    re: str | None
    user: UserAnswer


class SubscribedFrame(TypedDict):
    """You now receive the match's events. Without `since` this frame has the view; with it, all later events follow.
    With `me` instead of a match, `me` frames follow, the first one at once."""

    t: Literal["subscribed"]
    re: str
    match: NotRequired[str]
    version: NotRequired[int]
    view: NotRequired[MatchSeen]
    me: NotRequired[Literal[True]]


class UnsubscribedFrame(TypedDict):
    """You no longer receive the match's events, or with `me` what concerns you."""

    t: Literal["unsubscribed"]
    re: str
    match: NotRequired[str]
    me: NotRequired[Literal[True]]


class MeFrame(TypedDict):
    """What concerns you, as in GET /me/matches: the first frame at once, then one whenever there are entries."""

    t: Literal["me"]
    cursor: str
    matches: list[MyMatch]
    entries: list[FeedEntry]


class EventFrame(TypedDict):
    """Something happened in the match: the same object as in GET …/events. Versions have no gaps and no repeats."""

    t: Literal["event"]
    match: str
    version: int
    event: EventAnswer


class PresenceFrame(TypedDict):
    """The player on this seat has connected or disconnected. This frame may be lost; it is not a match event."""

    t: Literal["presence"]
    match: str
    seat: int
    connected: bool


class RematchFrame(TypedDict):
    """The match is over, and `rematch` is the match that follows it. It isn't a match event, and has no version."""

    t: Literal["rematch"]
    match: str
    rematch: str


class AckFrame(TypedDict):
    """The command is committed. `version` is the version of the match that it led to; after `rematch`, of the next
    match. The receipt is the server's signature of that version."""

    t: Literal["ack"]
    re: str
    match: str
    version: int
    receipt: ReceiptAnswer


class ErrorFrame(TypedDict):
    """The frame `re` was refused and has changed nothing, or, after `subscribed`, the subscription that it began has
    ended (RFC 9457). Branch on `problem.code`; with `retry_after` send the frame again after so many seconds."""

    t: Literal["error"]
    re: str
    problem: dict[str, Any]


class PongFrame(TypedDict):
    """The reply to `ping`. `versions` has, for each subscribed match, the last version that was sent to you."""

    t: Literal["pong"]
    re: str
    server_time: str
    versions: dict[str, int]


SERVER_FRAMES: tuple[Any, ...] = (
    HelloFrame,
    ReadyFrame,
    SubscribedFrame,
    UnsubscribedFrame,
    EventFrame,
    MeFrame,
    PresenceFrame,
    RematchFrame,
    AckFrame,
    ErrorFrame,
    PongFrame,
)
REPLY_FRAMES: dict[str, tuple[Any, ...]] = {
    "auth": (ReadyFrame, ErrorFrame),
    "subscribe": (SubscribedFrame, ErrorFrame),
    "unsubscribe": (UnsubscribedFrame, ErrorFrame),
    "command": (AckFrame, ErrorFrame),
    "ping": (PongFrame, ErrorFrame),
}
"""The frames that can reply to a client's frame, by the `t` of that frame."""

_SERVER_ERROR_CODES = ("server_error", "unavailable")
# The commands are the same over HTTP, and their operations list the codes.
_COMMAND_ERROR_CODES = {code for operation in command_operations.OPERATIONS for code in operation.error_codes}
ERROR_CODES_BY_FRAME: dict[str, tuple[str, ...]] = {
    "auth": ("forbidden", "invalid", "too_many_requests", "unauthenticated", *_SERVER_ERROR_CODES),
    "subscribe": (
        *("invalid", "invalid_cursor", "missing_scope", "not_found", "too_many_requests"),
        *("version_ahead", "history_mismatch"),
        *_SERVER_ERROR_CODES,
    ),
    "unsubscribe": ("invalid", *_SERVER_ERROR_CODES),
    "command": tuple(
        sorted(
            {
                *("idempotency_mismatch", "invalid", "missing_scope", "not_found", "too_many_requests"),
                *("wrong_phase", "phase_over", "busy", *_COMMAND_ERROR_CODES, *_SERVER_ERROR_CODES),
            }
        )
    ),
    "ping": ("invalid",),
}
"""The problem codes that an `error` frame can have, by the `t` of the client's frame."""
