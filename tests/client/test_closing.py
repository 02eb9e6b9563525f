"""Some ends of a socket are to come back after, others are not."""

import inspect
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from dixit_client import Client, Problem, connection
from dixit_client.websocket_session import WebSocketSession
from websockets.sync.server import ServerConnection, serve
from websockets.typing import Subprotocol

from games.api.asyncapi_messages import SERVER_FRAMES
from tests.client.playing import Guests
from tests.timers.clockwork import ClockHouse

USER = {"id": "u", "name": "Ann", "kind": "guest"}
HEARTBEAT = 300


class Closing:
    """A service that closes its first sockets with these codes, and tells what it was sent."""

    def __init__(self, codes: list[int]) -> None:
        self.codes = codes
        self.heard: list[Any] = []
        self.pinged = threading.Event()

    def __call__(self, socket: ServerConnection) -> None:
        hello = {"t": "hello", "protocol": 1, "heartbeat_ms": HEARTBEAT, "server_time": ""}
        for frame in (hello, {"t": "ready", "re": None, "user": USER}):
            socket.send(json.dumps(frame))
        if self.codes:
            socket.close(self.codes.pop(0), "as written")
            return
        for text in socket:
            frame = json.loads(text)
            self.heard.append(frame)
            if frame["t"] == "subscribe":
                told = {"t": "subscribed", "re": frame["id"], "match": frame["match"], "version": 4}
                socket.send(json.dumps({**told, "view": {"id": frame["match"], "version": 4}}))
            if frame["t"] == "ping":
                self.pinged.set()


@contextmanager
def closing(*codes: int) -> Iterator[tuple[Closing, WebSocketSession]]:
    service = Closing(list(codes))
    with serve(service, "127.0.0.1", 0, subprotocols=[Subprotocol("dixit.v1")]) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.socket.getsockname()[1]
        with Client(f"http://127.0.0.1:{port}", token="dxt_x") as client, WebSocketSession(client) as live:
            yield service, live


def test_it_comes_back_and_lets_hear_of_itself() -> None:
    with closing(4001, 4003, 1013, 4499) as (service, live):
        assert live.match("m").view["version"] == 4
        assert service.codes == []
        assert service.pinged.wait(10)


@pytest.mark.parametrize("code", [4500, 4502, 4999, 1009])
def test_it_does_not_come_back(code: int) -> None:
    with closing(code, 4001) as (service, live):
        with pytest.raises(Problem) as told:
            live.match("m")
        assert (told.value.code, told.value.status, told.value.detail) == ("closed", code, "as written")
        with pytest.raises(Problem, match="closed"):
            live.command("m", "ready", {})
        assert service.codes == [4001]


def test_a_match_that_is_not_there_leaves_the_others_alone(guest: Guests) -> None:
    ann = guest("Ann")
    match = ann.open(ruleset="classic")["id"]
    with ann.live() as live:
        followed = live.match(match)
        with pytest.raises(Problem, match="not_found"):
            live.match("nowhere")
        views = followed.views()
        assert next(views)["version"] == 2
        ann.bot(match, 1, bot="random")
        assert len(next(views)["seats"]) == 2


def test_a_token_that_is_none_is_said_so(clock_house: ClockHouse) -> None:
    with Client(clock_house.addresses[0], token="dxt_none") as client, client.live() as live:
        with pytest.raises(Problem) as told:
            live.match("m")
        assert told.value.status == 4502


def test_whoever_waits_when_the_line_is_closed_is_told() -> None:
    with closing() as (_, live):
        stream = live.events("m")
        told: list[str] = []

        def listen() -> None:
            try:
                next(stream)
            except Problem as problem:
                told.append(problem.code)

        waiting = threading.Thread(target=listen)
        waiting.start()
        while not live._pending.streams:
            time.sleep(0.01)
        live.close()
        waiting.join(10)
        assert told == ["closed"]


def test_after_an_event_that_it_does_not_know_it_asks_for_the_view(
    guest: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dixit_client.match.KNOWN", {"seat_left"})
    ann = guest("Ann")
    match = ann.open(ruleset="classic")["id"]
    with ann.live() as live:
        followed = live.match(match)
        followed.act("bot", seat=1, bot="random")
        views = followed.views()
        next(views)
        assert [seat["player"]["kind"] for seat in next(views)["seats"]] == ["guest", "bot"]


def test_it_knows_every_frame_that_there_is() -> None:
    source = inspect.getsource(connection)
    names = [push.__annotations__["t"].__args__[0] for push in SERVER_FRAMES]
    assert [name for name in names if name not in ("hello", "ready") and f'"{name}"' not in source] == []
