"""Resuming loses and duplicates nothing, wherever a connection is cut: the two halves together are the whole stream."""

import asyncio
import json
import random
from dataclasses import dataclass

import pytest

from games.live.frames import event_frame
from tests.api.api_client import Player, http_transport
from tests.api.game_table import GameTable
from tests.concurrency.concurrent_clients import create_match
from tests.live.websocket_client import open_websocket
from tests.services.deployment import Deployment

MIN_EVENTS_PER_STREAM = 150
MAX_SUBSCRIPTIONS_PER_CONNECTION = 150
"""Subscriptions on one socket, below what is too many frames."""


@dataclass
class RecordedMatch:
    """A match and the stream of each viewer while it was played; the last viewer has no seat, and the one before
    resigned in the second round."""

    table: GameTable
    viewers: list[Player]
    streams: list[list[str]]
    interrupted_stream: list[str]


async def record_stream(address: str, viewer: Player, match: str, done: asyncio.Event) -> list[str]:
    async with open_websocket(address, viewer.token) as client:
        await client.request("subscribe", match=match, since=0)
        await done.wait()
        return await client.wait_for_version(match, await asyncio.to_thread(lambda: viewer.view(match)["version"]))


async def record_stream_with_disconnects(deployment: Deployment, viewer: Player, match: str) -> list[str]:
    """Reconnect again and again, alternating between the servers, after a few events each; disconnect without a close
    frame."""
    rng = random.Random(5)
    received: list[str] = []
    while True:
        async with open_websocket(deployment.base_urls[rng.randrange(2)], viewer.token) as client:
            reply = await client.request("subscribe", match=match, since=len(received))
            if received and '"type":"match_ended"' in received[-1] and reply["version"] == len(received):
                return received
            # Wait only for events that are sure to come: a match that isn't over will have one more event at some time.
            next_version = min(len(received) + rng.randint(1, 9), max(reply["version"], len(received) + 1))
            received += await client.wait_for_version(match, next_version)
            client.connection.transport.abort()


@pytest.fixture(scope="module")
def recorded_match(deployment: Deployment) -> RecordedMatch:
    # Twelve rounds, however the points fall, one in four without a clue.
    match = create_match(deployment, 4, ruleset={"base": "classic", "name": "three-laps", "end": {"laps": 3}})
    viewers = [*match.players, Player("Eve", http_transport(deployment.base_urls[1]))]

    def play_match() -> None:
        match.start().play_until("voting", round=2)
        match.players[3].act(match.id, "resign")
        match.play_until("over")

    async def scenario() -> RecordedMatch:
        done = asyncio.Event()
        recordings = [
            asyncio.create_task(record_stream(deployment.base_urls[number % 2], viewer, match.id, done))
            for number, viewer in enumerate(viewers)
        ]
        interrupted_recording = asyncio.create_task(record_stream_with_disconnects(deployment, viewers[1], match.id))
        await asyncio.to_thread(play_match)
        done.set()
        return RecordedMatch(match, viewers, list(await asyncio.gather(*recordings)), await interrupted_recording)

    return asyncio.run(scenario())


def test_the_stream_equals_the_rest_events_byte_for_byte(recorded_match: RecordedMatch) -> None:
    for viewer, stream in zip(recorded_match.viewers, recorded_match.streams, strict=True):
        assert len(stream) >= MIN_EVENTS_PER_STREAM
        page = viewer.get(f"/matches/{recorded_match.table.id}/events", limit=1000).content
        assert f'{{"results":[{",".join(stream)}],"version":{len(stream)}}}'.encode() == page
    assert len({tuple(stream) for stream in recorded_match.streams}) == len(recorded_match.streams), (
        "each viewer has a different stream"
    )


def test_a_player_who_resigns_continues_with_the_spectator_stream(recorded_match: RecordedMatch) -> None:
    resigned_stream, spectator_stream = recorded_match.streams[3:]
    (resigned_at,) = [n for n, text in enumerate(spectator_stream) if '"type":"seat_resigned"' in text]
    assert resigned_stream[resigned_at:] == spectator_stream[resigned_at:]
    assert resigned_stream[:resigned_at] != spectator_stream[:resigned_at]


def test_a_repeatedly_interrupted_connection_receives_the_same_stream(recorded_match: RecordedMatch) -> None:
    assert recorded_match.interrupted_stream == recorded_match.streams[1]


async def assert_resumes_at_each_cut(address: str, viewer: Player, match: str, cuts: range, stream: list[str]) -> None:
    """Resume at each of some cut points, one after the other, on one socket; compare frames as they arrive."""
    expected_frames = [event_frame(match, version, text) for version, text in enumerate(stream, start=1)]
    async with open_websocket(address, viewer.token) as client, asyncio.timeout(60):
        for cut in cuts:
            assert (await client.request("subscribe", match=match, since=cut))["version"] == len(stream)
            for version in range(cut, len(stream)):
                assert await client.connection.recv() == expected_frames[version], (
                    f"cut at {cut}, version {version + 1}"
                )
        await client.send("ping")
        assert (await client.receive())["t"] == "pong", "nothing comes after the head"


def test_resuming_after_any_version_sends_exactly_the_rest_of_the_stream(
    deployment: Deployment, recorded_match: RecordedMatch
) -> None:
    async def scenario() -> None:
        for number, (viewer, stream) in enumerate(zip(recorded_match.viewers, recorded_match.streams, strict=True)):
            for begin in range(0, len(stream) + 1, MAX_SUBSCRIPTIONS_PER_CONNECTION):
                cuts = range(begin, min(begin + MAX_SUBSCRIPTIONS_PER_CONNECTION, len(stream) + 1))
                await assert_resumes_at_each_cut(
                    deployment.base_urls[number % 2], viewer, recorded_match.table.id, cuts, stream
                )

    asyncio.run(scenario())


@pytest.mark.parametrize("spoil", ["lost", "doubled", "swapped"])
def test_control_the_comparison_detects_a_corrupted_stream(
    deployment: Deployment, recorded_match: RecordedMatch, spoil: str
) -> None:
    stream = list(recorded_match.streams[0])
    if spoil == "lost":
        del stream[100]
    elif spoil == "doubled":
        stream.insert(100, stream[100])
    else:
        stream[100], stream[101] = stream[101], stream[100]
    with pytest.raises(AssertionError):
        asyncio.run(
            assert_resumes_at_each_cut(
                deployment.base_urls[0], recorded_match.viewers[0], recorded_match.table.id, range(99, 100), stream
            )
        )


def test_events_carry_the_version_of_their_frame(deployment: Deployment, recorded_match: RecordedMatch) -> None:
    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], recorded_match.viewers[4].token) as client:
            await client.request("subscribe", match=recorded_match.table.id, since=0)
            await client.wait_for_version(recorded_match.table.id, len(recorded_match.streams[4]))
            frames = [frame for frame in client.frames if frame["t"] == "event"]
            assert [frame["version"] for frame in frames] == [frame["event"]["version"] for frame in frames]
            assert all(json.dumps(frame).count(recorded_match.table.id) >= 2 for frame in frames)

    asyncio.run(scenario())
