"""The frames of one match, in order and without repetitions, across any number of connections."""

import time
from collections import deque
from threading import Condition
from typing import Any

from dixit_client.problem import Problem
from dixit_client.shapes import MatchSeen


class Gap(Exception):
    """An event is missing. The match must be subscribed to again, from the last version that arrived."""


class MatchStream:
    """A queue between the thread of a session and the one that follows the match.

    `last_version` is the last version that has arrived, or None before the first view.
    """

    def __init__(self, match: str, after: int | None = None) -> None:
        self.match = match
        self.last_version = after
        self.me: str | None = None
        self.view: MatchSeen | None = None
        self._frames: deque[Any] = deque()
        self._changed = Condition()
        self._problem: Problem | None = None

    def start(self, view: MatchSeen, me: str) -> None:
        """Set the first view; later ones, from new subscriptions, are ignored."""
        with self._changed:
            if self.last_version is None:
                self.view, self.me, self.last_version = view, me, view["version"]
            self._changed.notify_all()

    def put(self, frame: Any) -> None:
        """Add a frame about the match. Events that have arrived before are ignored.

        Raises:
            Gap: An event is missing before this one.
        """
        with self._changed:
            if frame["t"] == "event":
                assert self.last_version is not None, "events come after the first view"
                if frame["version"] <= self.last_version:
                    return
                if frame["version"] > self.last_version + 1:
                    raise Gap
                self.last_version = frame["version"]
            self._frames.append(frame)
            self._changed.notify_all()

    def fail(self, problem: Problem) -> None:
        """End the stream: readers get this problem once they have read everything."""
        with self._changed:
            self._problem = self._problem or problem
            self._changed.notify_all()

    @property
    def has_failed(self) -> bool:
        return self._problem is not None

    def first_view(self) -> MatchSeen:
        """Wait for the first view and return it.

        Raises:
            Problem: The stream has failed.
        """
        with self._changed:
            self._changed.wait_for(lambda: self.view or self._problem)
            if self.view is None:
                assert self._problem is not None, "wait_for returned for one of the two"
                raise self._problem
            return self.view

    def take_frames(self, *, linger: float = 0.0, timeout: float | None = None) -> list[Any]:
        """Wait for frames and return all that have arrived, or none after the timeout in seconds.

        Args:
            linger: Seconds to wait for more after the first one.

        Raises:
            Problem: The stream has failed, and everything has been read.
        """
        with self._changed:
            if not self._changed.wait_for(lambda: self._frames or self._problem, timeout):
                return []
        time.sleep(linger)
        with self._changed:
            if not self._frames:
                assert self._problem is not None, "wait_for returned for one of the two"
                raise self._problem
            frames = list(self._frames)
            self._frames.clear()
            return frames
