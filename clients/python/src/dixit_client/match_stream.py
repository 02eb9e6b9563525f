"""The frames of one match, in order and without repetitions, across any number of connections."""

import time
from collections import deque
from threading import Condition
from typing import Any

from dixit_client.problem import Problem
from dixit_client.shapes import MatchSeen


class Gap(Exception):
    """An event is missing. The match must be subscribed to again, from the last version that arrived."""


class HistoryLost(Exception):
    """The match has another history than what has arrived of it or was acknowledged."""


HISTORY_CODES = ("version_ahead", "history_mismatch")
"""Problems by which the service says the same. It happens when its database has gone back: a standby was promoted, or a
backup restored, without the last events."""
GENESIS_HASH = "0" * 64


class MatchStream:
    """A queue between the thread of a session and the one that follows the match.

    `last_version` is the last version that has arrived, or None before the first view, and `last_hash` its hash, or
    None if that isn't known. `awaited_version` is the version of the last acknowledged command; 0 if its events have
    arrived.
    """

    def __init__(self, match: str, after: int | None = None) -> None:
        self.match = match
        self.last_version = after
        self.last_hash = GENESIS_HASH if after == 0 else None
        self.me: str | None = None
        self._starts_with_view, self._knows_hashes = after is None, False
        self.awaited_version, self._awaited_hash = 0, ""
        self.view: MatchSeen | None = None
        self._frames: deque[Any] = deque()
        self._changed = Condition()
        self._problem: Problem | None = None

    def start(self, view: MatchSeen, me: str) -> None:
        """Set the first view, or the first one of another history; others, from new subscriptions, are ignored."""
        with self._changed:
            if self.last_version is None:
                if self.view is not None:
                    self._frames.append({"t": "restarted", "view": view})
                self.view, self.me, self.last_version = view, me, view["version"]
                # Services before 0.3 have no `head` in views, and refuse hashes in requests.
                self.last_hash = view.get("head")
                self._knows_hashes = self.last_hash is not None
            self._changed.notify_all()

    def restart(self, problem: Problem | None = None) -> bool:
        """Drop what has arrived, and wait for a new first view; a stream of events alone fails instead.

        Returns:
            Whether the match goes on.
        """
        with self._changed:
            if not self._starts_with_view:
                self.fail(problem or Problem("history_mismatch", "The match has another history now.", status=409))
                return False
            self._frames.clear()
            self.last_version = self.last_hash = None
            self.awaited_version = 0
            return True

    def expect(self, version: int, digest: str) -> None:
        """Note that the service has acknowledged a version with this hash: its events are still to come, or lost."""
        with self._changed:
            if self.last_version is not None and version > max(self.last_version, self.awaited_version):
                self.awaited_version, self._awaited_hash = version, digest

    def position(self, version_name: str, hash_name: str) -> dict[str, Any]:
        """Return what has arrived as members of a request with these names; empty before the first view."""
        with self._changed:
            if self.last_version is None:
                return {}
            sends_hash = self._knows_hashes and self.last_hash is not None
            return {version_name: self.last_version, **({hash_name: self.last_hash} if sends_hash else {})}

    def put(self, frame: Any) -> None:
        """Add a frame about the match. Events that have arrived before are ignored.

        Raises:
            Gap: An event is missing before this one.
            HistoryLost: The event doesn't follow the one before, or isn't the one that was acknowledged.
        """
        with self._changed:
            if self.last_version is None:
                # A rest of the history that is dropped: the view is still to come.
                return
            if frame["t"] == "event":
                event = frame["event"]
                if frame["version"] <= self.last_version:
                    return
                if frame["version"] > self.last_version + 1:
                    raise Gap
                if self.last_hash not in (None, event["prev"]):
                    raise HistoryLost
                if frame["version"] == self.awaited_version:
                    if event["hash"] != self._awaited_hash:
                        raise HistoryLost
                    self.awaited_version = 0
                self.last_version, self.last_hash = frame["version"], event["hash"]
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
