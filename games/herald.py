"""The herald: after a commit it tells every process "match X is at version N"; the only channel-layer send there is.

It is a doorbell, never a source: rings may be lost, doubled or out of order, and nobody waits for one to be sent.
"""

import asyncio
import logging
import os
from threading import Lock, Thread

from channels.layers import get_channel_layer
from django.conf import settings
from redis import RedisError

DOORBELL = "doorbell"
PATIENCE = 2.0
"""Seconds that one ring may take; the hub asks the log once a second anyway."""

PAUSE = 0.005
"""Seconds that are listened to before one ring tells of all."""

log = logging.getLogger(__name__)


def tell(match_id: str, version: int) -> None:
    """Ring for a match; returns at once and never fails."""
    if settings.CHANNEL_LAYERS:
        _voice().tell(match_id, version)


class Voice:
    """A thread with a loop of its own that rings, so that no command waits for Redis.

    One ring tells of every match that has moved since the last one; of each, the newest version.
    """

    def __init__(self) -> None:
        self.process = os.getpid()
        self._moved: dict[str, int] = {}
        self._lock = Lock()
        self._loop = asyncio.new_event_loop()
        self._something = asyncio.Event()
        Thread(target=self._loop.run_until_complete, args=[self._ring_for_ever()], name="herald", daemon=True).start()

    def tell(self, match_id: str, version: int) -> None:
        with self._lock:
            asleep = not self._moved
            self._moved[match_id] = max(version, self._moved.get(match_id, 0))
        if asleep:
            self._loop.call_soon_threadsafe(self._something.set)

    async def _ring_for_ever(self) -> None:
        while await self._something.wait():
            await asyncio.sleep(PAUSE)
            self._something.clear()
            with self._lock:
                moved, self._moved = self._moved, {}
            await self._ring(moved)

    async def _ring(self, moved: dict[str, int]) -> None:
        layer = get_channel_layer()
        assert layer is not None, "CHANNEL_LAYERS has a default"
        try:
            await asyncio.wait_for(layer.group_send(DOORBELL, {"type": "rang", "moved": moved}), PATIENCE)
        except (OSError, RedisError, TimeoutError) as error:
            log.warning("a doorbell was not heard: %s", type(error).__name__)


_voices: list[Voice] = []
_lock = Lock()


def _voice() -> Voice:
    """The voice of this process: a forked child needs a thread of its own."""
    with _lock:
        if not _voices or _voices[-1].process != os.getpid():
            _voices[:] = [Voice()]
        return _voices[-1]
