"""Presence: views and frames show who is connected; no request waits for it, and nothing depends on it."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from redis import Redis

from games import presence
from games.live.presence_tracker import PresenceTracker
from tests.api.api_client import Player, http_transport
from tests.api.game_table import GameTable
from tests.concurrency.concurrent_clients import create_match
from tests.live.websocket_client import WebSocketClient, open_websocket
from tests.services.deployment import Deployment
from tests.services.private_valkey import PrivateValkey

PRESENCE_TIMEOUT_SECONDS = 10.0


def seats_connected(viewer: Player, match: GameTable) -> list[bool | None]:
    return [seat["connected"] for seat in viewer.view(match.id)["seats"]]


async def wait_until_equal(read_value: Callable[[], object], expected: object) -> None:
    deadline = time.monotonic() + PRESENCE_TIMEOUT_SECONDS
    while (value := await asyncio.to_thread(read_value)) != expected:
        assert time.monotonic() < deadline, value
        await asyncio.sleep(0.1)


@asynccontextmanager
async def subscribed_client(
    deployment: Deployment, server: int, player: Player, match: GameTable
) -> AsyncIterator[WebSocketClient]:
    async with open_websocket(deployment.base_urls[server], player.token) as client:
        await client.request("subscribe", match=match.id)
        yield client


async def wait_for_presence(client: WebSocketClient, seat: int, *, connected: bool) -> None:
    deadline = time.monotonic() + PRESENCE_TIMEOUT_SECONDS
    while dict(client.presence_changes).get(seat) is not connected:
        assert time.monotonic() < deadline, client.presence_changes
        await client.request("ping")
        await asyncio.sleep(0.1)


def test_presence_is_visible_on_every_server_and_counts_the_sockets_of_a_user_as_one(
    flaky_pubsub_deployment: Deployment,
) -> None:
    match = create_match(flaky_pubsub_deployment, 3)
    ada, ben, _ = match.players
    eve = Player("Eve", http_transport(flaky_pubsub_deployment.base_urls[1]))

    async def scenario() -> None:
        assert seats_connected(eve, match) == [False, False, False]
        async with (
            subscribed_client(flaky_pubsub_deployment, 0, ada, match) as client,
            AsyncExitStack() as second_socket,
        ):
            await wait_until_equal(lambda: seats_connected(eve, match), [True, False, False])
            async with subscribed_client(flaky_pubsub_deployment, 1, ben, match):
                await wait_for_presence(client, 1, connected=True)
                await second_socket.enter_async_context(open_websocket(flaky_pubsub_deployment.base_urls[0], ben.token))
            # One of Ben's sockets has closed, another is still open.
            await asyncio.sleep(presence.PRESENCE_TTL_SECONDS + 1.5)
            assert client.presence_changes == [(1, True)]
            await second_socket.aclose()
            await wait_for_presence(client, 1, connected=False)
            assert seats_connected(eve, match) == [True, False, False]

    asyncio.run(scenario())


def test_presence_of_all_seats_follows_the_missed_events_and_is_sent_again_when_seats_move(
    flaky_pubsub_deployment: Deployment,
) -> None:
    match = create_match(flaky_pubsub_deployment, 4)
    ada, ben, cleo, dora = match.players

    async def scenario() -> None:
        async with (
            open_websocket(flaky_pubsub_deployment.base_urls[0], ada.token) as client,
            subscribed_client(flaky_pubsub_deployment, 1, dora, match),
        ):
            await client.request("subscribe", match=match.id, since=2)
            await client.wait_for_version(match.id, 5)
            assert client.presence_changes == []
            for seat, is_connected in enumerate((True, False, False, True)):
                await wait_for_presence(client, seat, connected=is_connected)
            await asyncio.to_thread(ben.act, match.id, "stand")
            await asyncio.to_thread(match.start)
            await wait_for_presence(client, 2, connected=True)
            assert seats_connected(cleo, match) == [True, False, True]

    asyncio.run(scenario())


def test_without_redis_presence_is_unknown_and_delays_no_request(
    flaky_pubsub_deployment: Deployment, valkey: PrivateValkey
) -> None:
    match = create_match(flaky_pubsub_deployment, 3)

    async def scenario() -> None:
        async with subscribed_client(flaky_pubsub_deployment, 0, match.host, match) as client:
            process = valkey.child.process
            assert process is not None
            process.send_signal(signal.SIGSTOP)
            try:
                started_at = time.monotonic()
                for _ in range(5):
                    assert seats_connected(match.players[1], match) == [None, None, None]
                    assert seats_connected(match.players[2], match) == [None, None, None]
                assert time.monotonic() - started_at < 5
                view = (await client.request("subscribe", match=match.id))["view"]
                assert [seat["connected"] for seat in view["seats"]] == [True, None, None]
            finally:
                process.send_signal(signal.SIGCONT)
            await wait_until_equal(lambda: seats_connected(match.host, match), [True, False, False])

    asyncio.run(scenario())
    assert "Traceback" not in flaky_pubsub_deployment.log_text()


def test_presence_changes_no_etag_and_is_absent_from_past_views(flaky_pubsub_deployment: Deployment) -> None:
    match = create_match(flaky_pubsub_deployment, 3)

    async def scenario() -> None:
        before = match.host.get(f"/matches/{match.id}")
        async with subscribed_client(flaky_pubsub_deployment, 0, match.host, match):
            await wait_until_equal(lambda: seats_connected(match.host, match), [True, False, False])
            after = match.host.get(f"/matches/{match.id}")
            assert before.headers["etag"] == after.headers["etag"]
            past = match.host.view(match.id, at=after.json["version"])
            assert [seat["connected"] for seat in past["seats"]] == [None, None, None]

    asyncio.run(scenario())


class StubPresentConnection:
    """A connection that is only present."""

    def __init__(self, account: str) -> None:
        self.account, self.streaming_account = account, None
        self.token_id, self.connection_slots = None, ()

    def check_health(self, now: float) -> None: ...
    def request_close(self, code: object) -> None: ...


def test_a_thousand_sockets_cost_one_round_trip_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    accounts_per_round_trip: list[int] = []
    original_call = presence.announce_and_query

    async def record_round_trip(redis: object, online: set[str], streaming: set[str], queried: set[str]) -> object:
        accounts_per_round_trip.append(len(online))
        return await original_call(redis, online, streaming, queried)  # type: ignore[arg-type]

    monkeypatch.setattr(presence, "announce_and_query", record_round_trip)

    async def scenario() -> None:
        update_task = asyncio.create_task(
            PresenceTracker({StubPresentConnection(f"thousand-{n}") for n in range(1000)}, {}).run_forever()
        )
        await asyncio.sleep(2.5)
        update_task.cancel()
        await asyncio.gather(update_task, return_exceptions=True)

    asyncio.run(scenario())
    assert set(accounts_per_round_trip) == {1000}
    assert len(accounts_per_round_trip) <= 3
    with Redis.from_url(os.environ["REDIS_URL"]) as redis:
        assert 0 < redis.ttl(f"{presence.PRESENCE_KEY_PREFIX}thousand-7") <= presence.PRESENCE_TTL_SECONDS
