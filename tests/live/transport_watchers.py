"""The four ways of reading a match's events, each as a watcher that does the same things: read, be refused, watch."""

import json
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.api.api_client import BASE_PATH, Json, Player

WATCH_TIMEOUT_SECONDS = 20
READS, MAX_CONNECTIONS = 40, 3
"""The limits of `low_limits_asgi.py` for an account."""
ACT_AFTER_SECONDS = 0.5
"""Time for a long poll to begin."""
Act = Callable[[], Any]


class Watcher(ABC):
    """Reads matches of one server by one transport.

    Outcomes are words: "closed" with a code, "ended", the code of a problem, or "page" with the number of events.
    """

    def __init__(self, address: str) -> None:
        self.address = address

    @abstractmethod
    def read(self, player: Player, match: str, after: int, head: int) -> list[str]:
        """Return the texts of the events after a version, up to the head."""

    @abstractmethod
    def refusal(self, player: Player, match: str, after: int) -> Json:
        """Return the problem that refuses this; `Retry-After` is its member, too."""

    @abstractmethod
    def watch(self, player: Player, match: str, after: int, act: Act) -> str:
        """Watch from a version on, act, and return what became of it."""

    @abstractmethod
    def silence(self, player: Player, match: str, head: int) -> str:
        """Return what comes while nothing happens."""

    @abstractmethod
    def hold(self, player: Player, match: str, after: int, stack: ExitStack) -> str:
        """Begin to watch until the stack closes; return "open", or the code of the refusal."""


def problem_of(response: httpx.Response) -> Json:
    return {**response.json(), "retry_after": response.headers.get("Retry-After")}


class PageWatcher(Watcher):
    """Plain GET."""

    query: Json = {}

    def get(self, player: Player, match: str, after: int, **more: Any) -> httpx.Response:
        return httpx.get(
            f"{self.address}{BASE_PATH}/matches/{match}/events",
            params={"after": after, "limit": 1000, **self.query, **more},
            headers={"Authorization": f"Bearer {player.token}"},
            timeout=WATCH_TIMEOUT_SECONDS,
        )

    def outcome(self, player: Player, match: str, after: int, **more: Any) -> str:
        response = self.get(player, match, after, **more)
        return f"page {len(response.json()['results'])}" if response.is_success else str(response.json()["code"])

    def read(self, player: Player, match: str, after: int, head: int) -> list[str]:
        text = self.get(player, match, after).text
        events = json.loads(text)["results"]
        texts = [json.dumps(event, separators=(",", ":"), ensure_ascii=False) for event in events]
        assert text == f'{{"results":[{",".join(texts)}],"version":{head}}}'
        return texts

    def refusal(self, player: Player, match: str, after: int) -> Json:
        return problem_of(self.get(player, match, after))

    def watch(self, player: Player, match: str, after: int, act: Act) -> str:
        act()
        return self.outcome(player, match, after)

    def silence(self, player: Player, match: str, head: int) -> str:
        return self.outcome(player, match, head)

    def hold(self, player: Player, match: str, after: int, stack: ExitStack) -> str:
        response = self.get(player, match, after)
        return "open" if response.is_success else str(response.json()["code"])


class PollWatcher(PageWatcher):
    """Long poll."""

    query: Json = {"wait": 15}

    def watch(self, player: Player, match: str, after: int, act: Act) -> str:
        timer = threading.Timer(ACT_AFTER_SECONDS, act)
        timer.start()
        try:
            return self.outcome(player, match, after)
        finally:
            timer.join()

    def silence(self, player: Player, match: str, head: int) -> str:
        begun = time.monotonic()
        outcome = self.outcome(player, match, head, wait=1)
        assert time.monotonic() - begun >= 1
        return outcome

    def hold(self, player: Player, match: str, after: int, stack: ExitStack) -> str:
        client = stack.enter_context(httpx.Client(base_url=self.address, timeout=1))
        try:
            response = client.get(
                f"{BASE_PATH}/matches/{match}/events",
                params={"after": after, "wait": 15},
                headers={"Authorization": f"Bearer {player.token}"},
            )
        except httpx.ReadTimeout:
            return "open"
        return str(response.json()["code"])


class StreamWatcher(Watcher):
    """NDJSON."""

    @contextmanager
    def stream(self, player: Player, match: str, after: int) -> Iterator[httpx.Response]:
        url = f"{self.address}{BASE_PATH}/matches/{match}/events"
        headers = {"Authorization": f"Bearer {player.token}", "Accept": "application/x-ndjson"}
        with httpx.stream(
            "GET", url, params={"after": after}, headers=headers, timeout=WATCH_TIMEOUT_SECONDS
        ) as response:
            if not response.is_success:
                response.read()
            yield response

    def read(self, player: Player, match: str, after: int, head: int) -> list[str]:
        with self.stream(player, match, after) as response:
            lines = response.iter_lines()
            return [next(lines) for _ in range(head - after)]

    def refusal(self, player: Player, match: str, after: int) -> Json:
        with self.stream(player, match, after) as response:
            return problem_of(response)

    def watch(self, player: Player, match: str, after: int, act: Act) -> str:
        with self.stream(player, match, after) as response:
            assert response.is_success, response.text
            timer = threading.Timer(ACT_AFTER_SECONDS, act)
            timer.start()
            for _ in response.iter_lines():
                pass
        timer.join()
        return "ended"

    def silence(self, player: Player, match: str, head: int) -> str:
        with self.stream(player, match, head) as response:
            begun = time.monotonic()
            line = next(response.iter_lines())
            assert time.monotonic() - begun < 15
            return "empty line" if line == "" else line

    def hold(self, player: Player, match: str, after: int, stack: ExitStack) -> str:
        response = stack.enter_context(self.stream(player, match, after))
        return "open" if response.is_success else str(response.json()["code"])


class SocketWatcher(Watcher):
    """WebSocket."""

    @contextmanager
    def socket(self, player: Player) -> Iterator[ClientConnection]:
        address = self.address.replace("http", "ws", 1) + "/ws/v1"
        with connect(address, subprotocols=[Subprotocol("dixit.v1")], compression=None, close_timeout=1) as socket:
            socket.recv()
            self.request(socket, "auth", token=player.token)
            yield socket

    def request(self, socket: ClientConnection, t: str, **content: Any) -> Json:
        """Send a frame and return its reply; frames before it are dropped."""
        socket.send(json.dumps({"t": t, "id": f"{t} {time.monotonic_ns()}", **content}))
        while True:
            frame: Json = json.loads(socket.recv(timeout=WATCH_TIMEOUT_SECONDS))
            if str(frame.get("re")).startswith(f"{t} "):
                return frame

    def read(self, player: Player, match: str, after: int, head: int) -> list[str]:
        with self.socket(player) as socket:
            self.request(socket, "subscribe", match=match, since=after)
            texts: list[str] = []
            while len(texts) < head - after:
                text = str(socket.recv(timeout=WATCH_TIMEOUT_SECONDS))
                if json.loads(text)["t"] == "event":
                    texts.append(text[text.index('"event":{') + len('"event":') : -1])
            return texts

    def refusal(self, player: Player, match: str, after: int) -> Json:
        with self.socket(player) as socket:
            problem: Json = self.request(socket, "subscribe", match=match, since=after)["problem"]
            assert self.request(socket, "ping")["t"] == "pong"
            return problem

    def watch(self, player: Player, match: str, after: int, act: Act) -> str:
        with self.socket(player) as socket:
            assert self.request(socket, "subscribe", match=match, since=after)["t"] == "subscribed"
            act()
            try:
                while (frame := json.loads(socket.recv(timeout=WATCH_TIMEOUT_SECONDS)))["t"] in ("event", "presence"):
                    pass
            except ConnectionClosed as closed:
                return f"closed {closed.rcvd.code if closed.rcvd else None}"
            assert self.request(socket, "ping")["t"] == "pong"
            return str(frame["problem"]["code"] if frame["t"] == "error" else frame["t"])

    def silence(self, player: Player, match: str, head: int) -> str:
        with self.socket(player) as socket:
            self.request(socket, "subscribe", match=match, since=head)
            return str(self.request(socket, "ping")["t"])

    def hold(self, player: Player, match: str, after: int, stack: ExitStack) -> str:
        try:
            socket = stack.enter_context(self.socket(player))
            self.request(socket, "subscribe", match=match, since=after)
        except ConnectionClosed as closed:
            return f"closed {closed.rcvd.code if closed.rcvd else None}"
        return "open"


WATCHERS: dict[str, type[Watcher]] = {
    "socket": SocketWatcher,
    "NDJSON": StreamWatcher,
    "long poll": PollWatcher,
    "plain GET": PageWatcher,
}
"""By the heads of the table's columns."""
