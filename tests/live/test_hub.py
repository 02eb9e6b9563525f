"""Whoever waits is woken by the doorbell, and within a second also without it."""

import asyncio
import time

import pytest
from channels.layers import get_channel_layer

from games import notifier
from games.live import hub as hubs
from games.live.hub import Hub


@pytest.fixture
def heads(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The heads of all matches, as the log would tell them."""
    known: dict[str, int] = {"m": 5}
    monkeypatch.setattr(hubs, "stream_versions", lambda match_ids: {m: known[m] for m in match_ids if m in known})
    return known


async def waited(hub: Hub, after: int, seconds: float = 5) -> float:
    begun = time.monotonic()
    await hub.wait_for_update("m", after, seconds)
    return time.monotonic() - begun


async def close(hub: Hub) -> None:
    for task in hub._tasks.values():
        task.cancel()
    await asyncio.gather(*hub._tasks.values(), return_exceptions=True)


def test_nobody_waits_for_what_has_happened_already(heads):
    async def scene() -> float:
        hub = Hub()
        taken = await waited(hub, after=4)
        await close(hub)
        return taken

    assert asyncio.run(scene()) < 1


def test_who_waits_in_vain_is_let_go_in_time(heads):
    async def scene() -> float:
        hub = Hub()
        taken = await waited(hub, after=5, seconds=0.5)
        await close(hub)
        return taken

    assert 0.4 < asyncio.run(scene()) < 3


def test_the_doorbell_wakes_all_who_wait_and_only_for_news(heads):
    async def scene() -> list[bool]:
        hub = Hub()
        waits = [asyncio.create_task(waited(hub, after=after, seconds=20)) for after in (5, 5, 9)]
        await asyncio.sleep(0.8)
        layer = get_channel_layer()
        assert layer is not None
        await layer.group_send(notifier.MATCH_UPDATES_GROUP, {"type": "rang", "moved": {"m": 6}})
        done, _ = await asyncio.wait(waits[:2], timeout=0.9)
        woken = [wait in done for wait in waits[:2]] + [waits[2].done()]
        waits[2].cancel()
        await asyncio.gather(*waits, return_exceptions=True)
        await close(hub)
        return woken

    hubs.POLL_INTERVAL_SECONDS, interval = 60, hubs.POLL_INTERVAL_SECONDS
    try:
        assert asyncio.run(scene()) == [True, True, False]
    finally:
        hubs.POLL_INTERVAL_SECONDS = interval


def test_without_a_doorbell_the_log_is_looked_at_every_second(heads, settings):
    settings.CHANNEL_LAYERS = {}

    async def scene() -> float:
        hub = Hub()
        wait = asyncio.create_task(waited(hub, after=5, seconds=20))
        await asyncio.sleep(0.2)
        heads["m"] = 6
        taken = await wait
        await close(hub)
        return taken

    assert asyncio.run(scene()) < 3


def test_nothing_is_kept_of_who_has_gone(heads):
    async def scene() -> Hub:
        hub = Hub()
        wait = asyncio.create_task(waited(hub, after=5, seconds=20))
        await asyncio.sleep(0.2)
        wait.cancel()
        await asyncio.gather(wait, return_exceptions=True)
        await close(hub)
        return hub

    hub = asyncio.run(scene())
    assert hub._long_polls.match_ids == set()


def test_the_herald_rings_and_the_newest_version_wins():
    async def scene() -> list[int]:
        layer = get_channel_layer()
        assert layer is not None
        channel = await layer.new_channel()
        await layer.group_add(notifier.MATCH_UPDATES_GROUP, channel)
        for version in (1, 2, 3):
            notifier.publish_match_update("heralded", version)
        heard: list[int] = []
        while heard[-1:] != [3]:
            ring = await asyncio.wait_for(layer.receive(channel), 5)
            if "heralded" in ring["moved"]:
                heard.append(ring["moved"]["heralded"])
        return heard

    heard = asyncio.run(scene())
    assert heard == sorted(heard)


def test_a_herald_without_redis_fails_nobody(settings, caplog):
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": ["redis://127.0.0.1:1/0"]},
        }
    }
    voice = notifier.NotifierThread()
    voice.enqueue("m", 1)
    deadline = time.monotonic() + 10
    while "not heard" not in caplog.text and time.monotonic() < deadline:
        time.sleep(0.05)
    assert "a doorbell was not heard" in caplog.text
