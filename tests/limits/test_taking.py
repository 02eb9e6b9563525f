"""Taking from limits, from a real Redis and without one."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import pytest
from django.conf import settings
from pytest_django import Settings
from redis import Redis

from games.limits import RateLimit, acquire, acquire_all, acquire_one, redis_client
from games.limits.acquire import RATE_LIMIT_KEY_PREFIX, rate_limit_key
from tests.limits.conftest import Deaf

TWENTY = RateLimit(name="twenty", max_requests=20, window_seconds=600)
ONE = RateLimit(name="one", max_requests=1, window_seconds=60)
QUICK = RateLimit(name="quick", max_requests=2, window_seconds=1)
BRIEF = RateLimit(name="brief", max_requests=2, window_seconds=2)


@cache
def redis() -> "Redis":
    return Redis.from_url(settings.REDIS_URL)


def passed(ask: Callable[[], bool], times: int) -> int:
    """How many pass of so many that ask at the same time."""
    together = threading.Barrier(50)

    def one(number: int) -> bool:
        together.wait(10)
        return ask()

    with ThreadPoolExecutor(50) as crowd:
        return sum(crowd.map(one, range(times)))


def test_of_two_hundred_at_once_exactly_twenty_pass():
    assert passed(lambda: acquire_one(TWENTY, "ada").allowed, 200) == 20


def test_control_a_limiter_that_looks_first_and_writes_then_lets_more_pass():
    store = redis()

    def racy() -> bool:
        seen: Any = store.get("racy")
        store.set("racy", int(seen or 0) + 1, ex=60)
        return int(seen or 0) < 20

    assert passed(racy, 200) > 20


def test_what_is_left_is_told_and_when_there_is_room_again():
    told = [acquire_one(BRIEF, "ada") for _ in range(3)]
    assert [(one.allowed, one.remaining) for one in told] == [(True, 1), (True, 0), (False, 0)]
    assert all(0 < one.wait_seconds <= 2 for one in told)
    time.sleep(told[-1].wait_seconds)
    assert acquire_one(BRIEF, "ada").allowed


def test_no_stretch_of_time_holds_more_wherever_it_begins():
    moments = []
    for _ in range(4):
        asked = time.monotonic()
        while not (told := acquire_one(QUICK, "ada")).allowed:
            time.sleep(told.wait_seconds)
        moments.append((asked, time.monotonic()))
        time.sleep(0.3)
    for (first, _), (_, third) in zip(moments, moments[2:], strict=False):
        assert third - first > 0.99


def test_a_refusal_costs_nothing_and_nobody_spends_what_is_anothers():
    assert [acquire_one(BRIEF, "ada").allowed for _ in range(10)] == [True, True] + [False] * 8
    assert acquire_one(BRIEF, "bea").remaining == 1
    time.sleep(2.01)
    assert acquire_one(BRIEF, "ada").remaining == 1


def test_of_several_limits_something_is_taken_from_each_or_from_none():
    assert [one.remaining for one in acquire_all([(TWENTY, "ada"), (ONE, "ada")])] == [19, 0]
    refused = acquire_all([(TWENTY, "ada"), (ONE, "ada")])
    assert [(one.allowed, one.remaining) for one in refused] == [(True, 19), (False, 0)]
    assert acquire_one(TWENTY, "ada").remaining == 18


def test_keys_tell_of_nobody_and_expire():
    acquire_all([(TWENTY, "203.0.113.7"), (BRIEF, "u_0123456789")])
    keys = [key.decode() for key in redis().scan_iter(f"{RATE_LIMIT_KEY_PREFIX}*")]
    assert {rate_limit_key(TWENTY, "203.0.113.7"), rate_limit_key(BRIEF, "u_0123456789")} <= set(keys)
    assert not [key for key in keys if "203.0" in key or "u_" in key]
    assert 0 < int(str(redis().pttl(rate_limit_key(BRIEF, "u_0123456789")))) <= 2000


def test_limits_can_be_scaled_and_switched_off(settings: Settings):
    settings.RATE_LIMITS = 0.1
    assert [acquire_one(TWENTY, "ada").allowed for _ in range(3)] == [True, True, False]
    settings.RATE_LIMITS = 0
    assert all(acquire_one(ONE, "ada").allowed for _ in range(10))


def test_without_redis_a_cap_of_this_process_holds_and_says_so(away: Deaf):
    begun = time.monotonic()
    told = [acquire_one(TWENTY, "ada") for _ in range(40)]
    waited = time.monotonic() - begun
    assert sum(one.allowed for one in told) == 20
    assert not any(one.exact for one in told)
    assert told[0].remaining == 19
    assert not told[-1].allowed
    assert 0 < told[-1].wait_seconds <= 30
    assert acquire_one(TWENTY, "bea").allowed
    # Nobody waits who comes soon after somebody has waited.
    assert away.asked() <= waited / redis_client.CIRCUIT_OPEN_SECONDS + 1


def test_once_redis_is_back_it_counts_again(away: Deaf, settings: Settings, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(redis_client, "CIRCUIT_OPEN_SECONDS", 0.0)
    assert not acquire_one(ONE, "ada").exact
    settings.REDIS_URL = PLACE
    assert acquire_one(ONE, "ada").exact


PLACE = settings.REDIS_URL


def test_the_cap_forgets_rather_than_grow(away: Deaf, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.limits.local_limit.MAX_TRACKED_KEYS", 10)
    for number in range(100):
        acquire_one(ONE, str(number))
    assert len(acquire._local_limiter._full_at) == 10
