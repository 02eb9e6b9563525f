"""Places for connections: at most so many at a time, and what nobody keeps is free again."""

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from pytest_django import Settings

from games.limits import connection_slots
from games.limits.connection_slots import ConnectionSlot, NoSlotAvailable, release_slot, renew_slots, reserve_slot
from games.live.hub import Hub


@pytest.fixture(autouse=True)
def _three(settings: Settings) -> None:
    settings.PLACES = {"account": 3, "address": 5, "match": 2}


def held(account: str, address: str = "here") -> ConnectionSlot | None:
    try:
        return reserve_slot([("account", account), ("address", address)])
    except NoSlotAvailable:
        return None


def test_of_fifty_at_once_three_get_a_place():
    with ThreadPoolExecutor(50) as crowd:
        assert sum(place is not None for place in crowd.map(held, ["ada"] * 50)) == 3
    with pytest.raises(NoSlotAvailable) as full:
        reserve_slot([("account", "ada")])
    assert full.value.scope == "account"


def test_a_place_is_held_in_every_crowd_or_in_none():
    assert [held(who) is not None for who in ("ada", "ada", "bea", "bea", "bea")] == [True] * 5
    assert held("cleo") is None
    assert held("cleo", "there") is not None


def test_a_place_that_is_left_is_free():
    first, *_ = [held("ada") for _ in range(3)]
    assert held("ada") is None
    assert first is not None
    release_slot(first)
    assert held("ada") is not None


def test_a_place_that_nobody_keeps_is_free_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connection_slots, "SLOT_TTL_SECONDS", 1)
    kept, _, _ = [held("ada") for _ in range(3)]
    assert kept is not None
    for _ in range(3):
        time.sleep(0.4)
        renew_slots([kept])
    assert [held("ada") is not None for _ in range(3)] == [True, True, False]


def test_without_redis_nobody_is_kept_out_and_all_are_counted_once_it_is_back(settings: Settings, monkeypatch):
    monkeypatch.setattr("games.limits.redis_client.CIRCUIT_OPEN_SECONDS", 0.0)
    there = settings.REDIS_URL
    settings.REDIS_URL = f"unix:///tmp/nobody-{secrets.token_hex(4)}"
    taken = [held("ada") for _ in range(4)]
    renew_slots([place for place in taken if place])
    settings.REDIS_URL = there
    renew_slots([place for place in taken if place])
    assert None not in taken
    assert held("ada") is None


class Here:
    """A member that only holds a place."""

    token_id = account = None

    def __init__(self, place: ConnectionSlot) -> None:
        self.connection_slots = [place]

    def check_health(self, now: float) -> None: ...
    def request_close(self, code: object) -> None: ...


def test_the_hub_keeps_the_places_of_its_members(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connection_slots, "SLOT_TTL_SECONDS", 2)
    monkeypatch.setattr(connection_slots, "SLOT_RENEWAL_INTERVAL_SECONDS", 0.0)
    monkeypatch.setattr("games.live.hub.POLL_INTERVAL_SECONDS", 0.1)
    monkeypatch.setattr(Hub, "close", lambda hub: None)
    kept, lost, _ = (held("ada") for _ in range(3))
    assert kept is not None
    assert lost is not None

    async def scene() -> None:
        hub = Hub()
        with hub.track_connection(Here(kept)):
            await asyncio.sleep(3)
        for task in hub._tasks.values():
            task.cancel()
        await asyncio.gather(*hub._tasks.values(), return_exceptions=True)

    asyncio.run(scene())
    assert [held("ada") is not None for _ in range(3)] == [True, True, False]
