"""Background loops of a process go on after an unexpected error."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from channels.layers import get_channel_layer

from games import notifier, presence
from games.live import account_feeds, listener, presence_tracker
from games.live import hub as hubs
from games.live.hub import Hub
from games.live.presence_tracker import PresenceTracker
from games.notifier import NotifierThread


async def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError


def test_the_notifier_announces_what_follows_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    published: list[Any] = []

    async def publish(self: NotifierThread, **content: Any) -> None:
        published.append(content["moved"])
        if len(published) == 1:
            raise ValueError("not foreseen")

    monkeypatch.setattr(NotifierThread, "_publish", publish)
    thread = NotifierThread()
    for version in (1, 2):
        thread.enqueue(versions=[("m", version)])
        deadline = time.monotonic() + 5
        while len(published) < version:
            assert time.monotonic() < deadline, published
            time.sleep(0.01)
    assert published == [{"m": 1}, {"m": 2}]


def test_the_listener_passes_on_what_follows_a_bad_notification() -> None:
    received: list[Any] = []

    async def scenario() -> None:
        listening = asyncio.create_task(listener.listen_forever(lambda moved, *_: received.append(moved)))
        layer: Any = get_channel_layer()
        try:
            async with asyncio.timeout(10):
                while not received:
                    await layer.group_send(notifier.MATCH_UPDATES_GROUP, {"type": "rang"})
                    await layer.group_send(notifier.MATCH_UPDATES_GROUP, {"type": "rang", "moved": {"m": 1}})
                    await asyncio.sleep(0.05)
            assert not listening.done()
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    asyncio.run(scenario())
    assert received[0] == {"m": 1}


def test_polling_goes_on_after_an_error_in_one_of_its_parts(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.CHANNEL_LAYERS = {}
    monkeypatch.setattr(hubs, "POLL_INTERVAL_SECONDS", 0.01)
    calls: list[str] = []

    def failing(name: str) -> Any:
        async def fail(*_: Any) -> None:
            calls.append(name)
            raise ValueError("not foreseen")

        return fail

    monkeypatch.setattr(Hub, "_check_connections", failing("connections"))
    monkeypatch.setattr(Hub, "_poll", failing("matches"))
    monkeypatch.setattr(account_feeds.AccountFeeds, "poll", failing("accounts"))
    monkeypatch.setattr(Hub, "_renew_slots", failing("slots"))

    async def scenario() -> None:
        polling = asyncio.create_task(Hub()._poll_forever())
        await wait_until(lambda: calls.count("slots") > 1)
        polling.cancel()
        await asyncio.gather(polling, return_exceptions=True)

    asyncio.run(scenario())
    assert calls[:5] == ["connections", "matches", "accounts", "slots", "connections"]


def test_presence_goes_on_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    queries: list[Any] = []

    async def announce_and_query(*arguments: Any) -> Any:
        queries.append(arguments)
        raise ValueError("not foreseen")

    monkeypatch.setattr(presence, "announce_and_query", announce_and_query)
    monkeypatch.setattr(presence_tracker, "UPDATE_INTERVAL_SECONDS", 0.01)

    async def scenario() -> None:
        tracking = asyncio.create_task(PresenceTracker(set(), {}).run_forever())
        await wait_until(lambda: len(queries) > 1)
        tracking.cancel()
        await asyncio.gather(tracking, return_exceptions=True)

    asyncio.run(scenario())
