"""Entropy over the socket: requested in the view, revealed by a command, sent to all in order."""

import asyncio

from tests.api.entropy_table import EntropyTable
from tests.concurrency.concurrent_clients import open_connections
from tests.live.websocket_client import open_websocket
from tests.services.deployment import Deployment


def test_entropy_is_revealed_over_the_socket_and_sent_to_everyone_in_order(deployment: Deployment) -> None:
    table = EntropyTable(transports=open_connections(deployment, 2))

    async def scenario() -> None:
        async with open_websocket(deployment.base_urls[0], table.players[1].token) as ben:
            view = (await ben.request("subscribe", match=table.id))["view"]
            assert view["phase"]["name"] == "drawing"
            assert "entropy" in [action["type"] for action in view["actions"]]
            wrong = await ben.request("command", match=table.id, type="entropy", data={"entropy": "11" * 32})
            assert wrong["problem"]["code"] == "wrong_entropy"
            right = await ben.request(
                "command", match=table.id, type="entropy", data={"entropy": table.entropy_by_seat[1]}
            )
            assert (right["t"], right["version"]) == ("ack", view["version"] + 1)
            await asyncio.to_thread(table.reveal, 0, 2)
            head = table.host.view(table.id)["version"]
            event_texts = await ben.wait_for_version(table.id, head)
            assert [text.partition('"type":"')[2].partition('"')[0] for text in event_texts] == [
                *["entropy_revealed"] * 3, "deck_shuffled", "hands_dealt", "round_begun",
            ]  # fmt: skip

    asyncio.run(scenario())
