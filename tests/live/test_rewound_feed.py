"""A feed whose log goes back: watchers and long polls of what it no longer has are told, and nobody else."""

import asyncio
import time
from collections.abc import Callable, Collection

import pytest

from games.eventlog.event_reader import StreamHead
from games.eventlog.stream_position import StreamPosition
from games.live.feed import Feed, LongPoll, Watcher
from games.live.send_buffer import SendBuffer
from games.matches import event_queries
from games.matches.event_queries import NewEvents
from games.matches.match_access import NoSuchMatch
from games.protocol.problems import Problem
from games.rulebook.audience import PUBLIC_AUDIENCE

FIRST = ["first-1", "first-2", "first-3", "first-4", "first-5"]
"""The hashes of a log, from version 1 on; they are its events, too."""


class Log:
    """The log that a feed reads, which can be exchanged."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hashes: list[str] | None = FIRST
        monkeypatch.setattr(event_queries, "events_since", self.events_since)
        # Without a thread, so that a test decides what happens before what.
        monkeypatch.setattr("games.live.feed.run_in_thread", self.run_at_once)

    @property
    def head(self) -> StreamHead | None:
        if self.hashes is None:
            return None
        return StreamHead(version=len(self.hashes), hash=self.hashes[-1], erasure_count=0)

    def events_since(self, match_id: str, accounts: Collection[str], after: int) -> NewEvents:
        if self.hashes is None or self.head is None:
            raise NoSuchMatch
        return NewEvents(
            head=self.head,
            hash_by_version=dict(enumerate(self.hashes, start=1)),
            audience_by_account=dict.fromkeys(accounts, PUBLIC_AUDIENCE),
            events_by_audience={PUBLIC_AUDIENCE: self.hashes[after:]},
        )

    def run_at_once(self, work: Callable[..., NewEvents]) -> Callable[..., asyncio.Future[NewEvents]]:
        async def run(*args: object) -> NewEvents:
            return work(*args)

        return lambda *args: asyncio.ensure_future(run(*args))


class Reader:
    """A watcher with what it has been sent."""

    def __init__(self, feed: Feed, position: StreamPosition) -> None:
        self.problems: list[Problem] = []
        self.buffer = SendBuffer(lambda: None)
        self.watcher = Watcher("ada", self.buffer, lambda match_id, version, event: event, self.problems.append)
        self.watcher.move_to(position)
        feed.watchers.add(self.watcher)

    @property
    def events(self) -> list[str]:
        return list(self.buffer._texts)

    @property
    def codes(self) -> list[str]:
        return [problem.code for problem in self.problems]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    return Log(monkeypatch)


def position(version: int) -> StreamPosition:
    return StreamPosition(version=version, hash=FIRST[version - 1])


async def hear_of(feed: Feed, log: Log) -> None:
    """Let the feed have the head of the log, as the hub's poll does, and deliver."""
    feed.on_head(log.head, asked_at=time.monotonic())
    if feed._task:
        await feed._task


REWOUND_LOGS = [
    (FIRST[:4], "version_ahead"),
    ([*FIRST[:4], "other-5"], "history_mismatch"),
    ([*FIRST[:3], "other-4", "other-5", "other-6"], "history_mismatch"),
    (None, "not_found"),
]


@pytest.mark.parametrize(("hashes", "code"), REWOUND_LOGS, ids=["behind", "other", "other and ahead", "gone"])
def test_a_watcher_of_what_the_log_no_longer_has_is_told_once_and_gets_nothing_else(log: Log, hashes, code):
    async def scenario() -> Reader:
        feed = Feed("m")
        reader = Reader(feed, position(5))
        await hear_of(feed, log)
        assert (reader.events, reader.codes) == ([], [])
        log.hashes = hashes
        await hear_of(feed, log)
        await hear_of(feed, log)
        return reader

    reader = asyncio.run(scenario())
    assert (reader.events, reader.codes) == ([], [code])
    if hashes:
        body = reader.problems[0].body
        assert (body["version"], body["head"]) == (len(hashes), hashes[-1])


def test_those_whose_events_the_log_still_has_go_on(log: Log):
    async def scenario() -> tuple[Reader, Reader]:
        feed = Feed("m")
        slow, fast = Reader(feed, position(3)), Reader(feed, position(5))
        log.hashes = [*FIRST[:3], "other-4", "other-5"]
        await hear_of(feed, log)
        log.hashes = [*log.hashes, "other-6"]
        await hear_of(feed, log)
        return slow, fast

    slow, fast = asyncio.run(scenario())
    assert (slow.events, slow.codes) == (["other-4", "other-5", "other-6"], [])
    assert (fast.events, fast.codes) == ([], ["history_mismatch"])


def test_a_notification_alone_finds_the_other_history_as_well(log: Log):
    async def scenario() -> Reader:
        feed = Feed("m")
        reader = Reader(feed, position(5))
        log.hashes = [*FIRST[:4], "other-5", "other-6"]
        feed.on_update(6)
        assert feed._task is not None
        await feed._task
        return reader

    reader = asyncio.run(scenario())
    assert (reader.events, reader.codes) == ([], ["history_mismatch"])


def test_a_head_asked_for_before_the_watcher_got_there_says_nothing(log: Log):
    async def scenario() -> Reader:
        feed = Feed("m")
        asked_at = time.monotonic()
        reader = Reader(feed, position(5))
        feed.on_head(StreamHead(version=4, hash=FIRST[3], erasure_count=0), asked_at=asked_at - 0.001)
        assert feed._task is None
        return reader

    assert asyncio.run(scenario()).codes == []


def test_a_hint_of_a_version_that_was_lost_doesnt_stop_delivery(log: Log):
    async def scenario() -> Reader:
        feed = Feed("m")
        feed.on_update(99)
        log.hashes = [*FIRST[:4], "other-5"]
        reader = Reader(feed, position(4))
        await hear_of(feed, log)
        log.hashes = [*log.hashes, "other-6"]
        await hear_of(feed, log)
        return reader

    reader = asyncio.run(scenario())
    assert (reader.events, reader.codes) == (["other-5", "other-6"], [])


@pytest.mark.parametrize(("hashes", "code"), REWOUND_LOGS, ids=["behind", "other", "other and ahead", "gone"])
def test_a_long_poll_for_what_the_log_no_longer_has_ends(log: Log, hashes, code):
    async def scenario() -> bool:
        feed = Feed("m")
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        feed.long_polls[waiter] = LongPoll(position(5), or_rematch=False, since=time.monotonic())
        await hear_of(feed, log)
        assert not waiter.done()
        log.hashes = hashes
        await hear_of(feed, log)
        return waiter.done()

    assert asyncio.run(scenario())
