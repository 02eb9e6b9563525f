"""Presence of this process's connections: announced to Redis once a second, changes sent to watchers."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from contextlib import suppress

from redis import RedisError
from redis.asyncio import Redis as AsyncRedis

from games import lobby_presence, presence, redis_client
from games.live.connection import LiveConnection
from games.live.feed import Feed
from games.live.frames import presence_frame
from games.matches import event_queries

UPDATE_INTERVAL_SECONDS = 1.0
"""Interval between two announcements; well below the keys' TTL of `presence.PRESENCE_TTL_SECONDS`."""
DEBOUNCE_SECONDS = 0.2
"""Delay after a new connection, to announce others with it: after a restart all clients reconnect at once."""

log = logging.getLogger(__name__)


class PresenceTracker:
    """Announces and queries presence for all sockets of this process in one round trip to Redis."""

    def __init__(self, connections: Collection[LiveConnection], feeds: Mapping[str, Feed]) -> None:
        self._connections, self._feeds = connections, feeds
        self._wake_up = asyncio.Event()
        self._redis_available = True

    def update_soon(self) -> None:
        """Update after `DEBOUNCE_SECONDS` rather than at the next interval."""
        self._wake_up.set()

    async def run_forever(self) -> None:
        """Announce this process's accounts, query those seated in watched matches and send what has changed."""
        async with redis_client.open_async_client() as client:
            while True:
                self._wake_up.clear()
                try:
                    await self._update(client)
                except Exception:
                    # Presence is a hint: what goes wrong here must not end it for all matches until a restart.
                    log.exception("unexpected error while updating presence")
                await self._wait_for_next_update()

    async def _update(self, client: AsyncRedis) -> None:
        seats = {
            match_id: event_queries.player_id_by_seat(match_id)
            for match_id, feed in self._feeds.items()
            if any(watcher.known_presence is not None for watcher in feed.watchers)
        }
        local_accounts = {connection.account for connection in self._connections if connection.account is not None}
        streaming_accounts = {
            connection.streaming_account for connection in self._connections if connection.streaming_account is not None
        }
        try:
            seated_accounts = {account for accounts_by_seat in seats.values() for account in accounts_by_seat.values()}
            connected_by_account = await presence.announce_and_query(
                client, local_accounts, streaming_accounts, seated_accounts
            )
            self._redis_available = True
            self._send_changes(seats, connected_by_account)
        except (OSError, RedisError) as error:
            self._log_unavailable(error)

    async def _wait_for_next_update(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake_up.wait(), UPDATE_INTERVAL_SECONDS)
            await asyncio.sleep(DEBOUNCE_SECONDS)

    def _send_changes(self, seats: Mapping[str, Mapping[int, str]], connected_by_account: Mapping[str, bool]) -> None:
        """Send each watcher the seats whose presence differs from what it was last sent."""
        for match_id, account_by_seat in seats.items():
            connected_by_seat = {seat: connected_by_account[account] for seat, account in account_by_seat.items()}
            feed = self._feeds.get(match_id)
            for watcher in feed.watchers if feed else ():
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
        """Log the first failure of an outage only."""
        lobby_presence.note_outage()
        if self._redis_available:
            log.warning("presence is unavailable: %s", type(error).__name__)
        self._redis_available = False
