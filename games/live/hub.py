"""The hub: one a process, where everything that waits for a match's next version waits, without a thread of its own."""

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from functools import cache
from typing import Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError, connection
from redis import RedisError

from games.eventlog.read import heads
from games.herald import DOORBELL

INTERVAL = 1.0
"""Seconds between two looks at the heads of all watched matches: what a lost doorbell costs at most."""

log = logging.getLogger(__name__)


class Hub:
    """Wakes who waits when the doorbell rings, and once a second asks for all watched heads with one query."""

    def __init__(self) -> None:
        self._watched: dict[str, set[asyncio.Future[None]]] = {}
        self._after: dict[asyncio.Future[None], int] = {}
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
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(waiter, seconds)
        finally:
            self._after.pop(waiter, None)
            waiters = self._watched[match_id]
            waiters.discard(waiter)
            if not waiters:
                del self._watched[match_id]

    def _begin(self) -> None:
        work = {"look": self._look_for_ever}
        if settings.CHANNEL_LAYERS:
            work["listen"] = self._listen_for_ever
        for name, forever in work.items():
            if name not in self._tasks or self._tasks[name].done():
                self._tasks[name] = asyncio.create_task(forever())

    def _rang(self, versions: Mapping[str, int]) -> None:
        for match_id, version in versions.items():
            for waiter in self._watched.get(match_id, ()):
                if version > self._after[waiter] and not waiter.done():
                    waiter.set_result(None)

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL)
            if self._watched:
                self._rang(await self._heads(list(self._watched)))

    async def _listen_for_ever(self) -> None:
        layer: Any = get_channel_layer()
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(DOORBELL, channel)
                while True:
                    ring = await layer.receive(channel)
                    self._rang(ring["moved"])
            except (OSError, RedisError) as error:
                log.warning("the doorbell is out of order: %s", type(error).__name__)
                await asyncio.sleep(INTERVAL)

    async def _heads(self, match_ids: list[str]) -> Mapping[str, int]:
        try:
            return await sync_to_async(_heads_now, thread_sensitive=False)(match_ids)
        except DatabaseError as error:
            log.warning("the heads can't be read: %s", type(error).__name__)
            return {}


def _heads_now(match_ids: list[str]) -> Mapping[str, int]:
    try:
        return heads(match_ids)
    finally:
        connection.close()


@cache
def hub_of(loop: asyncio.AbstractEventLoop) -> Hub:
    """The hub of this process's event loop."""
    return Hub()
