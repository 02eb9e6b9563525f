"""What is told of one match: every event once and in order, whatever becomes of the line that brings it."""

import time
from collections import deque
from threading import Condition
from typing import Any

from dixit_client.problem import Problem
from dixit_client.shapes import MatchSeen


class Gap(Exception):
    """An event is missing: what was told has to be asked for again."""


class MatchStream:
    """Filled by a line's thread, read by whoever follows the match. `have` is the last version that has come, None
    as long as there is not even a view to begin with."""

    def __init__(self, match: str, after: int | None = None) -> None:
        self.match = match
        self.last_version = after
        self.me: str | None = None
        self.view: MatchSeen | None = None
        self._frames: deque[Any] = deque()
        self._changed = Condition()
        self._problem: Problem | None = None

    def start(self, view: MatchSeen, me: str) -> None:
        """Here is the view that everything else follows."""
        with self._changed:
            if self.last_version is None:
                self.view, self.me, self.last_version = view, me, view["version"]
            self._changed.notify_all()

    def put(self, frame: Any) -> None:
        """An event, or somebody's presence. What has been told before is let pass.

        Raises:
            Gap
        """
        with self._changed:
            if frame["t"] == "event":
                assert self.last_version is not None, "events follow a version"
                if frame["version"] <= self.last_version:
                    return
                if frame["version"] > self.last_version + 1:
                    raise Gap
                self.last_version = frame["version"]
            self._frames.append(frame)
            self._changed.notify_all()

    def fail(self, problem: Problem) -> None:
        """There will be nothing more."""
        with self._changed:
            self._problem = self._problem or problem
            self._changed.notify_all()

    @property
    def has_failed(self) -> bool:
        return self._problem is not None

    def first_view(self) -> MatchSeen:
        """The view that it begins with, once it is there.

        Raises:
            Problem
        """
        with self._changed:
            self._changed.wait_for(lambda: self.view or self._problem)
            if self.view is None:
                assert self._problem is not None, "it was waited for one of them"
                raise self._problem
            return self.view

    def take_frames(self, *, linger: float = 0.0) -> list[Any]:
        """What has come since; there is something, or it is waited for, and then for so many seconds for more.

        Raises:
            Problem
        """
        with self._changed:
            self._changed.wait_for(lambda: self._frames or self._problem)
        time.sleep(linger)
        with self._changed:
            if not self._frames:
                assert self._problem is not None, "it was waited for one of them"
                raise self._problem
            frames = list(self._frames)
            self._frames.clear()
            return frames
