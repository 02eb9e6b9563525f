"""A player whose seat is skipped learns it from the socket, and comes back through it."""

import asyncio
import json

import pytest

from tests.api.game_table import GameTable, legal_vote
from tests.live.websocket_client import open_websocket
from tests.timers.worker_deployment import WorkerDeployment

pytestmark = pytest.mark.slow


def test_a_skipped_player_resumes_over_the_socket(worker_deployment: WorkerDeployment) -> None:
    table = worker_deployment.start_match(clock={"submit": 5, "vote": 5})
    ada, ben, _ = table.players
    ada.act(table.id, "clue", {"card": ada.view(table.id)["you"]["hand"][0], "clue": {"kind": "mime"}})

    async def scenario() -> None:
        async with open_websocket(worker_deployment.base_urls[0], ben.token) as socket:
            await socket.request("subscribe", match=table.id)
            await asyncio.to_thread(play_without_ben, worker_deployment, table)
            head = (await asyncio.to_thread(ben.view, table.id))["version"]
            events = [json.loads(text) for text in await socket.wait_for_version(table.id, head)]
            assert [event["data"] for event in events if event["type"] == "seat_skipped"] == [{"seat": 1}]
            early_call = await socket.request("command", match=table.id, type="call_time", data={})
            assert early_call["problem"]["code"] == "too_early"
            ack = await socket.request("command", match=table.id, type="resume", data={})
            assert (ack["t"], ack["version"]) == ("ack", head + 1)
            resumed = json.loads((await socket.wait_for_version(table.id, head + 1))[-1])
            assert (resumed["type"], resumed["actor"]) == ("seat_resumed", 1)
            assert resumed["data"] == {"seat": 1, "deadline_at": None}

    asyncio.run(scenario())


def play_without_ben(deployment: WorkerDeployment, table: GameTable) -> None:
    """Let Cleo play alone until the scores are shown; the clock ends both phases."""
    cleo = table.players[2]
    cleo.act(table.id, "cards", {"cards": cleo.view(table.id)["you"]["hand"][:2]})
    deployment.wait_until(lambda: bool(cleo.view(table.id)["phase"]["name"] == "voting"), "the vote begins")
    cleo.act(table.id, "vote", legal_vote(cleo, table.id))
    deployment.wait_until(lambda: bool(cleo.view(table.id)["phase"]["name"] == "reveal"), "the scores are shown")
