"""Python clients that follow matches, over a socket or by polling, and what each was last told."""

import threading
import time
from collections.abc import Callable, Iterable, Mapping

from dixit_client import Client, Problem
from dixit_client.live_match import LiveMatch

WAIT_SECONDS = 30.0
POLLING_THREAD_NAME = "dixit-polling"
LONG_POLL_SECONDS = 25.0


class Follower:
    """A Python client that follows a match in a thread of its own, also after its end, until it is stopped."""

    def __init__(self, address: str, token: str, match_id: str, *, poll: bool) -> None:
        self.transport = "polling" if poll else "socket"
        self.match_id, self.views_seen = match_id, 0
        self.match: LiveMatch | None = None
        self.error: Exception | None = None
        self._client = Client(address, token=token)
        self.session = self._client.live(poll=poll)
        self._thread = threading.Thread(target=self._follow, name=f"follower-{match_id}", daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        try:
            self.match = self.session.match(self.match_id)
            while True:
                for _ in self.match.views():
                    self.views_seen += 1
                # Returns only when the end was lost: these matches get no rematch.
                self.match.wait_for_rematch()
        except Exception as error:  # noqa: BLE001  (the test looks at it)
            self.error = error

    @property
    def head(self) -> tuple[int, str] | None:
        return (self.match.view["version"], self.match.view["head"]) if self.match else None

    @property
    def histories_lost(self) -> int:
        return self.match.histories_lost if self.match else 0

    @property
    def knows_that_the_match_is_gone(self) -> bool:
        return isinstance(self.error, Problem) and self.error.code == "not_found"

    def describe(self) -> str:
        """Return which client this is and what it was last told, for the message of a failed assertion."""
        stream = self.match._stream if self.match else None
        return (
            f"{self.transport} client of {self.match_id}: shows {self.head}, "
            f"status {self.match.view['status'] if self.match else None}, "
            f"{self.histories_lost} histories lost, {self.views_seen} views, "
            f"last event arrived {(stream.last_version, stream.last_hash) if stream else None}, "
            f"{len(stream._frames) if stream else 0} frames waiting, error {self.error!r}, "
            f"{'following' if self._thread.is_alive() else 'no longer following'}"
        )

    def stop(self) -> None:
        """End the session and its threads; a long poll that is under way ends by itself (`wait_for_long_polls`)."""
        self.session.close()
        self._client.close()
        self._thread.join(WAIT_SECONDS)
        assert not self._thread.is_alive(), self.describe()


def wait_for_long_polls() -> None:
    """Return once no thread of a stopped client is left: they would disturb tests that come later."""
    deadline = time.monotonic() + LONG_POLL_SECONDS + WAIT_SECONDS
    for thread in threading.enumerate():
        if thread.name == POLLING_THREAD_NAME:
            thread.join(max(0.0, deadline - time.monotonic()))
            assert not thread.is_alive(), thread


def wait_until(is_so: Callable[[], bool], what: Callable[[], object]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, what()
        time.sleep(0.02)


def wait_for_head(followers: Iterable[Follower], heads: Mapping[str, tuple[int, str]]) -> None:
    """Return once every client has what the database has of its match, or knows that the match is gone."""
    for follower in followers:
        head = heads.get(follower.match_id)
        wait_until(
            lambda follower=follower, head=head: (  # type: ignore[misc]
                follower.knows_that_the_match_is_gone if head is None else follower.head == head
            ),
            lambda follower=follower, head=head: f"the database has {head}; {follower.describe()}",  # type: ignore[misc]
        )
