"""A request that names a match is noted in Redis, but not again and again."""

import time
from typing import Any

import pytest

from games import lobby_presence
from games.lobby_presence import find_deserted, is_noted, note_request
from games.redis_client import request_client
from tests.limits.conftest import UnresponsiveRedis


@pytest.fixture(autouse=True)
def _nothing_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_presence, "_noted_at", {})
    monkeypatch.setattr(lobby_presence, "_outage_at", float("-inf"))


def test_the_same_account_and_match_are_noted_once_in_a_while(monkeypatch: pytest.MonkeyPatch):
    calls: list[float] = []

    def counted_client() -> Any:
        calls.append(time.monotonic())
        return request_client()

    monkeypatch.setattr(lobby_presence, "request_client", counted_client)
    for _ in range(50):
        note_request("ada", "m")
    note_request("ada", "n")
    note_request("bea", "m")
    assert len(calls) == 3
    assert is_noted("ada", "m")
    assert not is_noted("bea", "n")
    later = time.monotonic() + lobby_presence.REFRESH_SECONDS
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert not is_noted("ada", "m")
    note_request("ada", "m")
    assert len(calls) == 4


def test_the_oldest_hints_make_way(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lobby_presence, "MAX_REMEMBERED_HINTS", 10)
    for number in range(30):
        note_request("ada", str(number))
    assert len(lobby_presence._noted_at) == 10
    assert is_noted("ada", "29")
    assert not is_noted("ada", "19")


def test_what_could_not_be_noted_is_tried_again(unresponsive_redis: UnresponsiveRedis):
    note_request("ada", "m")
    assert not is_noted("ada", "m")
    assert find_deserted({"m": ["ada"]}) == frozenset()
