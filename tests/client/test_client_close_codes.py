"""The client reconnects after some WebSocket close codes and not after others."""

import inspect
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from dixit_client import Client, Problem, websocket_connection
from dixit_client.websocket_session import WebSocketSession
from websockets.sync.server import ServerConnection, serve
from websockets.typing import Subprotocol

from games.api.asyncapi_messages import SERVER_FRAMES
from tests.client.client_matches import GuestFactory
from tests.timers.worker_deployment import WorkerDeployment

USER = {"id": "u", "name": "Ann", "kind": "guest"}
HEARTBEAT_MS = 300
SERVER_TIME = "2026-11-29T08:00:00.000000Z"


class ClosingServer:
    """A server that closes its first sockets with these codes and records what it receives."""

    def __init__(self, codes: list[int]) -> None:
        self.codes = codes
        self.received_frames: list[Any] = []
        self.pinged = threading.Event()

    def __call__(self, socket: ServerConnection) -> None:
        hello = {"t": "hello", "protocol": 1, "heartbeat_ms": HEARTBEAT_MS, "server_time": SERVER_TIME}
        for frame in (hello, {"t": "ready", "re": None, "user": USER}):
            socket.send(json.dumps(frame))
        if self.codes:
            socket.close(self.codes.pop(0), "as written")
            return
        for text in socket:
            frame = json.loads(text)
            self.received_frames.append(frame)
            if frame["t"] == "subscribe":
                reply = {"t": "subscribed", "re": frame["id"], "match": frame["match"], "version": 4}
                socket.send(json.dumps({**reply, "view": {"id": frame["match"], "version": 4}}))
            if frame["t"] == "ping":
                self.pinged.set()


@contextmanager
def running_closing_server(*codes: int) -> Iterator[tuple[ClosingServer, WebSocketSession]]:
    service = ClosingServer(list(codes))
    with serve(service, "127.0.0.1", 0, subprotocols=[Subprotocol("dixit.v1")]) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.socket.getsockname()[1]
        with Client(f"http://127.0.0.1:{port}", token="dxt_x") as client, WebSocketSession(client) as live:
            yield service, live


def test_the_client_reconnects_and_sends_heartbeats() -> None:
    with running_closing_server(4001, 4003, 1013, 4501, 4499) as (service, live):
        assert live.match("m").view["version"] == 4
        assert service.codes == []
        assert service.pinged.wait(10)


@pytest.mark.parametrize("code", [4500, 4502, 4999, 1009])
def test_the_client_does_not_reconnect_after_a_final_close_code(code: int) -> None:
    with running_closing_server(code, 4001) as (service, live):
        with pytest.raises(Problem) as error_info:
            live.match("m")
        assert (error_info.value.code, error_info.value.status, error_info.value.detail) == (
            "closed",
            code,
            "as written",
        )
        with pytest.raises(Problem, match="closed"):
            live.command("m", "ready", {})
        assert service.codes == [4001]


def test_an_unknown_match_does_not_disturb_other_subscriptions(connect_guest: GuestFactory) -> None:
    ann = connect_guest("Ann")
    match = ann.open(ruleset="classic")["id"]
    with ann.live() as live:
        live_match = live.match(match)
        with pytest.raises(Problem, match="not_found"):
            live.match("nowhere")
        views = live_match.views()
        assert next(views)["version"] == 2
        ann.bot(match, 1, bot="random")
        assert len(next(views)["seats"]) == 2


def test_an_invalid_token_is_raised_as_a_problem(worker_deployment: WorkerDeployment) -> None:
    with Client(worker_deployment.base_urls[0], token="dxt_none") as client, client.live() as live:
        with pytest.raises(Problem) as error_info:
            live.match("m")
        assert error_info.value.status == 4502


def test_closing_the_connection_ends_a_waiting_event_stream() -> None:
    with running_closing_server() as (_, live):
        stream = live.events("m")
        problem_codes: list[str] = []

        def listen() -> None:
            try:
                next(stream)
            except Problem as problem:
                problem_codes.append(problem.code)

        listener = threading.Thread(target=listen)
        listener.start()
        while not live._pending.streams:
            time.sleep(0.01)
        live.close()
        listener.join(10)
        assert problem_codes == ["closed"]


def test_the_client_fetches_the_view_after_an_unknown_event(
    connect_guest: GuestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dixit_client.live_match.REDUCIBLE_EVENTS", {"seat_left"})
    ann = connect_guest("Ann")
    match = ann.open(ruleset="classic")["id"]
    with ann.live() as live:
        live_match = live.match(match)
        live_match.act("bot", seat=1, bot="random")
        views = live_match.views()
        next(views)
        assert [seat["player"]["kind"] for seat in next(views)["seats"]] == ["guest", "bot"]


def test_the_client_handles_every_server_frame() -> None:
    source = inspect.getsource(websocket_connection)
    names = {push.__annotations__["t"].__args__[0] for push in SERVER_FRAMES}
    # The first two are handled at the handshake; the client sends no frames that are answered with the others.
    names -= {"hello", "ready", "unsubscribed", "me"}
    assert [name for name in names if f'"{name}"' not in source] == []
