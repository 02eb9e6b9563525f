"""What the hub asks of a connection that stays open."""

from collections.abc import Collection
from typing import Protocol

from games.limits.connection_slots import ConnectionSlot
from games.live.close_codes import CloseCode

SEND_TIMEOUT_SECONDS = 4.0
"""Seconds that a client may take to read one text, and once more to read why it is sent away."""


class LiveConnection(Protocol):
    """A socket or a stream."""

    @property
    def token_id(self) -> str | None:
        """The token it was let in with; None before."""

    @property
    def account(self) -> str | None:
        """Whose presence it is; None where it is nobody's."""

    @property
    def connection_slots(self) -> Collection[ConnectionSlot]:
        """What it holds as long as it is there."""

    def check_health(self, now: float) -> None:
        """Called about once a second: end what has stalled."""

    def request_close(self, code: CloseCode) -> None:
        """End soon; never waits."""
