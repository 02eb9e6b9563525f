"""Presence: who is connected, told in views and by frames; nobody waits for it, and nothing depends on it."""

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
from tests.api.client import Player, over
from tests.api.table import Table
from tests.concurrency.crowd import table
from tests.live.wire import Wire, dial
from tests.services.house import House
from tests.services.valkey import PrivateValkey

SOON = 10.0


def connected(viewer: Player, match: Table) -> list[bool | None]:
    return [seat["connected"] for seat in viewer.view(match.id)["seats"]]


async def until(there: Callable[[], object], expected: object) -> None:
    deadline = time.monotonic() + SOON
    while (found := await asyncio.to_thread(there)) != expected:
        assert time.monotonic() < deadline, found
        await asyncio.sleep(0.1)


@asynccontextmanager
async def watching(house: House, server: int, player: Player, match: Table) -> AsyncIterator[Wire]:
    async with dial(house.addresses[server], player.token) as wire:
        await wire.ask("subscribe", match=match.id)
        yield wire


async def told(wire: Wire, seat: int, *, connected: bool) -> None:
    deadline = time.monotonic() + SOON
    while dict(wire.presence).get(seat) is not connected:
        assert time.monotonic() < deadline, wire.presence
        await wire.ask("ping")
        await asyncio.sleep(0.1)


def test_who_comes_and_goes_is_seen_by_all_at_whatever_server_and_sockets_of_one_user_count_as_one(
    ailing: House,
) -> None:
    match = table(ailing, 3)
    ada, ben, _ = match.players
    eve = Player("Eve", over(ailing.addresses[1]))

    async def scene() -> None:
        assert connected(eve, match) == [False, False, False]
        async with watching(ailing, 0, ada, match) as wire, AsyncExitStack() as second:
            await until(lambda: connected(eve, match), [True, False, False])
            async with watching(ailing, 1, ben, match):
                await told(wire, 1, connected=True)
                await second.enter_async_context(dial(ailing.addresses[0], ben.token))
            # One socket of Ben's has gone, another is still there.
            await asyncio.sleep(presence.PRESENCE_TTL_SECONDS + 1.5)
            assert wire.presence == [(1, True)]
            await second.aclose()
            await told(wire, 1, connected=False)
            assert connected(eve, match) == [True, False, False]

    asyncio.run(scene())


def test_who_comes_back_is_told_of_all_seats_after_the_events_and_moved_seats_are_told_anew(ailing: House) -> None:
    match = table(ailing, 4)
    ada, ben, cleo, dora = match.players

    async def scene() -> None:
        async with dial(ailing.addresses[0], ada.token) as wire, watching(ailing, 1, dora, match):
            await wire.ask("subscribe", match=match.id, since=2)
            await wire.until(match.id, 5)
            assert wire.presence == []
            for seat, there in enumerate((True, False, False, True)):
                await told(wire, seat, connected=there)
            await asyncio.to_thread(ben.act, match.id, "stand")
            await asyncio.to_thread(match.start)
            await told(wire, 2, connected=True)
            assert connected(cleo, match) == [True, False, True]

    asyncio.run(scene())


def test_without_redis_it_is_not_known_and_nobody_waits_for_it(ailing: House, valkey: PrivateValkey) -> None:
    match = table(ailing, 3)

    async def scene() -> None:
        async with watching(ailing, 0, match.host, match) as wire:
            process = valkey.child.process
            assert process is not None
            process.send_signal(signal.SIGSTOP)
            try:
                begun = time.monotonic()
                for _ in range(5):
                    assert connected(match.players[1], match) == [None, None, None]
                    assert connected(match.players[2], match) == [None, None, None]
                assert time.monotonic() - begun < 5
                view = (await wire.ask("subscribe", match=match.id))["view"]
                assert [seat["connected"] for seat in view["seats"]] == [True, None, None]
            finally:
                process.send_signal(signal.SIGCONT)
            await until(lambda: connected(match.host, match), [True, False, False])

    asyncio.run(scene())
    assert "Traceback" not in ailing.log()


def test_presence_stands_outside_the_etag_and_the_past(ailing: House) -> None:
    match = table(ailing, 3)

    async def scene() -> None:
        before = match.host.get(f"/matches/{match.id}")
        async with watching(ailing, 0, match.host, match):
            await until(lambda: connected(match.host, match), [True, False, False])
            after = match.host.get(f"/matches/{match.id}")
            assert before.headers["etag"] == after.headers["etag"]
            past = match.host.view(match.id, at=after.json["version"])
            assert [seat["connected"] for seat in past["seats"]] == [None, None, None]

    asyncio.run(scene())


class Here:
    """A member that is nothing but there."""

    def __init__(self, account: str) -> None:
        self.account, self.token_id, self.connection_slots = account, None, ()

    def check_health(self, now: float) -> None: ...
    def request_close(self, code: object) -> None: ...


def test_a_thousand_sockets_cost_one_round_trip_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    trips: list[int] = []
    called = presence.announce_and_query

    async def counted(line: object, here: set[str], asked: set[str]) -> object:
        trips.append(len(here))
        return await called(line, here, asked)  # type: ignore[arg-type]

    monkeypatch.setattr(presence, "announce_and_query", counted)

    async def scene() -> None:
        call = asyncio.create_task(PresenceTracker({Here(f"thousand-{n}") for n in range(1000)}, {}).run_forever())
        await asyncio.sleep(2.5)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)

    asyncio.run(scene())
    assert set(trips) == {1000}
    assert len(trips) <= 3
    with Redis.from_url(os.environ["REDIS_URL"]) as redis:
        assert 0 < redis.ttl(f"{presence.PRESENCE_KEY_PREFIX}thousand-7") <= presence.PRESENCE_TTL_SECONDS
