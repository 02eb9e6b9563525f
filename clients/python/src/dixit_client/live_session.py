"""Matches as they are played: what happens is brought, commands are taken, over whatever line."""

import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

from dixit_client.backoff import backoff_delays
from dixit_client.calls import Calls
from dixit_client.match import Ack, LiveMatch
from dixit_client.match_stream import MatchStream
from dixit_client.problem import Problem
from dixit_client.shapes import EventAnswer


class Line(ABC):
    """Any number of matches, followed and played."""

    def __init__(self, client: Calls) -> None:
        self._client = client
        self._matches: dict[str, LiveMatch] = {}

    def match(self, match_id: str) -> LiveMatch:
        """Follow a match, from how it is now on.

        Raises:
            Problem
        """
        found = self._matches.get(match_id)
        if found is None or found.lost:
            stream = MatchStream(match_id)
            self._follow(stream)
            self._matches[match_id] = LiveMatch(stream, command=self.command, fetch_view=self._client.match)
        return self._matches[match_id]

    def events(self, match_id: str, after: int = 0) -> Iterator[EventAnswer]:
        """What has happened in a match after a version, and what happens from now on, until it is over. (A match that
        is followed by `match` tells it by its `news`.)

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
        """Do something in a match: once, however often the line is cut.

        Raises:
            Problem
        """
        command_id = data.pop("command_id", None) or uuid.uuid4().hex
        end = time.monotonic() + self._client.patience
        for pause in backoff_delays():
            try:
                return self._send_command(match_id, type, data, command_id)
            except Problem as problem:
                wait = pause + (problem.retry_after or 0)
                if not problem.passing or time.monotonic() + wait > end:
                    raise
            time.sleep(wait)
        raise AssertionError("pauses never end")

    @abstractmethod
    def _follow(self, stream: MatchStream) -> None:
        """Fill the stream from now on."""

    @abstractmethod
    def _leave(self, stream: MatchStream) -> None:
        """Nobody reads it any more."""

    @abstractmethod
    def _send_command(self, match_id: str, type: str, data: dict[str, Any], command_id: str) -> Ack:
        """Bring a command, under this key."""

    @abstractmethod
    def close(self) -> None:
        """End it: whoever still waits is told so by a problem."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
