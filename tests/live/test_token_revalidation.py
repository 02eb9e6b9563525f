"""A socket is valid as long as its token: scopes, expiry, revocation."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import httpx
from websockets.exceptions import ConnectionClosed

from tests.api.account_helpers import player_from
from tests.api.api_client import Player, http_transport
from tests.concurrency.concurrent_clients import create_match
from tests.live.websocket_client import execute_sql, open_websocket
from tests.services.deployment import Deployment

REVOCATION_TIMEOUT_SECONDS = 5.0
"""Two seconds are the goal; a machine that is busy with other tests needs its own time for the calls in between."""


def update_account(deployment: Deployment, player: Player, statement: str) -> None:
    table_names = {"tokens": "accounts_token", "users": "accounts_user"}
    execute_sql(
        deployment, statement.format(**table_names, where=f"user_id = '{player.id}'", who=f"id = '{player.id}'")
    )


def test_an_invalidated_token_closes_its_sockets_within_two_seconds(deployment: Deployment) -> None:
    ada, ben, cleo, dora = (
        Player(name, http_transport(deployment.base_urls[0])) for name in ("Ada", "Ben", "Cleo", "Dora")
    )

    async def assert_change_closes_socket(player: Player, statement: str) -> None:
        async with open_websocket(deployment.base_urls[0], player.token) as client:
            update_account(deployment, player, statement)
            started_at = time.monotonic()
            assert await client.wait_for_close_code() == 4006
            assert time.monotonic() - started_at < 2

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[1], cleo.token) as bystander:
            await assert_change_closes_socket(ada, "DELETE FROM {tokens} WHERE {where}")
            await assert_change_closes_socket(
                ben, "UPDATE {tokens} SET expires_at = '2020-01-01 00:00:00' WHERE {where}"
            )
            await assert_change_closes_socket(dora, "UPDATE {users} SET is_active = false WHERE {who}")
            assert (await bystander.request("ping"))["t"] == "pong"

    asyncio.run(scenario())


def test_each_frame_type_requires_its_scope(deployment: Deployment) -> None:
    match = create_match(deployment, 2)
    reader, player = match.players
    update_account(deployment, reader, "UPDATE {tokens} SET scopes = '[\"match:read\"]' WHERE {where}")
    update_account(deployment, player, "UPDATE {tokens} SET scopes = '[\"match:play\"]' WHERE {where}")

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], reader.token) as client:
            assert (await client.request("subscribe", match=match.id))["t"] == "subscribed"
            refused = await client.request("command", match=match.id, type="abandon")
            assert refused["problem"]["required_scope"] == "match:play"
        async with open_websocket(deployment.base_urls[0], player.token) as client:
            refused = await client.request("subscribe", match=match.id)
            assert (refused["problem"]["code"], refused["problem"]["required_scope"]) == (
                "missing_scope",
                "match:read",
            )
            assert (await client.request("command", match=match.id, type="stand"))["t"] == "ack"

    asyncio.run(scenario())


def test_a_token_revoked_by_its_owner_closes_its_sockets_and_streams_promptly(deployment: Deployment) -> None:
    match = create_match(deployment, 2)
    ada = match.players[0]
    bot = player_from(ada.send("POST", "/tokens", {"scopes": ["match:read"], "label": "bot"}).ok(201), ada.transport)
    derived = player_from(bot.send("POST", "/tokens", {}).ok(201), ada.transport)

    async def scenario() -> None:
        async with (
            open_websocket(deployment.base_urls[1], ada.token) as own,
            open_websocket(deployment.base_urls[1], derived.token) as client,
        ):
            stream_started = asyncio.Event()
            stream_task = asyncio.create_task(read_until_stream_ends(deployment, bot, match.id, stream_started))
            await stream_started.wait()
            assert (await client.request("subscribe", match=match.id))["t"] == "subscribed"
            started_at = time.monotonic()
            tokens = (await asyncio.to_thread(bot.get, "/tokens")).ok()["results"]
            token_id = next(token["id"] for token in tokens if token["current"])
            assert (await asyncio.to_thread(ada.send, "DELETE", f"/tokens/{token_id}")).status == 204
            assert (await asyncio.to_thread(bot.get, "/me")).code == "unauthenticated"
            assert await client.wait_for_close_code() == 4006
            await stream_task
            assert time.monotonic() - started_at < REVOCATION_TIMEOUT_SECONDS
            assert (await own.request("ping"))["t"] == "pong"

    asyncio.run(scenario())


async def read_until_stream_ends(
    deployment: Deployment, player: Player, match: str, stream_started: asyncio.Event
) -> None:
    """Read the events of a match as a stream until it ends; say when it has begun."""
    headers = {"Authorization": f"Bearer {player.token}", "Accept": "application/x-ndjson"}
    async with httpx.AsyncClient(timeout=20) as client:
        address = f"{deployment.base_urls[0]}/api/v1/matches/{match}/events"
        async with client.stream("GET", address, headers=headers) as answer:
            assert answer.status_code == 200
            async for _ in answer.aiter_lines():
                stream_started.set()


def test_sitting_down_uses_the_name_changed_after_the_socket_opened(deployment: Deployment) -> None:
    match, ben = create_match(deployment, 2), Player("Ben", http_transport(deployment.base_urls[0]))

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[1], ben.token) as client:
            (await asyncio.to_thread(ben.send, "PATCH", "/me", {"name": "Benjamin"})).ok()
            assert (await client.request("command", match=match.id, type="sit"))["t"] == "ack"

    asyncio.run(scenario())
    assert ben.view(match.id)["seats"][2]["player"]["name"] == "Benjamin"


def test_an_erased_user_cannot_sit_down_over_a_socket_that_is_still_open(deployment: Deployment) -> None:
    match, ben = create_match(deployment, 2), Player("Canary", http_transport(deployment.base_urls[0]))

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[1], ben.token) as client:
            (await asyncio.to_thread(ben.send, "DELETE", "/me")).ok()
            with suppress(ConnectionClosed):
                assert (await client.request("command", match=match.id, type="sit"))["problem"][
                    "code"
                ] == "unauthenticated"

    asyncio.run(scenario())
    assert "Canary" not in str(match.host.events(match.id))


def test_a_long_poll_is_refused_if_its_token_was_invalidated_while_it_waited(deployment: Deployment) -> None:
    match = create_match(deployment, 4)
    version = match.players[0].view(match.id)["version"]
    cursor = match.players[3].get("/me/matches").ok()["cursor"]
    polls = {
        match.players[1]: (f"/matches/{match.id}", {"after": version}, "DELETE FROM {tokens} WHERE {where}"),
        match.players[2]: (
            f"/matches/{match.id}/events",
            {"after": version},
            "UPDATE {users} SET is_active = false WHERE {who}",
        ),
        match.players[3]: (
            "/me/matches",
            {"after": cursor},
            "UPDATE {tokens} SET expires_at = '2020-01-01 00:00:00' WHERE {where}",
        ),
    }
    with ThreadPoolExecutor(len(polls)) as threads:
        waiting = [threads.submit(player.get, path, wait=30, **query) for player, (path, query, _) in polls.items()]
        time.sleep(0.5)
        for player, (_, _, statement) in polls.items():
            update_account(deployment, player, statement)
        match.players[0].act(match.id, "start")
        answers = [poll.result() for poll in waiting]
    assert [(answer.status, answer.code) for answer in answers] == [(401, "unauthenticated")] * len(polls)
