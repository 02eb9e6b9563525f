"""A socket is good as long as its token: scopes, expiry, revocation."""

import asyncio
import time

from tests.api.client import Player, over
from tests.concurrency.crowd import table
from tests.live.wire import dial, execute
from tests.services.house import House


def change(house: House, player: Player, statement: str) -> None:
    execute(house, statement.format(tokens="accounts_token", where=f"user_id = '{player.id}'"))


def test_a_token_that_is_revoked_or_expires_closes_its_sockets_within_two_seconds(house: House) -> None:
    ada, ben, cleo = (Player(name, over(house.addresses[0])) for name in ("Ada", "Ben", "Cleo"))

    async def cut(player: Player, statement: str) -> None:
        async with dial(house.addresses[0], player.token) as wire:
            change(house, player, statement)
            begun = time.monotonic()
            assert await wire.code() == 4006
            assert time.monotonic() - begun < 2

    async def scene() -> None:
        async with dial(house.addresses[1], cleo.token) as bystander:
            await cut(ada, "DELETE FROM {tokens} WHERE {where}")
            await cut(ben, "UPDATE {tokens} SET expires_at = '2020-01-01 00:00:00' WHERE {where}")
            assert (await bystander.ask("ping"))["t"] == "pong"

    asyncio.run(scene())


def test_scopes_are_asked_for_by_frame(house: House) -> None:
    match = table(house, 2)
    reader, player = match.players
    change(house, reader, "UPDATE {tokens} SET scopes = '[\"match:read\"]' WHERE {where}")
    change(house, player, "UPDATE {tokens} SET scopes = '[\"match:play\"]' WHERE {where}")

    async def scene() -> None:
        async with dial(house.addresses[0], reader.token) as wire:
            assert (await wire.ask("subscribe", match=match.id))["t"] == "subscribed"
            refused = await wire.ask("command", match=match.id, type="abandon")
            assert refused["problem"]["required_scope"] == "match:play"
        async with dial(house.addresses[0], player.token) as wire:
            refused = await wire.ask("subscribe", match=match.id)
            assert (refused["problem"]["code"], refused["problem"]["required_scope"]) == (
                "missing_scope",
                "match:read",
            )
            assert (await wire.ask("command", match=match.id, type="stand"))["t"] == "ack"

    asyncio.run(scene())
