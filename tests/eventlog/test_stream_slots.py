"""Few at a time may lock a match; the others wait without a connection, and a blocked match refuses at once."""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace

import pytest
from django.db import OperationalError

from games.eventlog import stream_slots
from games.eventlog.stream_slots import MAX_SLOTS_PER_STREAM, StreamBlocked, stream_slot

MATCH = "m"


@pytest.fixture(autouse=True)
def closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[None]]:
    """A connection outside a transaction that notes when it is closed; no match is locked before or after the test."""
    closed = list[None]()
    connection = SimpleNamespace(in_atomic_block=False, vendor="postgresql", close=lambda: closed.append(None))
    monkeypatch.setattr(stream_slots, "connection", connection)
    monkeypatch.setattr(stream_slots, "_streams", {})
    monkeypatch.setattr(stream_slots, "is_lock_timeout", lambda error: str(error) == "lock timeout")
    yield closed
    assert not [stream for stream in stream_slots._streams.values() if stream.taken or stream.waiting]


class Holders:
    """Threads that hold slots of the match until `let_go`."""

    def __init__(self, threads: ThreadPoolExecutor, count: int, error: Exception | None = None) -> None:
        self.end, self.error, self.entered = Event(), error, [Event() for _ in range(count)]
        self.futures: list[Future[None]] = [threads.submit(self.hold, entered) for entered in self.entered]

    def hold(self, entered: Event) -> None:
        with stream_slot(MATCH):
            entered.set()
            assert self.end.wait(5)
            if self.error:
                raise self.error

    def let_go(self) -> None:
        self.end.set()


def wait_until_some_wait(count: int) -> None:
    deadline = time.monotonic() + 5
    while len(stream_slots._streams[MATCH].waiting) < count:
        assert time.monotonic() < deadline
        time.sleep(0.001)


def block() -> None:
    with pytest.raises(StreamBlocked), stream_slot(MATCH):
        raise OperationalError("lock timeout")


def test_a_few_hold_a_slot_and_the_next_waits_without_a_connection(closed: list[None]) -> None:
    with ThreadPoolExecutor(8) as threads:
        holders = Holders(threads, MAX_SLOTS_PER_STREAM)
        assert all(entered.wait(5) for entered in holders.entered)
        assert not closed
        waiting = Holders(threads, 1)
        wait_until_some_wait(1)
        assert len(closed) == 1
        assert not waiting.entered[0].is_set()
        with stream_slot("another match"):
            pass
        holders.let_go()
        assert waiting.entered[0].wait(5)
        waiting.let_go()
    assert stream_slots._streams == {}


def test_nobody_waits_longer_than_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_slots, "SLOT_TIMEOUT_SECONDS", 0.02)
    with ThreadPoolExecutor(8) as threads:
        holders = Holders(threads, MAX_SLOTS_PER_STREAM)
        assert all(entered.wait(5) for entered in holders.entered)
        with pytest.raises(StreamBlocked, match="too many wait"), stream_slot(MATCH):
            pass
        holders.let_go()
    assert stream_slots._streams == {}


def test_a_lock_that_is_not_granted_refuses_those_that_wait_and_come_later() -> None:
    with ThreadPoolExecutor(8) as threads:
        holders = Holders(threads, MAX_SLOTS_PER_STREAM, OperationalError("lock timeout"))
        assert all(entered.wait(5) for entered in holders.entered)
        waiting = Holders(threads, 2)
        wait_until_some_wait(2)
        holders.let_go()
        for future in (*holders.futures, *waiting.futures):
            assert isinstance(future.exception(5), StreamBlocked)
    with pytest.raises(StreamBlocked, match="is locked"), stream_slot(MATCH):
        pass
    with stream_slot("another match"):
        pass


def test_one_at_a_time_finds_out_whether_a_match_is_still_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_slots, "BLOCKED_SECONDS", 0)
    block()
    with ThreadPoolExecutor(8) as threads:
        first = Holders(threads, 1)
        assert first.entered[0].wait(5)
        second = Holders(threads, 1)
        wait_until_some_wait(1)
        first.let_go()
        assert second.entered[0].wait(5)
        second.let_go()
    # The lock was granted, so nothing of the blockade is left.
    assert stream_slots._streams == {}


@pytest.mark.parametrize("error", [OperationalError("server closed the connection"), ValueError("no such seat")])
def test_other_errors_block_nothing(error: Exception) -> None:
    with pytest.raises(type(error)) as raised, stream_slot(MATCH):
        raise error
    assert raised.value is error
    assert stream_slots._streams == {}


def test_within_a_transaction_no_slot_is_taken_but_a_blocked_match_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = SimpleNamespace(in_atomic_block=True, vendor="postgresql")
    monkeypatch.setattr(stream_slots, "connection", connection)
    with stream_slot(MATCH), stream_slot(MATCH), stream_slot(MATCH):
        assert stream_slots._streams == {}
    block()
    with pytest.raises(StreamBlocked), stream_slot(MATCH):
        pass
