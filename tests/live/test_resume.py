"""Nothing is lost and nothing comes twice, wherever a line is cut: what came before and what comes after is it all."""

import asyncio
import json
import random
from dataclasses import dataclass

import pytest

from games.live.frames import event_frame
from tests.api.client import Player, over
from tests.api.table import Table
from tests.concurrency.crowd import table
from tests.live.wire import dial
from tests.services.house import House

LEAST = 150
AT_ONCE = 150
"""Subscriptions on one socket, below what is too many frames."""


@dataclass
class Recorded:
    """A match and the stream that each viewer had while it was played; the last viewer has no seat, and the one before
    has resigned in the second round."""

    table: Table
    viewers: list[Player]
    streams: list[list[str]]
    interrupted: list[str]


async def listen(address: str, viewer: Player, match: str, done: asyncio.Event) -> list[str]:
    async with dial(address, viewer.token) as wire:
        await wire.ask("subscribe", match=match, since=0)
        await done.wait()
        return await wire.until(match, await asyncio.to_thread(lambda: viewer.view(match)["version"]))


async def listen_with_cuts(house: House, viewer: Player, match: str) -> list[str]:
    """Come back again and again, to one server and the other, after a few events each; cut the line without a word."""
    luck = random.Random(5)
    have: list[str] = []
    while True:
        async with dial(house.addresses[luck.randrange(2)], viewer.token) as wire:
            reply = await wire.ask("subscribe", match=match, since=len(have))
            if have and '"type":"match_ended"' in have[-1] and reply["version"] == len(have):
                return have
            # Only what is sure to come is waited for: a match that isn't over has one event more some time.
            few = min(len(have) + luck.randint(1, 9), max(reply["version"], len(have) + 1))
            have += await wire.until(match, few)
            wire.connection.transport.abort()


@pytest.fixture(scope="module")
def recorded(house: House) -> Recorded:
    # Twelve rounds, however the points fall, one in four without a clue.
    match = table(house, 4, ruleset={"base": "classic", "name": "three-laps", "end": {"laps": 3}})
    viewers = [*match.players, Player("Eve", over(house.addresses[1]))]

    def play() -> None:
        match.start().until("voting", round=2)
        match.players[3].act(match.id, "resign")
        match.until("over")

    async def scene() -> Recorded:
        done = asyncio.Event()
        listening = [
            asyncio.create_task(listen(house.addresses[number % 2], viewer, match.id, done))
            for number, viewer in enumerate(viewers)
        ]
        cut = asyncio.create_task(listen_with_cuts(house, viewers[1], match.id))
        await asyncio.to_thread(play)
        done.set()
        return Recorded(match, viewers, list(await asyncio.gather(*listening)), await cut)

    return asyncio.run(scene())


def test_the_stream_is_what_rest_tells_byte_for_byte(recorded: Recorded) -> None:
    for viewer, stream in zip(recorded.viewers, recorded.streams, strict=True):
        assert len(stream) >= LEAST
        page = viewer.get(f"/matches/{recorded.table.id}/events", limit=1000).content
        assert f'{{"results":[{",".join(stream)}],"version":{len(stream)}}}'.encode() == page
    assert len({tuple(stream) for stream in recorded.streams}) == len(recorded.streams), "each sees something else"


def test_who_resigns_goes_on_with_the_spectators_stream(recorded: Recorded) -> None:
    left, public = recorded.streams[3:]
    (at,) = [n for n, text in enumerate(public) if '"type":"seat_resigned"' in text]
    assert left[at:] == public[at:]
    assert left[:at] != public[:at]


def test_a_line_that_is_cut_again_and_again_brings_the_same(recorded: Recorded) -> None:
    assert recorded.interrupted == recorded.streams[1]


async def resumed(address: str, viewer: Player, match: str, cuts: range, stream: list[str]) -> None:
    """Resume at each of some cut points, one after the other, on one socket; frames are compared as they come."""
    told = [event_frame(match, version, text) for version, text in enumerate(stream, start=1)]
    async with dial(address, viewer.token) as wire, asyncio.timeout(60):
        for cut in cuts:
            assert (await wire.ask("subscribe", match=match, since=cut))["version"] == len(stream)
            for version in range(cut, len(stream)):
                assert await wire.connection.recv() == told[version], f"cut at {cut}, version {version + 1}"
        await wire.send("ping")
        assert (await wire.receive())["t"] == "pong", "nothing comes after the head"


def test_at_every_cut_point_what_came_before_and_what_comes_after_is_the_stream(
    house: House, recorded: Recorded
) -> None:
    async def scene() -> None:
        for number, (viewer, stream) in enumerate(zip(recorded.viewers, recorded.streams, strict=True)):
            for begin in range(0, len(stream) + 1, AT_ONCE):
                cuts = range(begin, min(begin + AT_ONCE, len(stream) + 1))
                await resumed(house.addresses[number % 2], viewer, recorded.table.id, cuts, stream)

    asyncio.run(scene())


@pytest.mark.parametrize("spoil", ["lost", "doubled", "swapped"])
def test_the_comparison_sees_a_stream_that_is_spoilt(house: House, recorded: Recorded, spoil: str) -> None:
    stream = list(recorded.streams[0])
    if spoil == "lost":
        del stream[100]
    elif spoil == "doubled":
        stream.insert(100, stream[100])
    else:
        stream[100], stream[101] = stream[101], stream[100]
    with pytest.raises(AssertionError):
        asyncio.run(resumed(house.addresses[0], recorded.viewers[0], recorded.table.id, range(99, 100), stream))


def test_events_say_the_version_that_their_frame_says(house: House, recorded: Recorded) -> None:
    async def scene() -> None:
        async with dial(house.addresses[0], recorded.viewers[4].token) as wire:
            await wire.ask("subscribe", match=recorded.table.id, since=0)
            await wire.until(recorded.table.id, len(recorded.streams[4]))
            frames = [frame for frame in wire.frames if frame["t"] == "event"]
            assert [frame["version"] for frame in frames] == [frame["event"]["version"] for frame in frames]
            assert all(json.dumps(frame).count(recorded.table.id) >= 2 for frame in frames)

    asyncio.run(scene())
