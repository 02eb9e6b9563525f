"""Connection slots: a maximum at a time, and a slot that is no longer renewed becomes free."""

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from pytest_django import Settings

from games.limits import connection_slots
from games.limits.connection_slots import (
    ConnectionSlot,
    NoSlotAvailable,
    SlotScope,
    release_slot,
    renew_slots,
    reserve_slot,
)
from games.live.hub import Hub
from games.protocol.problems import Problem
from games.protocol.throttling import acquire_connection_slot


@pytest.fixture(autouse=True)
def _set_slot_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_slots, "MAX_CONNECTIONS_BY_SCOPE", {"account": 3, "address": 5, "match": 2})


def try_reserve_slot(account: str, address: str = "here") -> ConnectionSlot | None:
    try:
        return reserve_slot([("account", account), ("address", address)])
    except NoSlotAvailable:
        return None


def test_exactly_three_of_fifty_concurrent_connections_get_a_slot():
    with ThreadPoolExecutor(50) as pool:
        assert sum(slot is not None for slot in pool.map(try_reserve_slot, ["ada"] * 50)) == 3
    with pytest.raises(NoSlotAvailable) as refusal:
        reserve_slot([("account", "ada")])
    assert refusal.value.scope == "account"


def test_a_slot_is_reserved_in_every_scope_or_in_none():
    assert [try_reserve_slot(account) is not None for account in ("ada", "ada", "bea", "bea", "bea")] == [True] * 5
    assert try_reserve_slot("cleo") is None
    assert try_reserve_slot("cleo", "there") is not None


def test_rate_limits_scales_the_number_of_connections(settings: Settings):
    settings.RATE_LIMITS = 2
    assert [try_reserve_slot("ada") is not None for _ in range(7)] == [True] * 6 + [False]
    settings.RATE_LIMITS = 0.01
    assert [try_reserve_slot("bea", "there") is not None for _ in range(2)] == [True, False]


def test_a_released_slot_is_free_again():
    first, *_ = [try_reserve_slot("ada") for _ in range(3)]
    assert try_reserve_slot("ada") is None
    assert first is not None
    release_slot(first)
    assert try_reserve_slot("ada") is not None


def test_a_slot_that_is_not_renewed_expires(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connection_slots, "SLOT_TTL_SECONDS", 1)
    renewed, _, _ = [try_reserve_slot("ada") for _ in range(3)]
    assert renewed is not None
    for _ in range(3):
        time.sleep(0.4)
        renew_slots([renewed])
    assert [try_reserve_slot("ada") is not None for _ in range(3)] == [True, True, False]


def test_without_redis_every_connection_is_admitted_and_counted_once_redis_is_back(settings: Settings, monkeypatch):
    monkeypatch.setattr("games.redis_client.CIRCUIT_OPEN_SECONDS", 0.0)
    redis_url = settings.REDIS_URL
    settings.REDIS_URL = f"unix:///tmp/nobody-{secrets.token_hex(4)}"
    reserved = [try_reserve_slot("ada") for _ in range(4)]
    renew_slots([place for place in reserved if place])
    settings.REDIS_URL = redis_url
    renew_slots([place for place in reserved if place])
    assert None not in reserved
    assert try_reserve_slot("ada") is None


def test_slots_are_renewed_in_batches(monkeypatch: pytest.MonkeyPatch):
    calls: list[tuple[list[str], list[int | str]]] = []
    monkeypatch.setattr(connection_slots, "run_script", lambda script, keys, arguments: calls.append((keys, arguments)))
    monkeypatch.setattr(connection_slots, "MAX_SLOTS_PER_RENEWAL", 2)
    renew_slots([ConnectionSlot(slot_id="one", keys=("a", "b")), ConnectionSlot(slot_id="two", keys=("c",))])
    assert calls == [(["a", "b"], [30, "one", "one"]), (["c"], [30, "two"])]


@pytest.mark.parametrize(
    ("scope", "limit", "detail"),
    [("account", 3, "You have too many open connections."), ("match", 2, "This match has too many spectators.")],
)
def test_a_refused_connection_reports_the_limit_and_when_to_retry(scope: SlotScope, limit: int, detail: str):
    for _ in range(limit):
        acquire_connection_slot(("address", "here"), (scope, "ada"))
    with pytest.raises(Problem) as refusal:
        acquire_connection_slot(("address", "here"), (scope, "ada"))
    problem = refusal.value
    assert (problem.code, problem.detail) == ("too_many_requests", detail)
    assert (problem.headers, problem.extensions) == ({"Retry-After": "5"}, {"retry_after": 5})


class StubSlotHolder:
    """A connection that only holds a slot."""

    token_id = account = streaming_account = None

    def __init__(self, slot: ConnectionSlot) -> None:
        self.connection_slots = [slot]

    def check_health(self, now: float) -> None: ...
    def request_close(self, code: object) -> None: ...


def test_the_hub_renews_the_slots_of_its_connections(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connection_slots, "SLOT_TTL_SECONDS", 2)
    monkeypatch.setattr(connection_slots, "SLOT_RENEWAL_INTERVAL_SECONDS", 0.0)
    monkeypatch.setattr("games.live.hub.POLL_INTERVAL_SECONDS", 0.1)
    monkeypatch.setattr(Hub, "close", lambda hub: None)
    renewed, expiring, _ = (try_reserve_slot("ada") for _ in range(3))
    assert renewed is not None
    assert expiring is not None

    async def scenario() -> None:
        hub = Hub()
        with hub.track_connection(StubSlotHolder(renewed)):
            await asyncio.sleep(3)
        for task in hub._tasks.values():
            task.cancel()
        await asyncio.gather(*hub._tasks.values(), return_exceptions=True)

    asyncio.run(scenario())
    assert [try_reserve_slot("ada") is not None for _ in range(3)] == [True, True, False]
