"""Live sessions: following and playing matches, over any transport."""

import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

from dixit_client.backoff import backoff_delays
from dixit_client.calls import Calls
from dixit_client.live_match import Ack, LiveMatch
from dixit_client.match_stream import MatchStream
from dixit_client.problem import Problem
from dixit_client.shapes import EventAnswer


class LiveSession(ABC):
    """A live session for any number of matches. `Client.live()` returns one; use it as a context manager."""

    def __init__(self, client: Calls) -> None:
        self._client = client
        self._matches: dict[str, LiveMatch] = {}

    def match(self, match_id: str) -> LiveMatch:
        """Follow a match from its current version on. Calling this again returns the same object, unless it is lost.

        Raises:
            Problem: The match can't be followed, for instance because you may not see it.
        """
        found = self._matches.get(match_id)
        if found is None or found.lost:
            stream = MatchStream(match_id)
            self._follow(stream)
            self._matches[match_id] = LiveMatch(
                stream, command=self.command, fetch_view=self._client.match, clock=self._client.clock
            )
        return self._matches[match_id]

    def events(self, match_id: str, after: int = 0) -> Iterator[EventAnswer]:
        """Yield the events of a match after a version, and new ones as they happen, until the match is over.

        A match that is followed by `match()` has them in its `news` instead.

        Raises:
            Problem
        """
        stream = MatchStream(match_id, after)
        self._follow(stream)
        try:
            while True:
                for frame in stream.take_frames():
                    if frame["t"] == "event":
                        yield frame["event"]
                        if frame["event"]["type"] == "match_ended":
                            return
        finally:
            self._leave(stream)

    def command(self, match_id: str, type: str, data: dict[str, Any]) -> Ack:
        """Execute a command in a match. It is done once, even if the connection is lost and the command sent again.

        Raises:
            Problem: The command was refused, or the service could not be reached in time.
        """
        command_id = data.pop("command_id", None) or uuid.uuid4().hex
        end = time.monotonic() + self._client.retry_seconds
        for pause in backoff_delays():
            try:
                return self._send_command(match_id, type, data, command_id)
            except Problem as problem:
                wait = pause + (problem.retry_after or 0)
                if not problem.passing or time.monotonic() + wait > end:
                    raise
            time.sleep(wait)
        raise AssertionError("backoff_delays never ends")

    @abstractmethod
    def _follow(self, stream: MatchStream) -> None:
        """Start to deliver events to a stream."""

    @abstractmethod
    def _leave(self, stream: MatchStream) -> None:
        """Stop delivering events to a stream."""

    @abstractmethod
    def _send_command(self, match_id: str, type: str, data: dict[str, Any], command_id: str) -> Ack:
        """Send a command with this idempotency key, and wait for its acknowledgement."""

    @abstractmethod
    def close(self) -> None:
        """End the session. Threads that still wait for it get a `Problem`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
