"""The hub: one a process, where everything that waits for a match's next version waits, without a thread of its own."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterator, Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.db import Error

from games.eventlog.event_reader import stream_versions
from games.limits import connection_slots
from games.live import listener, token_revalidation
from games.live.close_codes import CloseCode
from games.live.connection import LiveConnection
from games.live.executor import run_in_thread
from games.live.feed import Feed, Watcher
from games.live.long_poll import LongPolls
from games.live.presence_tracker import PresenceTracker
from games.live.shutdown import call_before_shutdown

POLL_INTERVAL_SECONDS = 1.0
"""Seconds between two looks at the heads of all watched matches: what a lost doorbell costs at most."""

log = logging.getLogger(__name__)


class Hub:
    """Wakes who waits when the doorbell rings, and once a second asks for all watched heads with one query.

    `members` are the connections that stay open: looked after once a second, and told of the process's end.
    """

    def __init__(self) -> None:
        self.connections: set[LiveConnection] = set()
        self.is_closing = False
        self._feeds: dict[str, Feed] = {}
        self._long_polls = LongPolls()
        self._presence_tracker = PresenceTracker(self.connections, self._feeds)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def wait_for_update(self, match_id: str, after: int, seconds: float) -> None:
        """Return when the match is beyond version `after`, or when the time is over."""
        self._ensure_running()
        with self._long_polls.waiter(match_id, after) as waiter:
            # The match may have moved between the caller's look and now.
            self._on_updates(await self._read_heads([match_id]))
            if not self.is_closing:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(waiter, seconds)

    @contextlib.contextmanager
    def track_connection(self, connection: LiveConnection) -> Iterator[None]:
        """Look after a connection as long as it is there."""
        self._ensure_running()
        self.connections.add(connection)
        if self.is_closing:
            connection.request_close(CloseCode.SHUTDOWN)
        try:
            yield
        finally:
            self.connections.discard(connection)

    def update_presence_soon(self) -> None:
        """A member is known by its account now."""
        self._presence_tracker.update_soon()

    def add_watcher(self, match_id: str, watcher: Watcher) -> None:
        """Listen for news of the match; the watcher is told of them once it says where it is, by `begin`."""
        self._feeds.setdefault(match_id, Feed(match_id)).watchers.add(watcher)

    def start_watcher(self, match_id: str, watcher: Watcher, version: int) -> None:
        """Tell the watcher from now on what comes after this version."""
        feed = self._feeds.get(match_id)
        if feed is not None and watcher in feed.watchers:
            watcher.version = version
            # What was heard while the watcher took its own look.
            feed.on_update(feed.latest_version)

    def remove_watcher(self, match_id: str, watcher: Watcher) -> None:
        feed = self._feeds.get(match_id)
        if feed is not None:
            feed.watchers.discard(watcher)
            if not feed.watchers:
                del self._feeds[match_id]

    def close(self) -> None:
        """The process ends: send everybody away, to come back to another one."""
        self.is_closing = True
        for connection in list(self.connections):
            connection.request_close(CloseCode.SHUTDOWN)
        self._long_polls.release_all()

    def _ensure_running(self) -> None:
        jobs: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {"look": self._poll_forever}
        if settings.CHANNEL_LAYERS:
            jobs["listen"] = lambda: listener.listen_forever(self._on_updates)
            jobs["call"] = self._presence_tracker.run_forever
        if not self._tasks:
            call_before_shutdown(self.close)
        for name, job in jobs.items():
            if name not in self._tasks or self._tasks[name].done():
                self._tasks[name] = asyncio.create_task(job())

    def _on_updates(self, versions: Mapping[str, int]) -> None:
        for match_id, version in versions.items():
            if feed := self._feeds.get(match_id):
                feed.on_update(version)
            self._long_polls.on_update(match_id, version)

    async def _poll_forever(self) -> None:
        slots_renewed_at = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(POLL_INTERVAL_SECONDS)
            now = asyncio.get_running_loop().time()
            for connection in list(self.connections):
                connection.check_health(now)
            if match_ids := {*self._long_polls.match_ids, *self._feeds}:
                self._on_updates(await self._read_heads(list(match_ids)))
            await token_revalidation.revalidate_tokens(self.connections)
            if now >= slots_renewed_at + connection_slots.SLOT_RENEWAL_INTERVAL_SECONDS:
                slots_renewed_at = now
                await run_in_thread(connection_slots.renew_slots)(
                    [place for member in self.connections for place in member.connection_slots]
                )

    async def _read_heads(self, match_ids: list[str]) -> Mapping[str, int]:
        try:
            return await run_in_thread(stream_versions)(match_ids)
        except Error as error:
            log.warning("the heads can't be read: %s", type(error).__name__)
            return {}


@cache
def hub_of(loop: asyncio.AbstractEventLoop) -> Hub:
    """The hub of this process's event loop."""
    return Hub()
