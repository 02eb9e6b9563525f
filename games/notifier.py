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

MATCH_UPDATES_GROUP = "doorbell"
PUBLISH_TIMEOUT_SECONDS = 2.0
"""Seconds that one ring may take; the hub asks the log once a second anyway."""

BATCH_DELAY_SECONDS = 0.005
"""Seconds that are listened to before one ring tells of all."""

log = logging.getLogger(__name__)


def publish_match_update(match_id: str, version: int) -> None:
    """Ring for a match; returns at once and never fails."""
    if settings.CHANNEL_LAYERS:
        _process_thread().enqueue(match_id, version)


class NotifierThread:
    """A thread with a loop of its own that rings, so that no command waits for Redis.

    One ring tells of every match that has moved since the last one; of each, the newest version.
    """

    def __init__(self) -> None:
        self.process_id = os.getpid()
        self._pending_versions: dict[str, int] = {}
        self._lock = Lock()
        self._loop = asyncio.new_event_loop()
        self._wake_up = asyncio.Event()
        Thread(target=self._loop.run_until_complete, args=[self._publish_forever()], name="herald", daemon=True).start()

    def enqueue(self, match_id: str, version: int) -> None:
        with self._lock:
            was_idle = not self._pending_versions
            self._pending_versions[match_id] = max(version, self._pending_versions.get(match_id, 0))
        if was_idle:
            self._loop.call_soon_threadsafe(self._wake_up.set)

    async def _publish_forever(self) -> None:
        while await self._wake_up.wait():
            await asyncio.sleep(BATCH_DELAY_SECONDS)
            self._wake_up.clear()
            with self._lock:
                versions, self._pending_versions = self._pending_versions, {}
            await self._publish(versions)

    async def _publish(self, versions: dict[str, int]) -> None:
        layer = get_channel_layer()
        assert layer is not None, "CHANNEL_LAYERS has a default"
        try:
            await asyncio.wait_for(
                layer.group_send(MATCH_UPDATES_GROUP, {"type": "rang", "moved": versions}), PUBLISH_TIMEOUT_SECONDS
            )
        except (OSError, RedisError, TimeoutError) as error:
            log.warning("a doorbell was not heard: %s", type(error).__name__)


_threads: list[NotifierThread] = []
_threads_lock = Lock()


def _process_thread() -> NotifierThread:
    """The voice of this process: a forked child needs a thread of its own."""
    with _threads_lock:
        if not _threads or _threads[-1].process_id != os.getpid():
            _threads[:] = [NotifierThread()]
        return _threads[-1]
