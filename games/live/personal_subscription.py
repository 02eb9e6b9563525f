"""The subscription of a socket to the personal feed of its account."""

import asyncio
import logging

from django.db import Error

from games.eventlog.stream_position import PositionLost
from games.live.account_feeds import FeedReader
from games.live.executor import run_in_thread
from games.live.frames import Subscribe, encode_frame, error_frame, feed_frame
from games.live.hub import Hub
from games.live.send_buffer import SendBuffer
from games.matches.personal_feed import require_feed_position
from games.protocol.problems import Problem, problem_from_exception
from games.protocol.throttling import enforce_rate_limits

RETRY_SECONDS = 1.0
"""Pause before the feed is read again after the database has failed."""

log = logging.getLogger(__name__)


class PersonalSubscription:
    """At most one reader of the account's feed, which sends a frame whenever there are entries."""

    def __init__(self, hub: Hub, send_buffer: SendBuffer) -> None:
        self._hub, self._send_buffer = hub, send_buffer
        self._task: asyncio.Task[None] | None = None

    async def start(self, frame: Subscribe, account: str, address: str) -> None:
        """Reply, and then send the feed after the frame's cursor; replaces an older subscription.

        Raises:
            InvalidCursor: the cursor was not given to this account.
            VersionAhead, HistoryMismatch: the log of a match no longer has what the cursor names.
            Problem: a rate limit is exceeded.
        """
        await run_in_thread(enforce_rate_limits)("read", account=account, address=address)
        if frame.cursor is not None:
            await run_in_thread(require_feed_position)(account, frame.cursor)
        # Only now: a subscription that is refused doesn't end the one before.
        self.stop()
        self._send_buffer.put([encode_frame("subscribed", re=frame.id, me=True)])
        self._task = asyncio.create_task(self._send_feed(frame, account))

    def stop(self) -> None:
        """End the subscription, if there is one."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _send_feed(self, frame: Subscribe, account: str) -> None:
        with self._hub.read_feed(account, frame.cursor) as reader:
            while True:
                try:
                    await self._send_pages(reader)
                except Error as error:
                    log.warning("could not read a personal feed: %s", type(error).__name__)
                    await asyncio.sleep(RETRY_SECONDS)
                except PositionLost as lost:
                    self._send_buffer.put(
                        [error_frame(frame.id, problem_from_exception(lost) or Problem("server_error"))]
                    )
                    return
                except Exception:
                    # No frame waits for this task, so that its client would never learn that nothing more comes.
                    log.exception("unexpected error while reading a personal feed")
                    self._send_buffer.put([error_frame(frame.id, Problem("server_error"))])
                    return

    async def _send_pages(self, reader: FeedReader) -> None:
        async for page in reader.pages():
            if page is not None:
                self._send_buffer.put([feed_frame(page)])
                # A client that reads slowly gets the next frame later; what happens meanwhile is in it.
                await self._send_buffer.drain()
