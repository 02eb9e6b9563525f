"""The socket's protocol: authentication, subscriptions and commands, each frame with its reply."""

import asyncio
import json
import uuid

from dixit.version import VERSION
from tests.api.api_client import Json, Player, http_transport
from tests.api.game_table import body_for_action
from tests.concurrency.concurrent_clients import create_match
from tests.live.websocket_client import open_websocket
from tests.services.deployment import Deployment


def without_presence(view: Json) -> Json:
    """Return a view without its presence fields."""
    return {**view, "seats": [{**seat, "connected": None} for seat in view["seats"]]}


def test_a_connection_receives_hello_then_ready_then_the_view_then_events(deployment: Deployment) -> None:
    match = create_match(deployment, 3)

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0]) as client:
            hello = await client.receive()
            assert (hello["t"], hello["protocol"]) == ("hello", 1)
            assert hello["version"] == VERSION
            assert hello["heartbeat_ms"] >= 30_000
            assert hello["server_time"].endswith("Z")
            ready = await client.request("auth", token=match.host.token)
            assert ready == {
                "t": "ready",
                "re": "1",
                "user": {"id": match.host.id, "name": match.host.name, "kind": "guest"},
            }
            subscribed = await client.request("subscribe", match=match.id)
            assert without_presence(subscribed["view"]) == without_presence(match.host.view(match.id))
            assert subscribed["view"]["seats"][0]["connected"] is True
            assert subscribed["version"] == subscribed["view"]["version"]
            await asyncio.to_thread(match.start)
            head = match.host.view(match.id)["version"]
            texts = await client.wait_for_version(match.id, head)
            page = match.host.get(f"/matches/{match.id}/events", after=subscribed["version"], limit=1000).content
            assert f'{{"results":[{",".join(texts)}],"version":{head}}}'.encode() == page
            assert [frame["version"] for frame in client.frames if frame["t"] == "event"] == list(
                range(subscribed["version"] + 1, head + 1)
            )
            pong = await client.request("ping")
            assert pong["versions"] == {match.id: head}

    asyncio.run(scenario())


def test_the_authorization_header_replaces_the_auth_frame(deployment: Deployment) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))

    async def scenario() -> None:
        header = {"Authorization": f"Bearer {ada.token}"}
        async with open_websocket(deployment.base_urls[0], additional_headers=header) as client:
            assert [(await client.receive())["t"] for _ in range(2)] == ["hello", "ready"]
            assert (await client.request("ping"))["t"] == "pong"

    asyncio.run(scenario())


def test_a_command_has_exactly_one_reply_and_its_repetition_has_the_same_result(deployment: Deployment) -> None:
    match = create_match(deployment, 3)

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], match.host.token) as client:
            key = uuid.uuid4().hex
            command = {"match": match.id, "type": "start", "data": {"command_id": key}}
            first = await client.request("command", **command)
            assert first["t"] == "ack"
            second = await client.request("command", **command)
            assert second["version"] == first["version"] == match.host.view(match.id)["version"]
            wrong_phase_reply = await client.request("command", match=match.id, type="start", data={})
            assert (wrong_phase_reply["t"], wrong_phase_reply["problem"]["code"]) == ("error", "wrong_phase")
            mismatch_reply = await client.request(
                "command", **{**command, "data": {"command_id": key, "phase": "0.gathering"}}
            )
            assert mismatch_reply["problem"]["code"] == "idempotency_mismatch"
            for type_, data, code in (("vote", {"slots": ["x"]}, "invalid"), ("dance", {}, "invalid")):
                reply = await client.request("command", match=match.id, type=type_, data=data)
                assert reply["problem"]["code"] == code
            unknown_match_reply = await client.request("command", match="nowhere", type="start", data={})
            assert unknown_match_reply["problem"]["code"] == "not_found"
            replies = [frame for frame in client.frames if "re" in frame]
            assert len(replies) == len({frame["re"] for frame in replies})

    asyncio.run(scenario())


def test_seats_are_filled_and_cleared_over_a_socket_and_a_rematch_names_the_next_match(deployment: Deployment) -> None:
    match = create_match(deployment, 2)

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], match.host.token) as client:

            async def send_command(type: str, **data: int | str) -> Json:
                reply = await client.request("command", match=match.id, type=type, data=data)
                assert reply["t"] == "ack", reply
                return reply

            await send_command("bot", seat=3, bot="random")
            await send_command("clear", seat=3)
            await send_command("bot", seat=2, bot="bookish")
            await send_command("move", seat=3)
            await send_command("start")
            assert (await send_command("resign"))["match"] == match.id
            await asyncio.to_thread(match.players[1].act, match.id, "resign")
            rematch = await send_command("rematch")
            assert rematch["match"] != match.id
            assert match.host.view(rematch["match"])["version"] == rematch["version"]

    asyncio.run(scenario())


def test_rounds_are_played_over_sockets_alone(deployment: Deployment) -> None:
    """Every player has a socket, on one of both servers, and moves when there is something to do."""
    match = create_match(deployment, 3, ruleset="classic")

    async def play(number: int) -> list[str]:
        player = match.players[number]
        async with open_websocket(deployment.base_urls[number % 2], player.token) as client:
            view = await client.request("subscribe", match=match.id, since=0)
            while True:
                await client.wait_for_version(match.id, view["version"])
                view = await asyncio.to_thread(player.view, match.id)
                if view["round"] == 3:
                    return await client.wait_for_version(match.id, view["version"])
                if (next_move := first_available_move(view)) is None:
                    await client.receive()
                else:
                    await client.request("command", match=match.id, type=next_move[0], data=next_move[1])

    async def scenario() -> list[list[str]]:
        return await asyncio.wait_for(asyncio.gather(*map(play, range(3))), 60)

    streams = asyncio.run(scenario())
    for player, texts in zip(match.players, streams, strict=True):
        assert [json.loads(text) for text in texts] == player.events(match.id, limit=len(texts))


def first_available_move(view: Json) -> tuple[str, Json] | None:
    """Return an available move; in round 1 the host is the storyteller."""
    for action in view["actions"]:
        body = body_for_action(action)
        claims_storyteller = action["type"] == "clue" and view["storyteller"] is None
        if body is not None and not (claims_storyteller and view["you"]["seat"] != 0):
            return action["type"], {**body, "phase": view["phase"]["id"]}
    return None


def test_a_socket_can_watch_several_matches_and_a_user_can_have_several_sockets(deployment: Deployment) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))
    matches = [ada.open() for _ in range(3)]

    async def scenario() -> None:
        async with (
            open_websocket(deployment.base_urls[0], ada.token) as one,
            open_websocket(deployment.base_urls[1], ada.token) as two,
        ):
            for client in (one, two):
                for match in matches:
                    assert (await client.request("subscribe", match=match, since=0))["version"] >= 1
            for match in matches:
                await asyncio.to_thread(ada.act, match, "abandon")
            for client in (one, two):
                for match in matches:
                    head = ada.view(match)["version"]
                    texts = await client.wait_for_version(match, head)
                    assert [json.loads(text) for text in texts] == ada.events(match)

    asyncio.run(scenario())


def test_subscribing_beyond_the_head_is_refused(deployment: Deployment) -> None:
    ada = Player("Ada", http_transport(deployment.base_urls[0]))
    match = ada.open()
    head = ada.view(match)["version"]

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], ada.token) as client:
            reply = await client.request("subscribe", match=match, since=head + 1)
            assert (reply["t"], reply["problem"]["code"], reply["problem"]["version"]) == (
                "error",
                "version_ahead",
                head,
            )
            assert (await client.request("subscribe", match=match, since=head))["t"] == "subscribed"

    asyncio.run(scenario())
