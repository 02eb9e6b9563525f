"""Delivery of one match's new events to its watchers in this process.

Events are read once per update, and serialized once per audience and format, however many watchers there are.
"""

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.db import Error

from games.eventlog.event_reader import StreamHead
from games.eventlog.stream_position import PositionLost, StreamPosition, is_lost
from games.live.executor import run_in_thread
from games.live.send_buffer import SendBuffer
from games.matches import event_queries
from games.matches.event_queries import NewEvents
from games.metrics.registry import HUB_LAG
from games.protocol.problems import Problem, problem_from_exception
from games.rulebook.audience import Audience


@dataclass(frozen=True, slots=True)
class LongPoll:
    """A request that waits for a version beyond its position, and with `or_rematch` also for a rematch of the match.

    `since` is when it began to wait (of the monotonic clock).
    """

    position: StreamPosition
    or_rematch: bool
    since: float


EventSerializer: TypeAlias = Callable[[str, int, str], str]
"""Turns match ID, version and the event's JSON into the text that is sent."""

log = logging.getLogger(__name__)


class Watcher:
    """One connection's subscription to a match.

    Args:
        account: the viewer; decides which parts of the events are visible.
        send_buffer: where new events go.
        serialize: formats them.
        on_failed: called with the problem when the watcher gets no more events: the account may no longer see the
            match, or the match can't be read.
        known_presence: whether each seat is connected, as last sent to this watcher; None if it gets no presence.
        serialize_rematch: formats match id and rematch; None if the watcher gets no rematches.
    """

    def __init__(
        self,
        account: str,
        send_buffer: SendBuffer,
        serialize: EventSerializer,
        on_failed: Callable[[Problem], None] = lambda problem: None,
        known_presence: Mapping[int, bool | None] | None = None,
        serialize_rematch: Callable[[str, str], str] | None = None,
    ) -> None:
        self.account = account
        # Never behind, so nothing is delivered until `Hub.start_watcher` sets the position to start from.
        self.move_to(StreamPosition(version=sys.maxsize))
        self.send_buffer = send_buffer
        self.serialize = serialize
        self.on_failed = on_failed
        self.known_presence = known_presence
        self.serialize_rematch = serialize_rematch
        self.known_rematch: str | None = None
        """The rematch that this watcher has been sent."""

    def move_to(self, position: StreamPosition) -> None:
        """Note what the watcher has now, and that it was read from the log before."""
        self.position, self.moved_at = position, time.monotonic()

    @property
    def version(self) -> int:
        return self.position.version

    @property
    def is_started(self) -> bool:
        return self.version < sys.maxsize


class Feed:
    """Brings every watcher of a match up to the latest known version, in order, without gaps or duplicates.

    Long polls are only woken: each reads the match itself afterwards, so reading the new events for them as well would
    double the time they take.

    A notification is only a hint that there may be new events. What is sent is what the event log has after each
    watcher's own version, so notifications may be lost, duplicated, late or wrong. A watcher whose events the log no
    longer has, because the database has gone back, learns that and gets no more.
    """

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.watchers: set[Watcher] = set()
        self.long_polls: dict[asyncio.Future[None], LongPoll] = {}
        self.latest_version = 0
        self.rematch: str | None = None
        self._updated_at = time.monotonic()
        self._task: asyncio.Task[None] | None = None
        # Watchers that may have more than the log, or something else.
        self._suspects: set[Watcher] = set()

    def on_head(self, head: StreamHead | None, asked_at: float) -> None:
        """Compare what the log had at `asked_at` (of the monotonic clock) or later with what watchers and polls have.

        A head that was asked for before somebody reached a position says nothing about that position.
        """
        for waiter, long_poll in self.long_polls.items():
            if long_poll.since <= asked_at and is_lost(long_poll.position, head) and not waiter.done():
                waiter.set_result(None)
        self._suspects |= {
            watcher
            for watcher in self.watchers
            if watcher.is_started and watcher.moved_at <= asked_at and is_lost(watcher.position, head)
        }
        self.on_update(head.version if head else 0)

    def on_update(self, version: int) -> None:
        """Note that the match may be at this version: wake long polls, and start delivering if a watcher is behind."""
        self.wake_long_polls(version)
        if version > self.latest_version:
            self.latest_version, self._updated_at = version, time.monotonic()
        # One task at a time keeps the order; a running one picks up the new version in its loop.
        if (self._task is None or self._task.done()) and self._watchers_to_update():
            self._task = asyncio.create_task(self._deliver())

    def wake_long_polls(self, version: int) -> None:
        """End the long polls that this version is new to."""
        for waiter, long_poll in self.long_polls.items():
            if version > long_poll.position.version and not waiter.done():
                waiter.set_result(None)

    def on_rematch(self, next_id: str | None) -> None:
        """Tell those who watch or wait that the match, which is over, has this rematch; None: it has none."""
        self.rematch = next_id
        if next_id is None:
            return
        for waiter, long_poll in self.long_polls.items():
            if long_poll.or_rematch and not waiter.done():
                waiter.set_result(None)
        self.send_rematch()

    def send_rematch(self) -> None:
        """Send the rematch to the watchers that have all events and haven't been sent it."""
        if self.rematch is None:
            return
        for watcher in self.watchers:
            has_all_events = watcher.is_started and watcher.version >= self.latest_version
            is_due = has_all_events and watcher.known_rematch != self.rematch
            if watcher.serialize_rematch is not None and is_due:
                watcher.known_rematch = self.rematch
                watcher.send_buffer.put([watcher.serialize_rematch(self.match_id, self.rematch)])

    def _watchers_to_update(self) -> list[Watcher]:
        return [
            watcher for watcher in self.watchers if watcher.version < self.latest_version or watcher in self._suspects
        ]

    async def _deliver(self) -> None:
        watchers: list[Watcher] = []
        try:
            while watchers := self._watchers_to_update():
                self._suspects.clear()
                after, target_version = min(watcher.version for watcher in watchers), self.latest_version
                accounts = {watcher.account for watcher in watchers}
                news = await run_in_thread(event_queries.events_since)(self.match_id, accounts, after)
                if news.head.version < target_version == self.latest_version:
                    # The notification arrived before the log was read, yet the log ends earlier: it was wrong.
                    # Without this the loop would poll forever for a version that doesn't exist.
                    self.latest_version = news.head.version
                self._send_events(watchers, news, after)
                self.send_rematch()
                HUB_LAG.observe(time.monotonic() - self._updated_at)
        except Error as error:
            # The hub's next poll of the stream versions calls `on_update` again.
            log.warning("could not read the new events of a match: %s", type(error).__name__)
        except Exception as error:
            # Whatever is wrong with this match, its watchers have to learn that nothing more comes.
            problem = problem_from_exception(error)
            if problem is None:
                log.exception("could not deliver the events of a match")
            self._fail(watchers, problem or Problem("server_error"))

    def _fail(self, watchers: Iterable[Watcher], problem: Problem) -> None:
        """Deliver nothing more to these watchers, and tell them why."""
        for watcher in watchers:
            if watcher in self.watchers:
                self.watchers.discard(watcher)
                watcher.on_failed(problem)

    def _send_events(self, watchers: Sequence[Watcher], news: NewEvents, after: int) -> None:
        serialized: dict[tuple[Audience, EventSerializer], list[str]] = {}
        for watcher in watchers:
            if watcher not in self.watchers:
                # Removed while the events were being read.
                continue
            if watcher.account not in news.audience_by_account:
                self._fail([watcher], Problem("not_found"))
                continue
            try:
                news.require(watcher.position)
            except PositionLost as lost:
                self._fail([watcher], problem_from_exception(lost) or Problem("server_error"))
                continue
            cache_key = news.audience_by_account[watcher.account], watcher.serialize
            if cache_key not in serialized:
                serialized[cache_key] = [
                    watcher.serialize(self.match_id, version, event)
                    for version, event in enumerate(news.events_by_audience[cache_key[0]], start=after + 1)
                ]
            # The page starts at the version of the watcher furthest behind; skip what this one already has.
            watcher.send_buffer.put(serialized[cache_key][watcher.version - after :])
            watcher.move_to(StreamPosition(version=news.head.version, hash=news.head.hash))
