"""Redis loses all its data during voting: it only carries notifications and messages, so no game data is lost."""

import asyncio
import json

from redis import Redis

from tests.live.websocket_client import open_websocket
from tests.timers.worker_deployment import WorkerDeployment, lateness_seconds


def test_flushall_in_mid_vote_loses_no_event_and_no_deadline(worker_deployment: WorkerDeployment) -> None:
    match = worker_deployment.start_match(first="host", clock={"vote": 6}, on_timeout="auto").play_until("voting")
    voter, other = match.guessers

    def flush() -> None:
        with Redis.from_url(worker_deployment.valkey.url) as redis:
            redis.flushall()

    async def watch_while_redis_is_flushed() -> list[str]:
        async with open_websocket(worker_deployment.base_urls[0], other.token) as socket:
            version = (await socket.request("subscribe", match=match.id, since=0))["version"]
            await socket.wait_for_version(match.id, version)
            await asyncio.to_thread(flush)
            await asyncio.to_thread(match.play_next_move, voter)
            # The other vote is cast automatically when time is up.
            async with asyncio.timeout(6 + 5 + 5):
                while json.loads(socket.event_texts[match.id][-1])["type"] != "round_scored":
                    await socket.receive()
            return socket.event_texts[match.id]

    received_events = [json.loads(text) for text in asyncio.run(watch_while_redis_is_flushed())]
    log = match.host.events(match.id)
    assert [event["version"] for event in received_events] == list(range(1, len(log) + 1))
    assert [event["hash"] for event in received_events] == [event["hash"] for event in log]
    assert [event["type"] for event in log][-5:] == [
        "tableau_laid",
        "vote_cast",
        "time_up",
        "vote_cast",
        "round_scored",
    ]
    assert 0 <= lateness_seconds(log)[0] < 5
