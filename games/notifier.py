"""The notifier: after a commit it publishes "match X is at version N" to all processes, by Redis pub/sub.

This is the only use of the channel layer for sending. Notifications are hints, never data: they may be lost, duplicated
or out of order, receivers read the event log, and no command waits for one to be sent.
"""

import asyncio
import logging
import os
from collections.abc import Collection, Iterable
from threading import Lock, Thread
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from redis import RedisError

MATCH_UPDATES_GROUP = "doorbell"
"""The channel group; processes of different releases have to agree on this name and on the message format."""

PUBLISH_TIMEOUT_SECONDS = 2.0
"""How long one notification may take; hubs poll the event log once a second anyway."""

BATCH_DELAY_SECONDS = 0.005
"""How long updates are collected before they are sent as one notification."""

log = logging.getLogger(__name__)


def publish_match_update(match_id: str, version: int) -> None:
    """Announce a match's new version to all processes; returns at once and never fails."""
    # Without Redis there is nobody to tell; hubs then learn of every change by polling.
    if settings.CHANNEL_LAYERS:
        _process_thread().enqueue(versions=[(match_id, version)])


def publish_account_updates(accounts: Collection[str]) -> None:
    """Announce to all processes that these accounts have got other matches, or a rematch; returns at once."""
    if settings.CHANNEL_LAYERS and accounts:
        _process_thread().enqueue(accounts=accounts)


def publish_account_change(account: str) -> None:
    """Announce to all processes that they must forget this account's tokens; returns at once and never fails."""
    if settings.CHANNEL_LAYERS:
        _process_thread().enqueue(changed_accounts=[account])


def publish_rematch(match_id: str) -> None:
    """Announce to all processes that a match has a rematch; returns at once and never fails."""
    if settings.CHANNEL_LAYERS:
        _process_thread().enqueue(rematches=[match_id])


class NotifierThread:
    """A thread with an event loop of its own that publishes updates, so that no command waits for Redis.

    One notification has everything since the previous one: the matches that have changed, each with its newest version,
    those that have got a rematch, the accounts that have got other matches, and those whose tokens must be forgotten.
    """

    def __init__(self) -> None:
        self.process_id = os.getpid()
        self._pending_versions: dict[str, int] = {}
        self._pending_rematches: set[str] = set()
        self._pending_accounts: set[str] = set()
        self._pending_changed_accounts: set[str] = set()
        self._lock = Lock()
        self._loop = asyncio.new_event_loop()
        self._wake_up = asyncio.Event()
        main = self._publish_forever()
        Thread(target=self._loop.run_until_complete, args=[main], name="notifier", daemon=True).start()

    def enqueue(
        self,
        *,
        versions: Iterable[tuple[str, int]] = (),
        rematches: Iterable[str] = (),
        accounts: Iterable[str] = (),
        changed_accounts: Iterable[str] = (),
    ) -> None:
        """Add updates to the next notification; may be called from any thread.

        Args:
            versions: matches with their new versions.
            rematches: matches that have a rematch.
            accounts: accounts that have got other matches, or a rematch.
            changed_accounts: accounts that were changed, or whose tokens were revoked.
        """
        with self._lock:
            was_idle = self._is_idle
            for match_id, version in versions:
                # Commands of one match may get here out of order, because this runs after their commit and outside the
                # lock.
                self._pending_versions[match_id] = max(version, self._pending_versions.get(match_id, 0))
            self._pending_rematches.update(rematches)
            self._pending_accounts.update(accounts)
            self._pending_changed_accounts.update(changed_accounts)
        if was_idle:
            self._loop.call_soon_threadsafe(self._wake_up.set)

    @property
    def _is_idle(self) -> bool:
        return not (
            self._pending_versions
            or self._pending_rematches
            or self._pending_accounts
            or self._pending_changed_accounts
        )

    async def _publish_forever(self) -> None:
        while await self._wake_up.wait():
            # Publishing costs interpreter time that commands need, so updates are sent in batches.
            await asyncio.sleep(BATCH_DELAY_SECONDS)
            # Cleared before the updates are taken: one that arrives in between wakes the loop again.
            self._wake_up.clear()
            with self._lock:
                versions, self._pending_versions = self._pending_versions, {}
                rematches, self._pending_rematches = self._pending_rematches, set()
                accounts, self._pending_accounts = self._pending_accounts, set()
                changed, self._pending_changed_accounts = self._pending_changed_accounts, set()
            try:
                await self._publish(
                    moved=versions, rematches=list(rematches), accounts=list(accounts), changed_accounts=list(changed)
                )
            except Exception:
                # Hubs poll for what is lost here, but this thread is the only one that announces what follows.
                log.exception("unexpected error while publishing match updates")

    async def _publish(self, **content: Any) -> None:
        layer = get_channel_layer()
        assert layer is not None, "CHANNEL_LAYERS has a default"
        try:
            await asyncio.wait_for(
                # "rang" and "moved" are part of the messages between processes, which may be of different releases: a
                # release ignores members that it doesn't know.
                layer.group_send(MATCH_UPDATES_GROUP, {"type": "rang", **content}),
                PUBLISH_TIMEOUT_SECONDS,
            )
        except (OSError, RedisError, TimeoutError) as error:
            log.warning("could not publish match updates: %s", type(error).__name__)


_threads: list[NotifierThread] = []
_threads_lock = Lock()


def _process_thread() -> NotifierThread:
    """Return this process's notifier; threads don't survive a fork, so a forked child starts one of its own."""
    with _threads_lock:
        if not _threads or _threads[-1].process_id != os.getpid():
            _threads[:] = [NotifierThread()]
        return _threads[-1]
