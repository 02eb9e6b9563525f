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
from games.live import bell, passes
from games.live.attendance import Attendance
from games.live.closing import Code
from games.live.feed import Feed, Watcher
from games.live.member import Member
from games.live.offloop import off_loop
from games.live.shutdown import before_the_end
from games.live.waiting import Waiting

INTERVAL = 1.0
"""Seconds between two looks at the heads of all watched matches: what a lost doorbell costs at most."""

log = logging.getLogger(__name__)


class Hub:
    """Wakes who waits when the doorbell rings, and once a second asks for all watched heads with one query.

    `members` are the connections that stay open: looked after once a second, and told of the process's end.
    """

    def __init__(self) -> None:
        self.members: set[Member] = set()
        self.closing = False
        self._feeds: dict[str, Feed] = {}
        self._waiting = Waiting()
        self._attendance = Attendance(self.members, self._feeds)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def wait(self, match_id: str, after: int, seconds: float) -> None:
        """Return when the match is beyond version `after`, or when the time is over."""
        self._begin()
        with self._waiting.turn(match_id, after) as turn:
            # The match may have moved between the caller's look and now.
            self._rang(await self._heads([match_id]))
            if not self.closing:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(turn, seconds)

    @contextlib.contextmanager
    def member(self, member: Member) -> Iterator[None]:
        """Look after a connection as long as it is there."""
        self._begin()
        self.members.add(member)
        if self.closing:
            member.end(Code.SHUTDOWN)
        try:
            yield
        finally:
            self.members.discard(member)

    def somebody_came(self) -> None:
        """A member is known by its account now."""
        self._attendance.somebody_came()

    def watch(self, match_id: str, watcher: Watcher) -> None:
        """Listen for news of the match; the watcher is told of them once it says where it is, by `begin`."""
        self._feeds.setdefault(match_id, Feed(match_id)).watchers.add(watcher)

    def begin(self, match_id: str, watcher: Watcher, version: int) -> None:
        """Tell the watcher from now on what comes after this version."""
        feed = self._feeds.get(match_id)
        if feed is not None and watcher in feed.watchers:
            watcher.version = version
            # What was heard while the watcher took its own look.
            feed.rang(feed.heard)

    def leave(self, match_id: str, watcher: Watcher) -> None:
        feed = self._feeds.get(match_id)
        if feed is not None:
            feed.watchers.discard(watcher)
            if not feed.watchers:
                del self._feeds[match_id]

    def close(self) -> None:
        """The process ends: send everybody away, to come back to another one."""
        self.closing = True
        for member in list(self.members):
            member.end(Code.SHUTDOWN)
        self._waiting.let_all_go()

    def _begin(self) -> None:
        work: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {"look": self._look_for_ever}
        if settings.CHANNEL_LAYERS:
            work["listen"] = lambda: bell.listen_for_ever(self._rang)
            work["call"] = self._attendance.call_for_ever
        if not self._tasks:
            before_the_end(self.close)
        for name, forever in work.items():
            if name not in self._tasks or self._tasks[name].done():
                self._tasks[name] = asyncio.create_task(forever())

    def _rang(self, versions: Mapping[str, int]) -> None:
        for match_id, version in versions.items():
            if feed := self._feeds.get(match_id):
                feed.rang(version)
            self._waiting.rang(match_id, version)

    async def _look_for_ever(self) -> None:
        kept = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(INTERVAL)
            now = asyncio.get_running_loop().time()
            for member in list(self.members):
                member.look(now)
            if watched := {*self._waiting.matches, *self._feeds}:
                self._rang(await self._heads(list(watched)))
            await passes.check(self.members)
            if now >= kept + connection_slots.SLOT_RENEWAL_INTERVAL_SECONDS:
                kept = now
                await off_loop(connection_slots.renew_slots)(
                    [place for member in self.members for place in member.places]
                )

    async def _heads(self, match_ids: list[str]) -> Mapping[str, int]:
        try:
            return await off_loop(stream_versions)(match_ids)
        except Error as error:
            log.warning("the heads can't be read: %s", type(error).__name__)
            return {}


@cache
def hub_of(loop: asyncio.AbstractEventLoop) -> Hub:
    """The hub of this process's event loop."""
    return Hub()
