"""Entropy over the socket: asked for by the view, revealed by a command, told to all in order."""

import asyncio

from tests.api.drawing import Drawing
from tests.concurrency.crowd import doors
from tests.live.wire import dial
from tests.services.house import House


def test_entropy_is_revealed_over_the_socket_and_told_to_everybody(house: House) -> None:
    table = Drawing(doors=doors(house, 2))

    async def scene() -> None:
        async with dial(house.addresses[0], table.players[1].token) as ben:
            view = (await ben.ask("subscribe", match=table.id))["view"]
            assert view["phase"]["name"] == "drawing"
            assert "entropy" in [action["type"] for action in view["actions"]]
            wrong = await ben.ask("command", match=table.id, type="entropy", data={"entropy": "11" * 32})
            assert wrong["problem"]["code"] == "wrong_entropy"
            right = await ben.ask("command", match=table.id, type="entropy", data={"entropy": table.mine[1]})
            assert (right["t"], right["version"]) == ("ack", view["version"] + 1)
            await asyncio.to_thread(table.reveal, 0, 2)
            head = table.host.view(table.id)["version"]
            told = await ben.until(table.id, head)
            assert [text.partition('"type":"')[2].partition('"')[0] for text in told] == [
                *["entropy_revealed"] * 3, "deck_shuffled", "hands_dealt", "round_begun",
            ]  # fmt: skip

    asyncio.run(scene())
