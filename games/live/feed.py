"""A watched match in this process: its news are read once, put into frames once for each kind of viewer, and sent."""

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from django.db import Error

from games.eventlog.event_reader import Audience
from games.live.executor import run_in_thread
from games.live.send_buffer import SendBuffer
from games.matches import event_queries
from games.matches.event_queries import NewEvents
from games.metrics.registry import HUB_LAG

EventSerializer: TypeAlias = Callable[[str, int, str], str]
"""Match, version and event, as what is sent."""

log = logging.getLogger(__name__)


class Watcher:
    """Who watches a match: an account, how far it has been told, and where to; `barred` when it may no more.

    It isn't told anything before it has a version. `knows` is what it was told of who is connected, by seat; None for
    who isn't told of that.
    """

    def __init__(
        self,
        account: str,
        send_buffer: SendBuffer,
        serialize: EventSerializer,
        on_revoked: Callable[[], None] = lambda: None,
        known_presence: Mapping[int, bool | None] | None = None,
    ) -> None:
        self.account = account
        self.version = sys.maxsize
        self.send_buffer = send_buffer
        self.serialize = serialize
        self.on_revoked = on_revoked
        self.known_presence = known_presence


class Feed:
    """Brings every watcher of a match to the newest version that was heard of, in order, without gaps or repetition.

    A ring says no more than that there may be something: what is read is what the log has after the version that
    each watcher is at, so rings may be lost, doubled, late or wrong.
    """

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.watchers: set[Watcher] = set()
        self.latest_version = 0
        self._updated_at = time.monotonic()
        self._task: asyncio.Task[None] | None = None

    def on_update(self, version: int) -> None:
        """The match may be at this version."""
        if version > self.latest_version:
            self.latest_version, self._updated_at = version, time.monotonic()
        if (self._task is None or self._task.done()) and self._watchers_behind():
            self._task = asyncio.create_task(self._deliver())

    def _watchers_behind(self) -> list[Watcher]:
        return [watcher for watcher in self.watchers if watcher.version < self.latest_version]

    async def _deliver(self) -> None:
        try:
            while behind := self._watchers_behind():
                after, target_version = min(watcher.version for watcher in behind), self.latest_version
                accounts = {watcher.account for watcher in behind}
                news = await run_in_thread(event_queries.events_since)(self.match_id, accounts, after)
                if news.version < target_version == self.latest_version:
                    # The log has less than a ring that came before it was read: the ring was wrong.
                    self.latest_version = news.version
                self._send_events(behind, news, after)
                HUB_LAG.observe(time.monotonic() - self._updated_at)
        except Error as error:
            # The next look at the heads rings again.
            log.warning("the news of a match can't be read: %s", type(error).__name__)

    def _send_events(self, watchers: Sequence[Watcher], news: NewEvents, after: int) -> None:
        serialized: dict[tuple[Audience, EventSerializer], list[str]] = {}
        for watcher in watchers:
            if watcher not in self.watchers:
                continue
            if watcher.account not in news.audience_by_account:
                self.watchers.discard(watcher)
                watcher.on_revoked()
                continue
            cache_key = news.audience_by_account[watcher.account], watcher.serialize
            if cache_key not in serialized:
                serialized[cache_key] = [
                    watcher.serialize(self.match_id, version, event)
                    for version, event in enumerate(news.events_by_audience[cache_key[0]], start=after + 1)
                ]
            watcher.send_buffer.put(serialized[cache_key][watcher.version - after :])
            watcher.version = max(watcher.version, news.version)
