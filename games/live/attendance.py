"""The roll is called once a second: who is here is told to Redis, who has come or gone to those who watch."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from contextlib import suppress

from redis import RedisError

from games import presence
from games.live.feed import Feed
from games.live.frames import presence_frame
from games.live.member import Member
from games.matches import event_queries

EVERY = 1.0
"""Seconds between two calls."""
MOMENT = 0.2
"""Seconds that are waited for others when somebody has come: who comes back after a restart comes with all others."""

log = logging.getLogger(__name__)


class Attendance:
    """Calls the roll for all sockets of this process at once, with one round trip to Redis."""

    def __init__(self, members: Collection[Member], feeds: Mapping[str, Feed]) -> None:
        self._members, self._feeds = members, feeds
        self._somebody = asyncio.Event()
        self._answers = True

    def somebody_came(self) -> None:
        """Call soon, so that others see it at once."""
        self._somebody.set()

    async def call_for_ever(self) -> None:
        async with presence.open_async_client() as line:
            while True:
                self._somebody.clear()
                seats = {match_id: event_queries.player_id_by_seat(match_id) for match_id in self._feeds}
                here = {member.account for member in self._members if member.account is not None}
                try:
                    asked = {account for of_one in seats.values() for account in of_one.values()}
                    there = await presence.announce_and_query(line, here, asked)
                    self._answers = True
                    self._tell(seats, there)
                except (OSError, RedisError) as error:
                    self._complain(error)
                await self._pause()

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._somebody.wait(), EVERY)
            await asyncio.sleep(MOMENT)

    def _tell(self, seats: Mapping[str, Mapping[int, str]], there: Mapping[str, bool]) -> None:
        """Tell each watcher what differs from what it was told before."""
        for match_id, feed in self._feeds.items():
            now = {seat: there[account] for seat, account in seats.get(match_id, {}).items()}
            for watcher in feed.watchers:
                if watcher.knows is not None and watcher.knows != now:
                    news = [seat for seat in now if watcher.knows.get(seat) != now[seat]]
                    watcher.outbox.put([presence_frame(match_id, seat, connected=now[seat]) for seat in news])
                    watcher.knows = now

    def _complain(self, error: Exception) -> None:
        """Once for each time that Redis goes away."""
        if self._answers:
            log.warning("presence isn't known: %s", type(error).__name__)
        self._answers = False
