"""The roll is called once a second: who is here is told to Redis, who has come or gone to those who watch."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from contextlib import suppress

from redis import RedisError

from games import presence
from games.live.connection import LiveConnection
from games.live.feed import Feed
from games.live.frames import presence_frame
from games.matches import event_queries

UPDATE_INTERVAL_SECONDS = 1.0
"""Seconds between two calls."""
DEBOUNCE_SECONDS = 0.2
"""Seconds that are waited for others when somebody has come: who comes back after a restart comes with all others."""

log = logging.getLogger(__name__)


class PresenceTracker:
    """Calls the roll for all sockets of this process at once, with one round trip to Redis."""

    def __init__(self, connections: Collection[LiveConnection], feeds: Mapping[str, Feed]) -> None:
        self._connections, self._feeds = connections, feeds
        self._wake_up = asyncio.Event()
        self._redis_available = True

    def update_soon(self) -> None:
        """Call soon, so that others see it at once."""
        self._wake_up.set()

    async def run_forever(self) -> None:
        async with presence.open_async_client() as client:
            while True:
                self._wake_up.clear()
                seats = {match_id: event_queries.player_id_by_seat(match_id) for match_id in self._feeds}
                local_accounts = {member.account for member in self._connections if member.account is not None}
                try:
                    seated_accounts = {
                        account for accounts_by_seat in seats.values() for account in accounts_by_seat.values()
                    }
                    connected_by_account = await presence.announce_and_query(client, local_accounts, seated_accounts)
                    self._redis_available = True
                    self._send_changes(seats, connected_by_account)
                except (OSError, RedisError) as error:
                    self._log_unavailable(error)
                await self._wait_for_next_update()

    async def _wait_for_next_update(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake_up.wait(), UPDATE_INTERVAL_SECONDS)
            await asyncio.sleep(DEBOUNCE_SECONDS)

    def _send_changes(self, seats: Mapping[str, Mapping[int, str]], connected_by_account: Mapping[str, bool]) -> None:
        """Tell each watcher what differs from what it was told before."""
        for match_id, feed in self._feeds.items():
            connected_by_seat = {
                seat: connected_by_account[account] for seat, account in seats.get(match_id, {}).items()
            }
            for watcher in feed.watchers:
                if watcher.known_presence is not None and watcher.known_presence != connected_by_seat:
                    changed_seats = [
                        seat
                        for seat in connected_by_seat
                        if watcher.known_presence.get(seat) != connected_by_seat[seat]
                    ]
                    watcher.send_buffer.put(
                        [presence_frame(match_id, seat, connected=connected_by_seat[seat]) for seat in changed_seats]
                    )
                    watcher.known_presence = connected_by_seat

    def _log_unavailable(self, error: Exception) -> None:
        """Once for each time that Redis goes away."""
        if self._redis_available:
            log.warning("presence isn't known: %s", type(error).__name__)
        self._redis_available = False
