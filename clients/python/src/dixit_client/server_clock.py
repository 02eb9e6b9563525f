"""The server's clock, from which the times in views come. This computer's may be wrong."""

from datetime import UTC, datetime, timedelta


class ServerClock:
    """Estimates the server's time, from the last time that the server has sent."""

    def __init__(self) -> None:
        self._offset = timedelta()

    def note(self, server_time: datetime) -> None:
        """Note the server's time, which has just arrived."""
        self._offset = server_time - datetime.now(UTC)

    def now(self) -> datetime:
        return datetime.now(UTC) + self._offset
