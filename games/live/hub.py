"""The hub: one per process, it wakes everything that waits for new events of a match, without a thread per waiter."""

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import cache
from math import inf
from typing import Any

from django.conf import settings
from django.db import Error

from games.eventlog.stream_position import StreamPosition
from games.limits import connection_slots
from games.live import listener, token_revalidation
from games.live.account_feeds import REFRESH_SECONDS, AccountFeeds, FeedReader
from games.live.close_codes import CloseCode
from games.live.connection import LiveConnection
from games.live.executor import run_in_thread
from games.live.feed import Feed, LongPoll, Watcher
from games.live.presence_tracker import PresenceTracker
from games.live.shutdown import call_before_shutdown
from games.matches.personal_feed import FeedPage
from games.matches.rematch_links import watched_heads

POLL_INTERVAL_SECONDS = 1.0
"""Interval of polling the versions of all watched matches; the longest delay that a lost notification can cause."""
READ_GRACE_SECONDS = 0.02

log = logging.getLogger(__name__)


class Hub:
    """Passes match updates on to feeds, and looks after the open connections of this process.

    Updates arrive by pub/sub. Once a second the hub also reads the versions and rematches of all watched matches with
    one query, so it works, only slower, without Redis.
    """

    def __init__(self) -> None:
        self.connections: set[LiveConnection] = set()
        self.is_closing = False
        self._feeds: dict[str, Feed] = {}
        self._presence_tracker = PresenceTracker(self.connections, self._feeds)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._catch_ups: set[asyncio.Task[None]] = set()
        self._account_feeds = AccountFeeds()
        self._slots_renewed_at = -inf

    async def wait_for_update(
        self, match_id: str, position: StreamPosition, seconds: float, *, or_rematch: bool = False
    ) -> None:
        """Return once the match is beyond the position, which its log has, after `seconds`, or at shutdown.

        With `or_rematch` also once it has a rematch, which is no new version. It returns, too, when the log no longer
        has the position.
        """
        self.ensure_running()
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._feed(match_id).long_polls[waiter] = LongPoll(position, or_rematch=or_rematch, since=time.monotonic())
        try:
            # The match may have changed between the caller's query and the registration of this waiter.
            await self._catch_up([match_id])
            if not self.is_closing:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(waiter, seconds)
        finally:
            del self._feeds[match_id].long_polls[waiter]
            self._remove_unused_feed(match_id)

    async def wait_for_entries(self, account: str, cursor: str | None, seconds: float) -> FeedPage:
        """Return the account's feed after a cursor, once it has entries, after `seconds`, or at shutdown.

        Raises:
            InvalidCursor: the cursor was not given to this account.
        """
        deadline = asyncio.get_running_loop().time() + seconds
        with self.read_feed(account, cursor) as reader:
            while True:
                page = await reader.read()
                remaining = deadline - asyncio.get_running_loop().time()
                if page.entries or remaining <= 0 or self.is_closing:
                    return page
                await reader.wait(min(remaining, REFRESH_SECONDS))

    def read_feed(self, account: str, cursor: str | None) -> AbstractContextManager[FeedReader]:
        """Provide a reader of the account's feed after a cursor, which is woken while the context is open."""
        self.ensure_running()
        return self._account_feeds.reading(account, cursor)

    @contextlib.contextmanager
    def track_connection(self, connection: LiveConnection) -> Iterator[None]:
        """Check, renew and close this connection together with the others while the context is open."""
        self.ensure_running()
        self.connections.add(connection)
        if self.is_closing:
            connection.request_close(CloseCode.SHUTDOWN)
        try:
            yield
        finally:
            self.connections.discard(connection)

    def update_presence_soon(self) -> None:
        """Announce presence without waiting for the next interval; called when a connection has authenticated."""
        self._presence_tracker.update_soon()

    def add_watcher(self, match_id: str, watcher: Watcher) -> None:
        """Register a watcher. It receives nothing until `start_watcher` says from which version on."""
        self._feed(match_id).watchers.add(watcher)

    def start_watcher(self, match_id: str, watcher: Watcher, position: StreamPosition) -> None:
        """Deliver to the watcher everything after this position, which has just been read."""
        feed = self._feeds.get(match_id)
        if feed is not None and watcher in feed.watchers:
            watcher.move_to(position)
            # Catch up with updates that arrived while the watcher was reading its view or backlog.
            feed.on_update(feed.latest_version)
            feed.send_rematch()

    def remove_watcher(self, match_id: str, watcher: Watcher) -> None:
        feed = self._feeds.get(match_id)
        if feed is not None:
            feed.watchers.discard(watcher)
            self._remove_unused_feed(match_id)

    def close(self) -> None:
        """Close all connections and finish all long polls because the process is shutting down; clients reconnect."""
        self.is_closing = True
        for connection in list(self.connections):
            connection.request_close(CloseCode.SHUTDOWN)
        for feed in self._feeds.values():
            feed.wake_long_polls(sys.maxsize)
        self._account_feeds.wake_all()

    def _feed(self, match_id: str) -> Feed:
        return self._feeds.setdefault(match_id, Feed(match_id))

    def _remove_unused_feed(self, match_id: str) -> None:
        feed = self._feeds[match_id]
        if not (feed.watchers or feed.long_polls):
            del self._feeds[match_id]

    def ensure_running(self) -> None:
        """Start the background tasks with the first request, and again if one has died of an unexpected exception."""
        jobs: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {"poll": self._poll_forever}
        if settings.CHANNEL_LAYERS:
            jobs["listen"] = lambda: listener.listen_forever(self._on_notification)
            jobs["presence"] = self._presence_tracker.run_forever
        if not self._tasks:
            call_before_shutdown(self.close)
        for name, job in jobs.items():
            if name not in self._tasks or self._tasks[name].done():
                self._tasks[name] = asyncio.create_task(job())

    def _on_notification(
        self, versions: Mapping[str, int], rematches: Collection[str], accounts: Iterable[str]
    ) -> None:
        self._on_updates(versions)
        self._account_feeds.on_match_updates(versions)
        self._account_feeds.on_account_updates(accounts)
        if watched := [match_id for match_id in rematches if match_id in self._feeds]:
            task = asyncio.create_task(self._catch_up(watched))
            self._catch_ups.add(task)
            task.add_done_callback(self._catch_ups.discard)

    def _on_updates(self, versions: Mapping[str, int]) -> None:
        for match_id, version in versions.items():
            if feed := self._feeds.get(match_id):
                feed.on_update(version)

    async def _poll_forever(self) -> None:
        while True:
            await asyncio.sleep(POLL_INTERVAL_SECONDS)
            # After a pause of the process the event loop runs timers before it reads from connections. Here it reads
            # what clients have sent meanwhile, so that they aren't taken for silent.
            await asyncio.sleep(READ_GRACE_SECONDS)
            for check in (self._check_connections, self._poll, self._account_feeds.poll, self._renew_slots):
                try:
                    await check()
                except Exception:
                    # Nothing that goes wrong for one match or connection may end the others' updates.
                    log.exception("unexpected error while polling")

    async def _check_connections(self) -> None:
        now = asyncio.get_running_loop().time()
        for connection in list(self.connections):
            connection.check_health(now)
        await token_revalidation.revalidate_tokens(self.connections)

    async def _poll(self) -> None:
        if match_ids := list(self._feeds):
            await self._catch_up(match_ids)

    async def _renew_slots(self) -> None:
        now = asyncio.get_running_loop().time()
        if now >= self._slots_renewed_at + connection_slots.SLOT_RENEWAL_INTERVAL_SECONDS:
            self._slots_renewed_at = now
            await run_in_thread(connection_slots.renew_slots)(
                [slot for connection in self.connections for slot in connection.connection_slots]
            )

    async def _catch_up(self, match_ids: list[str]) -> None:
        """Read what these matches are at, and pass it on to their feeds."""
        asked_at = time.monotonic()
        try:
            heads = await run_in_thread(watched_heads)(match_ids)
        except Error as error:
            log.warning("could not read stream versions: %s", type(error).__name__)
            return
        for match_id in match_ids:
            if feed := self._feeds.get(match_id):
                watched = heads.get(match_id)
                feed.on_head(watched.head if watched else None, asked_at)
                feed.on_rematch(watched.next_id if watched else None)


@cache
def hub_of(loop: asyncio.AbstractEventLoop) -> Hub:
    """Return the hub of an event loop. A server process has one loop; tests have one per test."""
    return Hub()
