"""What is told of one match: every event once and in order, whatever becomes of the line that brings it."""

import time
from collections import deque
from threading import Condition
from typing import Any

from dixit_client.problem import Problem
from dixit_client.shapes import MatchSeen


class Gap(Exception):
    """An event is missing: what was told has to be asked for again."""


class Stream:
    """Filled by a line's thread, read by whoever follows the match. `have` is the last version that has come, None
    as long as there is not even a view to begin with."""

    def __init__(self, match: str, after: int | None = None) -> None:
        self.match = match
        self.have = after
        self.me: str | None = None
        self.view: MatchSeen | None = None
        self._told: deque[Any] = deque()
        self._news = Condition()
        self._problem: Problem | None = None

    def begin(self, view: MatchSeen, me: str) -> None:
        """Here is the view that everything else follows."""
        with self._news:
            if self.have is None:
                self.view, self.me, self.have = view, me, view["version"]
            self._news.notify_all()

    def put(self, frame: Any) -> None:
        """An event, or somebody's presence. What has been told before is let pass.

        Raises:
            Gap
        """
        with self._news:
            if frame["t"] == "event":
                assert self.have is not None, "events follow a version"
                if frame["version"] <= self.have:
                    return
                if frame["version"] > self.have + 1:
                    raise Gap
                self.have = frame["version"]
            self._told.append(frame)
            self._news.notify_all()

    def fail(self, problem: Problem) -> None:
        """There will be nothing more."""
        with self._news:
            self._problem = self._problem or problem
            self._news.notify_all()

    @property
    def failed(self) -> bool:
        return self._problem is not None

    def first_view(self) -> MatchSeen:
        """The view that it begins with, once it is there.

        Raises:
            Problem
        """
        with self._news:
            self._news.wait_for(lambda: self.view or self._problem)
            if self.view is None:
                assert self._problem is not None, "it was waited for one of them"
                raise self._problem
            return self.view

    def drained(self, *, linger: float = 0.0) -> list[Any]:
        """What has come since; there is something, or it is waited for, and then for so many seconds for more.

        Raises:
            Problem
        """
        with self._news:
            self._news.wait_for(lambda: self._told or self._problem)
        time.sleep(linger)
        with self._news:
            if not self._told:
                assert self._problem is not None, "it was waited for one of them"
                raise self._problem
            told = list(self._told)
            self._told.clear()
            return told
