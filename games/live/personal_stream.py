"""An account's personal feed as an endless NDJSON response, for clients that can't use WebSockets."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence

import msgspec
from django.db import Error

from games.eventlog.stream_position import PositionLost
from games.limits.connection_slots import ConnectionSlot
from games.live.account_feeds import FeedReader
from games.live.close_codes import CloseCode
from games.live.connection import SEND_TIMEOUT_SECONDS
from games.live.hub import hub_of
from games.live.stream_connection import EMPTY_LINE, StreamConnection

log = logging.getLogger(__name__)


class PersonalStream(StreamConnection):
    """One reader of an account's feed; a `LiveConnection`.

    It ends at shutdown, when its token expires or is revoked, when the client reads too slowly, or when the log of a
    match no longer has what the client was told. The client resumes
    with the cursor of the last line.
    """

    def __init__(
        self, account: str, token_id: str, cursor: str | None, connection_slots: Sequence[ConnectionSlot]
    ) -> None:
        super().__init__(account, token_id, connection_slots)
        self._feed_account, self._cursor = account, cursor
        self._sending_since: float | None = None
        self._reader: FeedReader | None = None

    def check_health(self, now: float) -> None:
        if self._sending_since is not None and now - self._sending_since > SEND_TIMEOUT_SECONDS:
            self.request_close(CloseCode.TOO_SLOW)

    def request_close(self, code: CloseCode) -> None:
        if self._reader is not None:
            self._reader.close()

    async def lines(self) -> AsyncIterator[str]:
        """Yield one line at once and another whenever there are entries, with empty ones while nothing happens."""
        loop = asyncio.get_running_loop()
        hub = hub_of(loop)
        try:
            with hub.read_feed(self._feed_account, self._cursor) as self._reader, hub.track_connection(self):
                async for page in self._reader.pages():
                    self._sending_since = loop.time()
                    yield EMPTY_LINE if page is None else f"{msgspec.json.encode(page).decode()}\n"
                    self._sending_since = None
        except PositionLost:
            log.info("a personal feed ends: the log of a match has gone back")
        except Error as error:
            # The response has begun, so its status can't change; a client that reconnects gets a proper problem.
            log.warning("could not read a personal feed: %s", type(error).__name__)
