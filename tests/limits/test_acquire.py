"""Acquire from rate limits, with a real Redis and without one."""

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

from games import redis_client
from games.limits import RateLimit, acquire, acquire_all, acquire_one
from games.limits.acquire import RATE_LIMIT_KEY_PREFIX, rate_limit_key
from games.limits.local_limit import TokenBucket
from games.limits.policies import RequestKind, request_limits
from games.webserver.websocket_protocol import FRAME_LIMIT
from tests.limits.conftest import UnresponsiveRedis

TWENTY_PER_TEN_MINUTES = RateLimit(name="twenty", max_requests=20, window_seconds=600)
ONE_PER_MINUTE = RateLimit(name="one", max_requests=1, window_seconds=60)
TWO_PER_SECOND = RateLimit(name="quick", max_requests=2, window_seconds=1)
TWO_PER_TWO_SECONDS = RateLimit(name="brief", max_requests=2, window_seconds=2)


@cache
def redis_connection() -> "Redis":
    return Redis.from_url(settings.REDIS_URL)


def count_concurrent_passes(attempt: Callable[[], bool], times: int) -> int:
    """Return how many of this number of concurrent requests pass."""
    barrier = threading.Barrier(50)

    def attempt_together(number: int) -> bool:
        barrier.wait(10)
        return attempt()

    with ThreadPoolExecutor(50) as pool:
        return sum(pool.map(attempt_together, range(times)))


def test_exactly_twenty_of_two_hundred_concurrent_requests_pass():
    assert count_concurrent_passes(lambda: acquire_one(TWENTY_PER_TEN_MINUTES, "ada").allowed, 200) == 20


def test_control_a_check_then_write_limiter_lets_too_many_pass():
    store = redis_connection()

    def check_then_write() -> bool:
        count: Any = store.get("racy")
        store.set("racy", int(count or 0) + 1, ex=60)
        return int(count or 0) < 20

    assert count_concurrent_passes(check_then_write, 200) > 20


def test_results_report_what_is_left_and_when_to_retry():
    results = [acquire_one(TWO_PER_TWO_SECONDS, "ada") for _ in range(3)]
    assert [(one.allowed, one.remaining) for one in results] == [(True, 1), (True, 0), (False, 0)]
    assert all(0 < one.wait_seconds <= 2 for one in results)
    time.sleep(results[-1].wait_seconds)
    assert acquire_one(TWO_PER_TWO_SECONDS, "ada").allowed


def test_no_sliding_window_ever_exceeds_the_limit():
    acquisitions = []
    for _ in range(4):
        asked_at = time.monotonic()
        while not (result := acquire_one(TWO_PER_SECOND, "ada")).allowed:
            time.sleep(result.wait_seconds)
        acquisitions.append((asked_at, time.monotonic()))
        time.sleep(0.3)
    for (first, _), (_, third) in zip(acquisitions, acquisitions[2:], strict=False):
        assert third - first > 0.99


def test_refusals_are_not_counted_and_accounts_do_not_share_a_limit():
    assert [acquire_one(TWO_PER_TWO_SECONDS, "ada").allowed for _ in range(10)] == [True, True] + [False] * 8
    assert acquire_one(TWO_PER_TWO_SECONDS, "bea").remaining == 1
    time.sleep(2.01)
    assert acquire_one(TWO_PER_TWO_SECONDS, "ada").remaining == 1


def test_several_limits_are_acquired_together_or_not_at_all():
    assert [one.remaining for one in acquire_all([(TWENTY_PER_TEN_MINUTES, "ada"), (ONE_PER_MINUTE, "ada")])] == [19, 0]
    refused = acquire_all([(TWENTY_PER_TEN_MINUTES, "ada"), (ONE_PER_MINUTE, "ada")])
    assert [(one.allowed, one.remaining) for one in refused] == [(True, 19), (False, 0)]
    assert acquire_one(TWENTY_PER_TEN_MINUTES, "ada").remaining == 18


def test_redis_keys_reveal_no_identity_and_expire():
    acquire_all([(TWENTY_PER_TEN_MINUTES, "203.0.113.7"), (TWO_PER_TWO_SECONDS, "u_0123456789")])
    keys = [key.decode() for key in redis_connection().scan_iter(f"{RATE_LIMIT_KEY_PREFIX}*")]
    assert {
        rate_limit_key(TWENTY_PER_TEN_MINUTES, "203.0.113.7"),
        rate_limit_key(TWO_PER_TWO_SECONDS, "u_0123456789"),
    } <= set(keys)
    assert not [key for key in keys if "203.0" in key or "u_" in key]
    assert 0 < int(str(redis_connection().pttl(rate_limit_key(TWO_PER_TWO_SECONDS, "u_0123456789")))) <= 2000


@pytest.mark.parametrize(
    ("kind", "account", "match", "expected"),
    [
        ("read", None, None, [("read", "address here"), ("address", "here")]),
        ("open", "ada", None, [("open", "account ada"), ("address", "here")]),
        ("play", "ada", "m", [("play", "account ada"), ("address", "play here"), ("match", "m")]),
    ],
)
def test_a_request_is_charged_to_its_limits(kind: RequestKind, account: str | None, match: str | None, expected: Any):
    limits = request_limits(kind, account=account, address="here", match=match)
    assert [(limit.name, identity) for limit, identity in limits] == expected


def test_limits_can_be_scaled_and_switched_off(settings: Settings):
    settings.RATE_LIMITS = 0.1
    assert [acquire_one(TWENTY_PER_TEN_MINUTES, "ada").allowed for _ in range(3)] == [True, True, False]
    settings.RATE_LIMITS = 0
    assert all(acquire_one(ONE_PER_MINUTE, "ada").allowed for _ in range(10))


def test_without_redis_a_process_local_limit_applies_and_is_marked_as_inexact(unresponsive_redis: UnresponsiveRedis):
    started_at = time.monotonic()
    results = [acquire_one(TWENTY_PER_TEN_MINUTES, "ada") for _ in range(40)]
    waited_seconds = time.monotonic() - started_at
    assert sum(one.allowed for one in results) == 20
    assert not any(one.exact for one in results)
    assert results[0].remaining == 19
    assert not results[-1].allowed
    assert 0 < results[-1].wait_seconds <= 30
    assert acquire_one(TWENTY_PER_TEN_MINUTES, "bea").allowed
    # A caller does not wait soon after another caller has waited.
    assert unresponsive_redis.count_connection_attempts() <= waited_seconds / redis_client.CIRCUIT_OPEN_SECONDS + 1


def test_counting_in_redis_resumes_once_redis_is_back(
    unresponsive_redis: UnresponsiveRedis, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(redis_client, "CIRCUIT_OPEN_SECONDS", 0.0)
    assert not acquire_one(ONE_PER_MINUTE, "ada").exact
    settings.REDIS_URL = REACHABLE_REDIS_URL
    assert acquire_one(ONE_PER_MINUTE, "ada").exact


REACHABLE_REDIS_URL = settings.REDIS_URL


def test_a_token_bucket_allows_a_burst_and_refills_evenly(monkeypatch: pytest.MonkeyPatch):
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    bucket = TokenBucket()
    assert [bucket.try_take(FRAME_LIMIT) for _ in range(203)] == [True] * 200 + [False] * 3
    now[0] += 0.1
    assert [bucket.try_take(FRAME_LIMIT) for _ in range(7)] == [True] * 5 + [False] * 2
    now[0] += 3600
    assert sum(bucket.try_take(FRAME_LIMIT) for _ in range(300)) == 200


def test_the_process_local_limit_evicts_keys_instead_of_growing(
    unresponsive_redis: UnresponsiveRedis, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("games.limits.local_limit.MAX_TRACKED_KEYS", 10)
    for number in range(100):
        acquire_one(ONE_PER_MINUTE, str(number))
    assert len(acquire._local_limiter._buckets) == 10
