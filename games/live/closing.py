"""Why a socket is closed: 4000 to 4499 is come back, 4500 to 4999 is don't."""

from enum import IntEnum


class Code(IntEnum):
    """The close codes of the protocol, each with a sentence."""

    SHUTDOWN = 4001
    HEARTBEAT = 4002
    TOO_SLOW = 4003
    RATE = 4004
    TOKEN_GONE = 4006
    BAD_FRAME = 4500
    NO_AUTH = 4501
    BAD_TOKEN = 4502
    NOT_FOUND = 4504
    UNAVAILABLE = 1013

    @property
    def sentence(self) -> str:
        return SENTENCES[self]


SENTENCES = {
    Code.SHUTDOWN: "The server goes down; come back in a moment.",
    Code.HEARTBEAT: "Two heartbeats were missed.",
    Code.TOO_SLOW: "More is to be sent than is read.",
    Code.RATE: "Too many frames, or too many connections.",
    Code.TOKEN_GONE: "The token has expired or was revoked.",
    Code.BAD_FRAME: "This is no frame of the protocol.",
    Code.NO_AUTH: "Nobody has said who this is.",
    Code.BAD_TOKEN: "The bearer token is unknown, expired or revoked.",
    Code.NOT_FOUND: "There is no such match.",
    Code.UNAVAILABLE: "The service can't answer at the moment.",
}


class Closed(Exception):
    """The socket is to be closed."""

    def __init__(self, code: Code, reason: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason or code.sentence
