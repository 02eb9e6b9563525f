"""The hub: one a process, where everything that waits for a match's next version waits, without a thread of its own."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterator, Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.db import Error

from accounts.models import Token
from games.eventlog.read import heads
from games.live import bell
from games.live.closing import Code
from games.live.feed import Feed, Watcher
from games.live.member import Member
from games.live.offloop import off_loop
from games.live.shutdown import before_the_end

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
        self._watched: dict[str, set[asyncio.Future[None]]] = {}
        self._after: dict[asyncio.Future[None], int] = {}
        self._feeds: dict[str, Feed] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def wait(self, match_id: str, after: int, seconds: float) -> None:
        """Return when the match is beyond version `after`, or when the time is over."""
        self._begin()
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._watched.setdefault(match_id, set()).add(waiter)
        self._after[waiter] = after
        try:
            # The match may have moved between the caller's look and now.
            self._rang(await self._heads([match_id]))
            if not self.closing:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(waiter, seconds)
        finally:
            self._after.pop(waiter, None)
            waiters = self._watched[match_id]
            waiters.discard(waiter)
            if not waiters:
                del self._watched[match_id]

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

    async def watch(self, match_id: str, watcher: Watcher) -> None:
        """Tell the watcher from now on what comes after its version."""
        feed = self._feeds.setdefault(match_id, Feed(match_id))
        feed.watchers.add(watcher)
        # What has come between the watcher's own look and now.
        feed.rang((await self._heads([match_id])).get(match_id, 0))

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
        for waiter in list(self._after):
            if not waiter.done():
                waiter.set_result(None)

    def _begin(self) -> None:
        work: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {"look": self._look_for_ever}
        if settings.CHANNEL_LAYERS:
            work["listen"] = lambda: bell.listen_for_ever(self._rang)
        if not self._tasks:
            before_the_end(self.close)
        for name, forever in work.items():
            if name not in self._tasks or self._tasks[name].done():
                self._tasks[name] = asyncio.create_task(forever())

    def _rang(self, versions: Mapping[str, int]) -> None:
        for match_id, version in versions.items():
            if feed := self._feeds.get(match_id):
                feed.rang(version)
            for waiter in self._watched.get(match_id, ()):
                if version > self._after[waiter] and not waiter.done():
                    waiter.set_result(None)

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL)
            now = asyncio.get_running_loop().time()
            for member in list(self.members):
                member.look(now)
            if watched := {*self._watched, *self._feeds}:
                self._rang(await self._heads(list(watched)))
            await self._look_at_tokens()

    async def _look_at_tokens(self) -> None:
        shown = {member.token_id for member in self.members if member.token_id is not None}
        if not shown:
            return
        try:
            good = await off_loop(Token.objects.still_good)(shown)
        except Error as error:
            log.warning("the tokens can't be read: %s", type(error).__name__)
            return
        for member in list(self.members):
            if member.token_id in shown - good:
                member.end(Code.TOKEN_GONE)

    async def _heads(self, match_ids: list[str]) -> Mapping[str, int]:
        try:
            return await off_loop(_heads_now)(match_ids)
        except Error as error:
            log.warning("the heads can't be read: %s", type(error).__name__)
            return {}


def _heads_now(match_ids: list[str]) -> Mapping[str, int]:
    return heads(match_ids)


@cache
def hub_of(loop: asyncio.AbstractEventLoop) -> Hub:
    """The hub of this process's event loop."""
    return Hub()
