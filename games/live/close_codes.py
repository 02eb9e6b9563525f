"""Why a socket is closed: 4000 to 4499 is come back, 4500 to 4999 is don't."""

from enum import IntEnum


class CloseCode(IntEnum):
    """The close codes of the protocol, each with a sentence."""

    SHUTDOWN = 4001
    HEARTBEAT = 4002
    TOO_SLOW = 4003
    RATE = 4004
    TOKEN_INVALID = 4006
    BAD_FRAME = 4500
    NO_AUTH = 4501
    BAD_TOKEN = 4502
    NOT_FOUND = 4504
    UNAVAILABLE = 1013

    @property
    def default_reason(self) -> str:
        return DEFAULT_REASONS[self]


DEFAULT_REASONS = {
    CloseCode.SHUTDOWN: "The server goes down; come back in a moment.",
    CloseCode.HEARTBEAT: "Two heartbeats were missed.",
    CloseCode.TOO_SLOW: "More is to be sent than is read.",
    CloseCode.RATE: "Too many frames, or too many connections.",
    CloseCode.TOKEN_INVALID: "The token has expired or was revoked.",
    CloseCode.BAD_FRAME: "This is no frame of the protocol.",
    CloseCode.NO_AUTH: "Nobody has said who this is.",
    CloseCode.BAD_TOKEN: "The bearer token is unknown, expired or revoked.",
    CloseCode.NOT_FOUND: "There is no such match.",
    CloseCode.UNAVAILABLE: "The service can't answer at the moment.",
}


class CloseSocket(Exception):
    """The socket is to be closed."""

    def __init__(self, code: CloseCode, reason: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason or code.default_reason
