"""WebSocket close codes. After 4000 to 4499 a client should reconnect, after 4500 to 4999 it should not."""

from enum import IntEnum


class CloseCode(IntEnum):
    """The close codes of the protocol."""

    SHUTDOWN = 4001
    HEARTBEAT = 4002
    TOO_SLOW = 4003
    RATE = 4004
    TOKEN_INVALID = 4006
    BAD_FRAME = 4500
    NO_AUTH = 4501
    BAD_TOKEN = 4502
    NOT_FOUND = 4504
    # Registered with IANA as "Try Again Later".
    UNAVAILABLE = 1013

    @property
    def default_reason(self) -> str:
        """The reason that is sent unless the code is raised with a more specific one."""
        return DEFAULT_REASONS[self]


DEFAULT_REASONS = {
    CloseCode.SHUTDOWN: "The server is shutting down; reconnect shortly.",
    CloseCode.HEARTBEAT: "Two heartbeats were missed.",
    CloseCode.TOO_SLOW: "The client reads too slowly.",
    CloseCode.RATE: "Too many frames, or too many connections.",
    CloseCode.TOKEN_INVALID: "The token has expired or was revoked.",
    CloseCode.BAD_FRAME: "The frame is invalid.",
    CloseCode.NO_AUTH: "Not authenticated: send an auth frame first.",
    CloseCode.BAD_TOKEN: "The bearer token is unknown, expired or revoked.",
    CloseCode.NOT_FOUND: "No such match.",
    CloseCode.UNAVAILABLE: "The service is temporarily unavailable.",
}


class CloseSocket(Exception):
    """Close the socket with this code and reason; raised anywhere below `SocketConnection.run`."""

    def __init__(self, code: CloseCode, reason: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason or code.default_reason
