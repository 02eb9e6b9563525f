"""The socket's protocol: who it is, what it watches, what it commands, each frame with its reply."""

import asyncio
import json
import uuid

from tests.api.client import Json, Player, over
from tests.api.table import move
from tests.concurrency.crowd import table
from tests.live.wire import dial
from tests.services.house import House


def apart(view: Json) -> Json:
    """A view apart from who is connected."""
    return {**view, "seats": [{**seat, "connected": None} for seat in view["seats"]]}


def test_hello_then_auth_then_the_view_then_what_happens(house: House) -> None:
    match = table(house, 3)

    async def scene() -> None:
        async with dial(house.addresses[0]) as wire:
            hello = await wire.receive()
            assert (hello["t"], hello["protocol"]) == ("hello", 1)
            assert hello["heartbeat_ms"] >= 30_000
            assert hello["server_time"].endswith("Z")
            ready = await wire.ask("auth", token=match.host.token)
            assert ready == {
                "t": "ready",
                "re": "1",
                "user": {"id": match.host.id, "name": match.host.name, "kind": "guest"},
            }
            subscribed = await wire.ask("subscribe", match=match.id)
            assert apart(subscribed["view"]) == apart(match.host.view(match.id))
            assert subscribed["view"]["seats"][0]["connected"] is True
            assert subscribed["version"] == subscribed["view"]["version"]
            await asyncio.to_thread(match.start)
            head = match.host.view(match.id)["version"]
            texts = await wire.until(match.id, head)
            page = match.host.get(f"/matches/{match.id}/events", after=subscribed["version"], limit=1000).content
            assert f'{{"results":[{",".join(texts)}],"version":{head}}}'.encode() == page
            assert [frame["version"] for frame in wire.frames if frame["t"] == "event"] == list(
                range(subscribed["version"] + 1, head + 1)
            )
            pong = await wire.ask("ping")
            assert pong["versions"] == {match.id: head}

    asyncio.run(scene())


def test_the_handshakes_header_is_as_good_as_a_frame(house: House) -> None:
    ada = Player("Ada", over(house.addresses[0]))

    async def scene() -> None:
        header = {"Authorization": f"Bearer {ada.token}"}
        async with dial(house.addresses[0], additional_headers=header) as wire:
            assert [(await wire.receive())["t"] for _ in range(2)] == ["hello", "ready"]
            assert (await wire.ask("ping"))["t"] == "pong"

    asyncio.run(scene())


def test_a_command_has_exactly_one_reply_and_a_repetition_the_same(house: House) -> None:
    match = table(house, 3)

    async def scene() -> None:
        async with dial(house.addresses[0], match.host.token) as wire:
            key = uuid.uuid4().hex
            asked = {"match": match.id, "type": "start", "data": {"command_id": key}}
            first = await wire.ask("command", **asked)
            assert first["t"] == "ack"
            second = await wire.ask("command", **asked)
            assert second["version"] == first["version"] == match.host.view(match.id)["version"]
            again = await wire.ask("command", match=match.id, type="start", data={})
            assert (again["t"], again["problem"]["code"]) == ("error", "wrong_phase")
            other = await wire.ask("command", **{**asked, "data": {"command_id": key, "phase": "0.gathering"}})
            assert other["problem"]["code"] == "idempotency_mismatch"
            for type_, data, code in (("vote", {"slots": ["x"]}, "invalid"), ("dance", {}, "invalid")):
                reply = await wire.ask("command", match=match.id, type=type_, data=data)
                assert reply["problem"]["code"] == code
            gone = await wire.ask("command", match="nowhere", type="start", data={})
            assert gone["problem"]["code"] == "not_found"
            replies = [frame for frame in wire.frames if "re" in frame]
            assert len(replies) == len({frame["re"] for frame in replies})

    asyncio.run(scene())


def test_seats_are_left_and_filled_over_a_socket_and_the_next_match_is_named(house: House) -> None:
    match = table(house, 2)

    async def scene() -> None:
        async with dial(house.addresses[0], match.host.token) as wire:

            async def ask(type: str, **data: int | str) -> Json:
                reply = await wire.ask("command", match=match.id, type=type, data=data)
                assert reply["t"] == "ack", reply
                return reply

            await ask("bot", seat=3, bot="random")
            await ask("clear", seat=3)
            await ask("bot", seat=2, bot="bookish")
            await ask("move", seat=3)
            await ask("start")
            assert (await ask("resign"))["match"] == match.id
            await asyncio.to_thread(match.players[1].act, match.id, "resign")
            following = await ask("rematch")
            assert following["match"] != match.id
            assert match.host.view(following["match"])["version"] == following["version"]

    asyncio.run(scene())


def test_rounds_over_sockets_alone(house: House) -> None:
    """Everyone on a socket of their own, at both servers; whoever has something to do does it."""
    match = table(house, 3, ruleset="classic")

    async def play(number: int) -> list[str]:
        player = match.players[number]
        async with dial(house.addresses[number % 2], player.token) as wire:
            seen = await wire.ask("subscribe", match=match.id, since=0)
            while True:
                await wire.until(match.id, seen["version"])
                seen = await asyncio.to_thread(player.view, match.id)
                if seen["round"] == 3:
                    return await wire.until(match.id, seen["version"])
                if (found := first_move(seen)) is None:
                    await wire.receive()
                else:
                    await wire.ask("command", match=match.id, type=found[0], data=found[1])

    async def scene() -> list[list[str]]:
        return await asyncio.wait_for(asyncio.gather(*map(play, range(3))), 60)

    told = asyncio.run(scene())
    for player, texts in zip(match.players, told, strict=True):
        assert [json.loads(text) for text in texts] == player.events(match.id, limit=len(texts))


def first_move(view: Json) -> tuple[str, Json] | None:
    """What there is to do; in round 1 it is the host who tells."""
    for action in view["actions"]:
        body = move(action)
        claims = action["type"] == "clue" and view["storyteller"] is None
        if body is not None and not (claims and view["you"]["seat"] != 0):
            return action["type"], {**body, "phase": view["phase"]["id"]}
    return None


def test_several_matches_on_a_socket_and_several_sockets_of_a_user(house: House) -> None:
    ada = Player("Ada", over(house.addresses[0]))
    matches = [ada.open() for _ in range(3)]

    async def scene() -> None:
        async with dial(house.addresses[0], ada.token) as one, dial(house.addresses[1], ada.token) as two:
            for wire in (one, two):
                for match in matches:
                    assert (await wire.ask("subscribe", match=match, since=0))["version"] >= 1
            for match in matches:
                await asyncio.to_thread(ada.act, match, "abandon")
            for wire in (one, two):
                for match in matches:
                    head = ada.view(match)["version"]
                    texts = await wire.until(match, head)
                    assert [json.loads(text) for text in texts] == ada.events(match)

    asyncio.run(scene())


def test_a_version_beyond_the_head_is_told(house: House) -> None:
    ada = Player("Ada", over(house.addresses[0]))
    match = ada.open()
    head = ada.view(match)["version"]

    async def scene() -> None:
        async with dial(house.addresses[0], ada.token) as wire:
            reply = await wire.ask("subscribe", match=match, since=head + 1)
            assert (reply["t"], reply["problem"]["code"], reply["problem"]["version"]) == (
                "error",
                "version_ahead",
                head,
            )
            assert (await wire.ask("subscribe", match=match, since=head))["t"] == "subscribed"

    asyncio.run(scene())
