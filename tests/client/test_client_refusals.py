"""The client waits as it is told: what is refused for one match disturbs neither the connection nor other matches."""

import json
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, cast

import pytest
from dixit_client import Client
from dixit_client.websocket_session import WebSocketSession
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve
from websockets.typing import Subprotocol

RETRY_AFTER_SECONDS = 1
HELLO = {"t": "hello", "protocol": 1, "heartbeat_ms": 30_000, "server_time": "2026-11-29T08:00:00.000000Z"}
READY = {"t": "ready", "re": None, "user": {"id": "u", "name": "Ann", "kind": "guest"}}
MATCHES = [f"m{number}" for number in range(5)]


class RefusingServer:
    """A server that refuses some subscriptions once, and the handshake as often as told, and notes when what came."""

    def __init__(self, code: str, *, refused: tuple[str, ...] = (), refused_handshakes: int = 0) -> None:
        self.code, self.refused, self.refused_handshakes = code, set(refused), refused_handshakes
        self.connected_at: list[float] = []
        self.frames: list[tuple[float, Any]] = []
        self.sockets: list[ServerConnection] = []

    def answer_handshake(self, socket: ServerConnection, request: Request) -> Response | None:
        self.connected_at.append(time.monotonic())
        if len(self.connected_at) > self.refused_handshakes:
            return None
        headers = Headers({"Retry-After": str(RETRY_AFTER_SECONDS), "Content-Length": "0"})
        return Response(HTTPStatus.SERVICE_UNAVAILABLE, "Unavailable", headers, b"")

    def __call__(self, socket: ServerConnection) -> None:
        self.sockets.append(socket)
        for frame in (HELLO, READY):
            socket.send(json.dumps(frame))
        for text in socket:
            frame = json.loads(text)
            self.frames.append((time.monotonic(), frame))
            if frame["t"] == "subscribe":
                socket.send(json.dumps(self.answer(frame)))

    def answer(self, frame: Any) -> Any:
        if frame["match"] in self.refused:
            self.refused.discard(frame["match"])
            return self.refusal(frame["id"], frame["match"])
        view = {} if "since" in frame else {"view": {"id": frame["match"], "version": 4, "status": "playing"}}
        return {"t": "subscribed", "re": frame["id"], "match": frame["match"], "version": 4, **view}

    def refusal(self, id: str, match: str) -> Any:
        problem = {"code": self.code, "detail": "Wait.", "status": 429 if self.code == "too_many_requests" else 503}
        return {"t": "error", "re": id, "problem": {**problem, "match": match, "retry_after": RETRY_AFTER_SECONDS}}

    def subscribed_at(self, match: str) -> list[float]:
        return [at for at, frame in self.frames if frame["t"] == "subscribe" and frame["match"] == match]

    def wait_until_subscribed(self, match: str, times: int) -> None:
        deadline = time.monotonic() + 10
        while len(self.subscribed_at(match)) < times:
            assert time.monotonic() < deadline, self.frames
            time.sleep(0.02)


@contextmanager
def running(service: RefusingServer) -> Iterator[WebSocketSession]:
    options: dict[str, Any] = {"subprotocols": [Subprotocol("dixit.v1")], "process_request": service.answer_handshake}
    with serve(service, "127.0.0.1", 0, **options) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        with Client(address, token="dxt_x") as client, WebSocketSession(client) as live:
            yield live


@pytest.mark.parametrize("code", ["too_many_requests", "unavailable"])
def test_a_refused_subscription_is_repeated_in_time_on_the_same_connection(code: str) -> None:
    service = RefusingServer(code, refused=("m3",))
    with running(service) as live:
        assert [live.match(match).view["version"] for match in MATCHES] == [4] * len(MATCHES)
    first, second = service.subscribed_at("m3")
    assert RETRY_AFTER_SECONDS <= second - first < RETRY_AFTER_SECONDS + 1
    assert len(service.connected_at) == 1
    assert all(len(service.subscribed_at(match)) == 1 for match in MATCHES if match != "m3")


def test_a_subscription_that_breaks_is_resumed_on_the_same_connection() -> None:
    service = RefusingServer("unavailable")
    with running(service) as live:
        match = live.match("m0")
        live.match("m1")
        (id,) = [frame["id"] for _, frame in service.frames if frame["match"] == "m0"]
        service.sockets[0].send(json.dumps(service.refusal(id, "m0")))
        service.wait_until_subscribed("m0", 2)
        assert service.frames[-1][1]["since"] == 4
        assert not match.lost
    assert len(service.connected_at) == len(service.subscribed_at("m1")) == 1


def test_a_refused_handshake_is_repeated_in_time() -> None:
    service = RefusingServer("unavailable", refused_handshakes=1)
    with running(service) as live:
        assert live.match("m0").view["version"] == 4
    first, second = service.connected_at
    assert second - first >= RETRY_AFTER_SECONDS


def test_a_stream_that_is_left_is_unsubscribed() -> None:
    service = RefusingServer("unavailable")
    with running(service) as live:
        events = live.events("m0", after=4)
        reader = threading.Thread(target=lambda: next(events, None))
        reader.start()
        service.wait_until_subscribed("m0", 1)
        event = {"type": "match_ended", "version": 5, "prev": "p", "hash": "h"}
        service.sockets[0].send(json.dumps({"t": "event", "match": "m0", "version": 5, "event": event}))
        reader.join(10)
        cast(Generator[Any], events).close()
        deadline = time.monotonic() + 5
        while service.frames[-1][1]["t"] != "unsubscribe":
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert service.frames[-1][1]["match"] == "m0"
