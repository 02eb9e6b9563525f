"""Blocks of requests, leased by several processes from a real Redis, never let more pass than the limit."""

import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from redis import Redis

from games.limits import RateLimit, acquire_all, leases, sliding_window, try_acquire_locally
from games.limits.leases import LimitLeases
from games.limits.policies import request_limits
from games.limits.rate_limit import RateLimitResult
from games.redis_client import run_script

LEASED = RateLimit(name="leased", max_requests=100, window_seconds=600, may_be_leased=True)
SHARED = RateLimit(name="shared", max_requests=100, window_seconds=600, may_be_leased=True, is_shared=True)
BRIEF = RateLimit(name="brief", max_requests=256, window_seconds=1, may_be_leased=True, is_shared=True)
SMALL = RateLimit(name="small", max_requests=3, window_seconds=600, may_be_leased=True)
UNSUBTRACTED = ("for _ = 2, wanted do redis.call('LPUSH', key, string.format('%.0f', newest)) end", "")
STAMPED_TOO_EARLY = ("newest = math.max(newest, now + lease)", "")


@contextmanager
def mutated_script(change: tuple[str, str]) -> Iterator[None]:
    assert change[0] in sliding_window.ACQUIRE_SCRIPT
    with patch.object(sliding_window, "ACQUIRE_SCRIPT", sliding_window.ACQUIRE_SCRIPT.replace(*change)):
        yield


@pytest.fixture
def key() -> str:
    return new_key()


def new_key() -> str:
    return f"dixit:limit:test:{secrets.token_hex(8)}"


def count_entries(key: str) -> int:
    count: Any = Redis.from_url(settings.REDIS_URL).llen(key)
    return int(count)


def ask(process: LimitLeases, limit: RateLimit, key: str) -> RateLimitResult:
    return process.acquire_all([(limit, key)])[0]


def unused_requests(process: LimitLeases, key: str) -> int:
    block = process._blocks.get(key)
    return block.left if block else 0


def count_calls(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    calls: list[Sequence[str]] = []

    def note(script: str, keys: Sequence[str], arguments: Sequence[str | int]) -> Any:
        calls.append(keys)
        return run_script(script, keys, arguments)

    monkeypatch.setattr("games.limits.sliding_window.run_script", note)
    return calls


class Play:
    """Requests of two limits by several processes, in any order and with pauses."""

    def __init__(self, order: Sequence[tuple[int, int]], max_requests: int) -> None:
        limits = [RateLimit(name="x", max_requests=max_requests, window_seconds=600, may_be_leased=True) for _ in "ab"]
        self.keys = [new_key(), new_key()]
        self.processes = [LimitLeases() for _ in range(4)]
        self.passed = [0, 0]
        now = 1000.0
        with patch.object(time, "monotonic", lambda: now):
            for process, choice in order:
                if choice == 3:
                    now += 0.5
                    continue
                chosen = [0, 1] if choice == 2 else [choice]
                results = self.processes[process].acquire_all([(limits[i], self.keys[i]) for i in chosen])
                assert len({all(result.allowed for result in results)}) == 1
                if all(result.allowed for result in results):
                    for i in chosen:
                        self.passed[i] += 1
        self.counted = [count_entries(key) for key in self.keys]


def assert_never_more_pass(order: Sequence[tuple[int, int]], max_requests: int) -> None:
    play = Play(order, max_requests)
    for passed, counted in zip(play.passed, play.counted, strict=True):
        # What was not used counts until it is given back.
        assert passed <= counted <= max_requests


ORDERS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=50, max_size=110)


@hypothesis_settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=ORDERS, max_requests=st.sampled_from([3, 20, 40, 100]))
def test_whatever_the_order_never_more_than_the_limit_pass(order: list[tuple[int, int]], max_requests: int):
    assert_never_more_pass(order, max_requests)


def test_control_blocks_that_are_not_subtracted_let_too_many_pass():
    with mutated_script(UNSUBTRACTED), pytest.raises(AssertionError):
        assert_never_more_pass([(number // 20 % 4, 0) for number in range(160)], 100)


def test_concurrent_requests_of_several_processes_use_up_the_limit_and_no_more(key: str):
    processes = [LimitLeases() for _ in range(4)]
    with ThreadPoolExecutor(16) as pool:
        results = list(pool.map(lambda number: ask(processes[number % 4], SHARED, key).allowed, range(300)))
    unused = sum(unused_requests(process, key) for process in processes)
    assert count_entries(key) == 100
    assert 100 - 4 * leases.MAX_BLOCK < sum(results) <= 100 - unused


def passes_in_one_window(key: str) -> int:
    """Return how many pass within a second, with a block that is used late while everything else expires."""
    late, other = LimitLeases(), LimitLeases()
    started_at = time.monotonic()
    while unused_requests(late, key) < 3:
        assert ask(late, BRIEF, key).allowed
    while ask(other, BRIEF, key).allowed:
        pass
    time.sleep(started_at + 0.8 - time.monotonic())
    window_begins = time.monotonic()
    passed = 0
    while late.try_acquire([(BRIEF, key)]):
        passed += 1
    assert passed
    time.sleep(started_at + 1.1 - time.monotonic())
    while ask(other, BRIEF, key).allowed:
        passed += 1
    assert time.monotonic() < window_begins + 1
    return passed


def test_a_block_that_is_used_late_counts_for_a_whole_window(key: str):
    assert passes_in_one_window(key) <= BRIEF.max_requests


def test_control_a_block_that_counts_from_its_beginning_lets_too_many_pass(key: str):
    with mutated_script(STAMPED_TOO_EARLY):
        assert passes_in_one_window(key) > BRIEF.max_requests


def test_most_requests_of_an_active_client_need_no_redis(monkeypatch: pytest.MonkeyPatch):
    calls = count_calls(monkeypatch)
    for _ in range(100):
        results = acquire_all(list(request_limits("play", account="ada", address="here", match="m")))
        assert all(result.allowed for result in results)
    assert len(calls) <= 25


def test_what_remains_is_exact_while_one_process_answers(key: str):
    process = LimitLeases()
    assert [ask(process, LEASED, key).remaining for _ in range(100)] == list(range(99, -1, -1))
    refused = ask(process, LEASED, key)
    assert (refused.allowed, refused.remaining) == (False, 0)
    assert 590 < refused.wait_seconds <= 601


def test_what_remains_is_exact_while_processes_take_turns(key: str):
    processes = [LimitLeases() for _ in range(2)]
    remaining = [ask(processes[number % 2], LEASED, key).remaining for number in range(100)]
    assert remaining == list(range(99, -1, -1))


def test_near_the_limit_every_request_is_counted_one_by_one(key: str, monkeypatch: pytest.MonkeyPatch):
    calls = count_calls(monkeypatch)
    process = LimitLeases()
    assert [ask(process, SMALL, key).allowed for _ in range(5)] == [True] * 3 + [False] * 2
    assert len(calls) == 5


def test_a_slow_client_gets_no_blocks_and_what_is_left_of_one_is_given_back(key: str, monkeypatch: pytest.MonkeyPatch):
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    process = LimitLeases()
    for number in range(1, 6):
        ask(process, LEASED, key)
        assert count_entries(key) == number
        now += 2
    used = 5
    while not unused_requests(process, key):
        ask(process, LEASED, key)
        used += 1
    assert count_entries(key) > used
    # Processes of 0.2.0 read the same list, and know whole numbers only.
    entries: Any = Redis.from_url(settings.REDIS_URL).lrange(key, 0, -1)
    assert all(entry.isdigit() for entry in entries)
    assert entries == sorted(entries, reverse=True)
    now += 2
    # By the next call to Redis, whatever it is for.
    ask(process, LEASED, new_key())
    assert count_entries(key) == used


def test_a_request_that_another_limit_refuses_costs_nothing(key: str):
    process, small_key = LimitLeases(), new_key()
    while not unused_requests(process, key):
        ask(process, LEASED, key)
    for _ in range(3):
        ask(process, SMALL, small_key)
    before = unused_requests(process, key), count_entries(key)
    results = process.acquire_all([(LEASED, key), (SMALL, small_key)])
    assert [result.allowed for result in results] == [True, False]
    assert (unused_requests(process, key), count_entries(key)) == before
    assert results[0].remaining == LEASED.max_requests - before[1] + before[0]


def test_acquiring_locally_needs_no_redis_and_never_refuses(monkeypatch: pytest.MonkeyPatch):
    wanted = list(request_limits("read", account="ada", address="here", match=None))
    assert try_acquire_locally(wanted) is None
    for _ in range(2):
        acquire_all(wanted)
    calls = count_calls(monkeypatch)
    results = try_acquire_locally(wanted)
    assert results is not None
    assert [(result.limit.name, result.allowed) for result in results] == [("read", True), ("address", True)]
    while try_acquire_locally(wanted):
        pass
    assert not calls


@pytest.mark.parametrize("kind", ["open", "identity"])
def test_rare_requests_are_never_leased(kind: Any, monkeypatch: pytest.MonkeyPatch):
    calls = count_calls(monkeypatch)
    for number in range(1, 6):
        acquire_all(list(request_limits(kind, account="ada", address="here", match=None)))
        assert len(calls) == number
    assert RateLimit(name="login", max_requests=9, window_seconds=9).may_be_leased is False


def test_a_block_is_dropped_at_its_end(key: str, monkeypatch: pytest.MonkeyPatch):
    process = LimitLeases()
    while not unused_requests(process, key):
        ask(process, LEASED, key)
    now = time.monotonic() + leases.LEASE_SECONDS
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert process.try_acquire([(LEASED, key)]) is None


def test_the_oldest_block_makes_way(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(leases, "MAX_BLOCKS", 5)
    process = LimitLeases()
    for _ in range(20):
        ask(process, LEASED, new_key())
    assert len(process._blocks) == 5


def test_a_forked_process_has_no_blocks_of_its_parent():
    process = LimitLeases()
    key = new_key()
    while not unused_requests(process, key):
        ask(process, LEASED, key)
    holder, lock = process._process, process._lock
    process.clear()
    assert process.try_acquire([(LEASED, key)]) is None
    assert process._process != holder
    assert process._lock is not lock
    assert isinstance(process._lock, type(threading.Lock()))
