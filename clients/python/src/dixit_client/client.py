"""The client: API calls and live sessions."""

from collections.abc import Iterator
from types import TracebackType
from typing import Self

from dixit_client.calls import Calls
from dixit_client.live_session import LiveSession
from dixit_client.polling_session import LONG_POLL_SECONDS, PollingSession
from dixit_client.shapes import FeedEntry, FeedPage
from dixit_client.websocket_session import WebSocketSession


class Client(Calls):
    """A client of a service, for the owner of a token or a new guest.

    with Client("http://127.0.0.1:8000", guest="Ann") as dixit:
        print(dixit.me()["id"])
    """

    def __init__(
        self,
        address: str = "http://127.0.0.1:8000",
        *,
        token: str | None = None,
        guest: str | None = None,
        retry_seconds: float = 60.0,
    ) -> None:
        """Create a client, and a guest account if `guest` is given.

        Args:
            guest: The name of the new guest.
            retry_seconds: The seconds for which a call is retried before it fails.

        Raises:
            Problem: No guest could be created.
        """
        super().__init__(address, token=token, retry_seconds=retry_seconds)
        if guest is not None:
            self.bearer = self.guest(name=guest)["token"]

    def live(self, *, poll: bool = False) -> LiveSession:
        """Return a session for following and playing matches over a WebSocket, or over long polls with `poll`."""
        return PollingSession(self) if poll else WebSocketSession(self)

    def feed(self, after: str | None = None) -> Iterator[FeedPage]:
        """Yield what concerns you, with long polls: the answer to `after` at once, then each one that has entries.

        If the log of a match no longer has what you were told (`version_ahead`, `history_mismatch`), begin again
        without `after`.

        Args:
            after: The `cursor` of an answer, to go on after it. Without it the first answer is the list of your
                matches.

        Raises:
            Problem
        """
        page = self.my_matches() if after is None else self.my_matches(after=after)
        yield page
        while True:
            page = self.my_matches(after=page["cursor"], wait=LONG_POLL_SECONDS)
            if page["entries"]:
                yield page

    def entries(self, after: str | None = None) -> Iterator[FeedEntry]:
        """Yield what happens to you in any match, one entry after another; `after` as for `feed`.

        Raises:
            Problem
        """
        for page in self.feed(after):
            yield from page["entries"]

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
