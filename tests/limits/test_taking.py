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

from games.limits import Limit, line, take, take_all, taking
from games.limits.taking import KEY, key_of
from tests.limits.conftest import Deaf

TWENTY = Limit(name="twenty", most=20, seconds=600)
ONE = Limit(name="one", most=1, seconds=60)
QUICK = Limit(name="quick", most=2, seconds=1)
BRIEF = Limit(name="brief", most=2, seconds=2)


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
    assert passed(lambda: take(TWENTY, "ada").passed, 200) == 20


def test_control_a_limiter_that_looks_first_and_writes_then_lets_more_pass():
    store = redis()

    def racy() -> bool:
        seen: Any = store.get("racy")
        store.set("racy", int(seen or 0) + 1, ex=60)
        return int(seen or 0) < 20

    assert passed(racy, 200) > 20


def test_what_is_left_is_told_and_when_there_is_room_again():
    told = [take(BRIEF, "ada") for _ in range(3)]
    assert [(one.passed, one.left) for one in told] == [(True, 1), (True, 0), (False, 0)]
    assert all(0 < one.wait <= 2 for one in told)
    time.sleep(told[-1].wait)
    assert take(BRIEF, "ada").passed


def test_no_stretch_of_time_holds_more_wherever_it_begins():
    moments = []
    for _ in range(4):
        asked = time.monotonic()
        while not (told := take(QUICK, "ada")).passed:
            time.sleep(told.wait)
        moments.append((asked, time.monotonic()))
        time.sleep(0.3)
    for (first, _), (_, third) in zip(moments, moments[2:], strict=False):
        assert third - first > 0.99


def test_a_refusal_costs_nothing_and_nobody_spends_what_is_anothers():
    assert [take(BRIEF, "ada").passed for _ in range(10)] == [True, True] + [False] * 8
    assert take(BRIEF, "bea").left == 1
    time.sleep(2.01)
    assert take(BRIEF, "ada").left == 1


def test_of_several_limits_something_is_taken_from_each_or_from_none():
    assert [one.left for one in take_all([(TWENTY, "ada"), (ONE, "ada")])] == [19, 0]
    refused = take_all([(TWENTY, "ada"), (ONE, "ada")])
    assert [(one.passed, one.left) for one in refused] == [(True, 19), (False, 0)]
    assert take(TWENTY, "ada").left == 18


def test_keys_tell_of_nobody_and_expire():
    take_all([(TWENTY, "203.0.113.7"), (BRIEF, "u_0123456789")])
    keys = [key.decode() for key in redis().scan_iter(f"{KEY}*")]
    assert {key_of(TWENTY, "203.0.113.7"), key_of(BRIEF, "u_0123456789")} <= set(keys)
    assert not [key for key in keys if "203.0" in key or "u_" in key]
    assert 0 < int(str(redis().pttl(key_of(BRIEF, "u_0123456789")))) <= 2000


def test_limits_can_be_scaled_and_switched_off(settings: Settings):
    settings.RATE_LIMITS = 0.1
    assert [take(TWENTY, "ada").passed for _ in range(3)] == [True, True, False]
    settings.RATE_LIMITS = 0
    assert all(take(ONE, "ada").passed for _ in range(10))


def test_without_redis_a_cap_of_this_process_holds_and_says_so(away: Deaf):
    begun = time.monotonic()
    told = [take(TWENTY, "ada") for _ in range(40)]
    waited = time.monotonic() - begun
    assert sum(one.passed for one in told) == 20
    assert not any(one.sure for one in told)
    assert told[0].left == 19
    assert not told[-1].passed
    assert 0 < told[-1].wait <= 30
    assert take(TWENTY, "bea").passed
    # Nobody waits who comes soon after somebody has waited.
    assert away.asked() <= waited / line.PAUSE + 1


def test_once_redis_is_back_it_counts_again(away: Deaf, settings: Settings, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(line, "PAUSE", 0.0)
    assert not take(ONE, "ada").sure
    settings.REDIS_URL = PLACE
    assert take(ONE, "ada").sure


PLACE = settings.REDIS_URL


def test_the_cap_forgets_rather_than_grow(away: Deaf, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.limits.local.MOST", 10)
    for number in range(100):
        take(ONE, str(number))
    assert len(taking._here._full_at) == 10
