"""Redis forgets everything in mid-vote: it only rings and carries, so nothing is lost."""

import asyncio
import json

from redis import Redis

from tests.live.wire import dial
from tests.timers.clockwork import ClockHouse, lateness


def test_flushall_in_mid_vote_loses_no_event_and_no_deadline(clock_house: ClockHouse) -> None:
    table = clock_house.table(first="host", clock={"vote": 6}, on_timeout="auto").until("voting")
    voter, other = table.guessers

    def flush() -> None:
        with Redis.from_url(clock_house.valkey.url) as redis:
            redis.flushall()

    async def scene() -> list[str]:
        async with dial(clock_house.addresses[0], other.token) as wire:
            head = (await wire.ask("subscribe", match=table.id, since=0))["version"]
            await wire.until(table.id, head)
            await asyncio.to_thread(flush)
            await asyncio.to_thread(table.step, voter)
            # The other's vote is cast by luck when time is up.
            async with asyncio.timeout(6 + 5 + 5):
                while json.loads(wire.told[table.id][-1])["type"] != "round_scored":
                    await wire.receive()
            return wire.told[table.id]

    told = [json.loads(text) for text in asyncio.run(scene())]
    log = table.host.events(table.id)
    assert [event["version"] for event in told] == list(range(1, len(log) + 1))
    assert [event["hash"] for event in told] == [event["hash"] for event in log]
    assert [event["type"] for event in log][-5:] == [
        "tableau_laid",
        "vote_cast",
        "time_up",
        "vote_cast",
        "round_scored",
    ]
    assert 0 <= lateness(log)[0] < 5
