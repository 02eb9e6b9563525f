"""The hub wakes waiting watchers on a notification, and within a second without one."""

import asyncio
import time

import pytest
from channels.layers import get_channel_layer

from games import notifier
from games.eventlog.event_reader import StreamHead
from games.eventlog.stream_position import StreamPosition
from games.live import hub as hubs
from games.live.feed import Watcher
from games.live.hub import Hub
from games.live.send_buffer import SendBuffer
from games.matches.rematch_links import WatchedHead


def head_at(version: int) -> StreamHead:
    return StreamHead(version=version, hash="", erasure_count=0)


@pytest.fixture
def heads(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Return the heads of all matches, as the log would report them."""
    versions: dict[str, int] = {"m": 5}

    def watched_heads(match_ids: list[str]) -> dict[str, WatchedHead]:
        return {m: WatchedHead(head=head_at(versions[m]), next_id=None) for m in match_ids if m in versions}

    monkeypatch.setattr(hubs, "watched_heads", watched_heads)
    return versions


async def measure_wait_seconds(hub: Hub, after: int, seconds: float = 5) -> float:
    started_at = time.monotonic()
    await hub.wait_for_update("m", StreamPosition(version=after), seconds)
    return time.monotonic() - started_at


async def close_hub(hub: Hub) -> None:
    for task in hub._tasks.values():
        task.cancel()
    await asyncio.gather(*hub._tasks.values(), return_exceptions=True)


def test_waiting_for_a_version_already_reached_returns_at_once(heads):
    async def scenario() -> float:
        hub = Hub()
        waited_seconds = await measure_wait_seconds(hub, after=4)
        await close_hub(hub)
        return waited_seconds

    assert asyncio.run(scenario()) < 1


def test_waiting_without_news_ends_at_the_timeout(heads):
    async def scenario() -> float:
        hub = Hub()
        waited_seconds = await measure_wait_seconds(hub, after=5, seconds=0.5)
        await close_hub(hub)
        return waited_seconds

    assert 0.4 < asyncio.run(scenario()) < 3


def test_a_notification_wakes_all_waiters_for_an_older_version_and_no_others(heads):
    async def scenario() -> list[bool]:
        hub = Hub()
        waits = [asyncio.create_task(measure_wait_seconds(hub, after=5, seconds=20)) for _ in range(2)]
        await asyncio.sleep(0.8)
        heads["m"] = 9
        waits.append(asyncio.create_task(measure_wait_seconds(hub, after=9, seconds=20)))
        await asyncio.sleep(0.1)
        layer = get_channel_layer()
        assert layer is not None
        await layer.group_send(notifier.MATCH_UPDATES_GROUP, {"type": "rang", "moved": {"m": 6}})
        done, _ = await asyncio.wait(waits[:2], timeout=0.9)
        woken = [wait in done for wait in waits[:2]] + [waits[2].done()]
        waits[2].cancel()
        await asyncio.gather(*waits, return_exceptions=True)
        await close_hub(hub)
        return woken

    hubs.POLL_INTERVAL_SECONDS, interval = 60, hubs.POLL_INTERVAL_SECONDS
    try:
        assert asyncio.run(scenario()) == [True, True, False]
    finally:
        hubs.POLL_INTERVAL_SECONDS = interval


def test_a_shutdown_ends_a_long_poll_at_once(heads):
    async def scenario() -> float:
        hub = Hub()
        wait = asyncio.create_task(measure_wait_seconds(hub, after=5, seconds=20))
        await asyncio.sleep(0.1)
        hub.close()
        waited_seconds = await wait
        await close_hub(hub)
        return waited_seconds

    assert asyncio.run(scenario()) < 3


def test_a_long_poll_survives_the_last_watcher_of_its_match(heads):
    async def scenario() -> float:
        hub = Hub()
        watcher = Watcher("ada", SendBuffer(lambda: None), lambda match_id, version, event: event)
        hub.add_watcher("m", watcher)
        wait = asyncio.create_task(measure_wait_seconds(hub, after=5, seconds=20))
        await asyncio.sleep(0.1)
        hub.remove_watcher("m", watcher)
        hub._on_updates({"m": 6})
        waited_seconds = await wait
        await close_hub(hub)
        return waited_seconds

    assert asyncio.run(scenario()) < 3


def test_without_pubsub_the_log_is_polled_every_second(heads, settings):
    settings.CHANNEL_LAYERS = {}

    async def scenario() -> float:
        hub = Hub()
        wait = asyncio.create_task(measure_wait_seconds(hub, after=5, seconds=20))
        await asyncio.sleep(0.2)
        heads["m"] = 6
        waited_seconds = await wait
        await close_hub(hub)
        return waited_seconds

    assert asyncio.run(scenario()) < 3


def test_a_cancelled_wait_leaves_nothing_behind(heads):
    async def scenario() -> Hub:
        hub = Hub()
        wait = asyncio.create_task(measure_wait_seconds(hub, after=5, seconds=20))
        await asyncio.sleep(0.2)
        wait.cancel()
        await asyncio.gather(wait, return_exceptions=True)
        await close_hub(hub)
        return hub

    hub = asyncio.run(scenario())
    assert hub._feeds == {}


def test_the_notifier_publishes_and_the_newest_version_wins():
    async def scenario() -> list[int]:
        layer = get_channel_layer()
        assert layer is not None
        channel = await layer.new_channel()
        await layer.group_add(notifier.MATCH_UPDATES_GROUP, channel)
        for version in (1, 2, 3):
            notifier.publish_match_update("published", version)
        received: list[int] = []
        while received[-1:] != [3]:
            message = await asyncio.wait_for(layer.receive(channel), 5)
            if "published" in message["moved"]:
                received.append(message["moved"]["published"])
        return received

    published_versions = asyncio.run(scenario())
    assert published_versions == sorted(published_versions)


def test_a_notifier_without_redis_logs_a_warning_and_raises_nothing(settings, caplog):
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": ["redis://127.0.0.1:1/0"]},
        }
    }
    notifier_thread = notifier.NotifierThread()
    notifier_thread.enqueue(versions=[("m", 1)])
    deadline = time.monotonic() + 10
    while "could not publish" not in caplog.text and time.monotonic() < deadline:
        time.sleep(0.05)
    assert "could not publish match updates" in caplog.text
