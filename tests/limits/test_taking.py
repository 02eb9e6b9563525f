"""Taking from limits, from a real Redis and without one."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from pytest_django import Settings
from redis import Redis

from games.limits import Limit, take, take_all, taking
from games.limits.taking import KEY, key_of

TWENTY = Limit(name="twenty", most=20, seconds=60)
ONE = Limit(name="one", most=1, seconds=60)
BRIEF = Limit(name="brief", most=2, seconds=1)


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
    line = redis()

    def racy() -> bool:
        seen: Any = line.get("racy")
        line.set("racy", int(seen or 0) + 1, ex=60)
        return int(seen or 0) < 20

    assert passed(racy, 200) > 20


def test_what_is_left_is_told_and_when_there_is_room_again():
    told = [take(BRIEF, "ada") for _ in range(3)]
    assert [(one.passed, one.left) for one in told] == [(True, 1), (True, 0), (False, 0)]
    assert all(0 < one.wait <= 1 for one in told)
    time.sleep(told[-1].wait)
    assert take(BRIEF, "ada").passed


def test_no_stretch_of_time_holds_more_wherever_it_begins():
    begun = time.monotonic()
    moments = []
    while time.monotonic() < begun + 2.5:
        asked = time.monotonic()
        if take(BRIEF, "ada").passed:
            moments.append((asked, time.monotonic()))
        time.sleep(0.02)
    assert len(moments) >= 4
    for (_, first), (third, _) in zip(moments, moments[2:], strict=False):
        assert third - first > 1 - 0.1


def test_a_refusal_costs_nothing_and_nobody_spends_what_is_anothers():
    assert [take(BRIEF, "ada").passed for _ in range(10)] == [True, True] + [False] * 8
    assert take(BRIEF, "bea").left == 1
    time.sleep(1.01)
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
    assert 0 < int(str(redis().pttl(key_of(BRIEF, "u_0123456789")))) <= 1000


def test_limits_can_be_scaled_and_switched_off(settings: Settings):
    settings.RATE_LIMITS = 0.1
    assert [take(TWENTY, "ada").passed for _ in range(3)] == [True, True, False]
    settings.RATE_LIMITS = 0
    assert all(take(ONE, "ada").passed for _ in range(10))


@pytest.fixture(params=["refuses", "is silent"])
def away(request: pytest.FixtureRequest, settings: Settings, tmp_path: Path) -> Iterator[None]:
    """A Redis that can't be reached, or that takes what it is told and never answers."""
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(str(tmp_path / "deaf"))
        if request.param == "is silent":
            deaf.listen()
        settings.REDIS_URL = f"unix://{tmp_path / 'deaf'}"
        yield


def test_without_redis_a_cap_of_this_process_holds_and_says_so(away: None):
    begun = time.monotonic()
    told = [take(TWENTY, "ada") for _ in range(40)]
    assert sum(one.passed for one in told) == 20
    assert not any(one.sure for one in told)
    assert told[0].left == 19
    assert not told[-1].passed
    assert told[-1].wait == pytest.approx(3, abs=1)
    assert take(TWENTY, "bea").passed
    # One look at Redis in all of this: the others don't wait for it again.
    assert time.monotonic() - begun < 1


def test_once_redis_is_back_it_counts_again(away: None, settings: Settings, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(taking, "PAUSE", 0.0)
    assert not take(ONE, "ada").sure
    settings.REDIS_URL = PLACE
    assert take(ONE, "ada").sure


PLACE = settings.REDIS_URL


def test_the_cap_forgets_rather_than_grow(away: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.limits.local.MOST", 10)
    for number in range(100):
        take(ONE, str(number))
    assert len(taking._here._full_at) == 10
