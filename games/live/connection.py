"""The interface between the hub and long-lived connections."""

from collections.abc import Collection
from typing import Protocol

from games.limits.connection_slots import ConnectionSlot
from games.live.close_codes import CloseCode

SEND_TIMEOUT_SECONDS = 4.0
"""How long a client may take to read one text, and again to read the close frame."""


class LiveConnection(Protocol):
    """A WebSocket or an NDJSON stream, as the hub sees it."""

    @property
    def token_id(self) -> str | None:
        """The ID of the token that authenticated the connection; None before authentication."""

    @property
    def account(self) -> str | None:
        """The account that this connection shows as present; None if it shows none."""

    @property
    def streaming_account(self) -> str | None:
        """The account that reads this connection without showing as present; None for sockets."""

    @property
    def connection_slots(self) -> Collection[ConnectionSlot]:
        """The connection slots it holds, which the hub renews while it is open."""

    def check_health(self, now: float) -> None:
        """Close the connection if it has stalled; called about once a second.

        Args:
            now: the event loop's time.
        """

    def request_close(self, code: CloseCode) -> None:
        """Start closing the connection; returns at once."""
