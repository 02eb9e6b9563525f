"""A watched match in this process: its news are read once, put into frames once for each kind of viewer, and sent."""

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from django.db import Error

from games.eventlog.event_reader import Audience
from games.live.offloop import off_loop
from games.live.outbox import Outbox
from games.matches import event_queries
from games.matches.event_queries import NewEvents
from games.metrics.counted import HUB_LAG

Dress: TypeAlias = Callable[[str, int, str], str]
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
        outbox: Outbox,
        dress: Dress,
        barred: Callable[[], None] = lambda: None,
        knows: Mapping[int, bool | None] | None = None,
    ) -> None:
        self.account = account
        self.version = sys.maxsize
        self.outbox = outbox
        self.dress = dress
        self.barred = barred
        self.knows = knows


class Feed:
    """Brings every watcher of a match to the newest version that was heard of, in order, without gaps or repetition.

    A ring says no more than that there may be something: what is read is what the log has after the version that
    each watcher is at, so rings may be lost, doubled, late or wrong.
    """

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.watchers: set[Watcher] = set()
        self.heard = 0
        self._heard_at = time.monotonic()
        self._task: asyncio.Task[None] | None = None

    def rang(self, version: int) -> None:
        """The match may be at this version."""
        if version > self.heard:
            self.heard, self._heard_at = version, time.monotonic()
        if (self._task is None or self._task.done()) and self._behind():
            self._task = asyncio.create_task(self._bring())

    def _behind(self) -> list[Watcher]:
        return [watcher for watcher in self.watchers if watcher.version < self.heard]

    async def _bring(self) -> None:
        try:
            while behind := self._behind():
                after, heard = min(watcher.version for watcher in behind), self.heard
                accounts = {watcher.account for watcher in behind}
                news = await off_loop(event_queries.events_since)(self.match_id, accounts, after)
                if news.version < heard == self.heard:
                    # The log has less than a ring that came before it was read: the ring was wrong.
                    self.heard = news.version
                self._spread(behind, news, after)
                HUB_LAG.observe(time.monotonic() - self._heard_at)
        except Error as error:
            # The next look at the heads rings again.
            log.warning("the news of a match can't be read: %s", type(error).__name__)

    def _spread(self, watchers: Sequence[Watcher], news: NewEvents, after: int) -> None:
        dressed: dict[tuple[Audience, Dress], list[str]] = {}
        for watcher in watchers:
            if watcher not in self.watchers:
                continue
            if watcher.account not in news.audience_by_account:
                self.watchers.discard(watcher)
                watcher.barred()
                continue
            kind = news.audience_by_account[watcher.account], watcher.dress
            if kind not in dressed:
                dressed[kind] = [
                    watcher.dress(self.match_id, version, event)
                    for version, event in enumerate(news.events_by_audience[kind[0]], start=after + 1)
                ]
            watcher.outbox.put(dressed[kind][watcher.version - after :])
            watcher.version = max(watcher.version, news.version)
