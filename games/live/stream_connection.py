"""What the two NDJSON streams have in common: a token, connection slots, and empty lines while nothing happens."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence

from games.limits.connection_slots import ConnectionSlot, release_slot

EMPTY_LINE = "\n"
"""Sent while nothing happens: proxies cut silent connections, and a client learns that the connection still works."""
EMPTY_LINE_INTERVAL_SECONDS = 10.0
"""Clients are promised a line every 15 seconds; the rest is for reading the database and for busy machines."""


class StreamConnection(ABC):
    """The content of a streaming response, and the part of a `LiveConnection` that all streams share."""

    def __init__(self, account: str, token_id: str, connection_slots: Sequence[ConnectionSlot]) -> None:
        self.token_id, self.connection_slots = token_id, connection_slots
        # A stream doesn't count as presence: nothing comes from the client, so it may be long gone.
        self.account, self.streaming_account = None, account

    def close(self) -> None:
        """Release the slots. Django calls this in any case, even if the client went before the first line."""
        for slot in self.connection_slots:
            release_slot(slot)

    def __aiter__(self) -> AsyncIterator[str]:
        return self.lines()

    @abstractmethod
    def lines(self) -> AsyncIterator[str]:
        """Yield the lines until the stream ends."""
