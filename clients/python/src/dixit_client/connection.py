"""One connection of the socket, from its greeting to its cut."""

import json
import time
from contextlib import suppress
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from dixit_client.held import Held
from dixit_client.match import Ack
from dixit_client.outgoing import Outgoing
from dixit_client.problem import told
from dixit_client.stream import Gap, Stream

GREETING = 10.0
"""Seconds within which the service says hello."""
SHORT = 0.05


class Connection:
    """Asks for all that is held, and tells what comes."""

    def __init__(self, socket: ClientConnection, held: Held) -> None:
        self._socket, self._held = socket, held
        self._out = Outgoing(socket)
        self._numbers = count(1)
        self._asked: dict[str, Stream] = {}
        self._watched: dict[str, Stream] = {}
        hello = json.loads(socket.recv(timeout=GREETING))
        ready = json.loads(socket.recv(timeout=GREETING))
        self._beat = hello["heartbeat_ms"] / 3000
        self._me: str = ready["user"]["id"]

    def resume(self) -> None:
        """Ask for everything that is followed and unanswered."""
        for stream in self._held.streams.values():
            self.subscribe(stream)
        for frame, _ in self._held.commands.values():
            self.send(frame)

    def subscribe(self, stream: Stream) -> None:
        number = f"s{next(self._numbers)}"
        self._asked[number] = stream
        since = {} if stream.have is None else {"since": stream.have}
        self.send({"t": "subscribe", "id": number, "match": stream.match, **since})

    def send(self, frame: dict[str, Any]) -> None:
        # That the line is cut is noticed by who listens.
        with suppress(ConnectionClosed, OSError):
            self._out.send(frame)

    def first_asked(self) -> Stream | None:
        """What the service was busy with when it closed the line: it takes one frame after the other."""
        return next(iter(self._asked.values()), None)

    def listen(self) -> None:
        """Take what comes, until the line is cut.

        Raises:
            ConnectionClosed, Gap
        """
        ping = time.monotonic() + self._beat
        while True:
            with suppress(TimeoutError):
                self._take(json.loads(self._socket.recv(timeout=SHORT if self._out.waits else self._beat)))
            with self._held.lock:
                if time.monotonic() > ping:
                    ping = time.monotonic() + self._beat
                    self._out.send({"t": "ping", "id": "ping"})
                self._out.flush()

    def _take(self, frame: Any) -> None:
        match frame["t"]:
            case "event" | "presence":
                if stream := self._held.streams.get(frame["match"]):
                    stream.put(frame)
            case "subscribed":
                with self._held.lock:
                    stream = self._watched[frame["re"]] = self._asked.pop(frame["re"])
                if "view" in frame:
                    stream.begin(frame["view"], self._me)
            case "ack":
                ack = Ack(match=frame["match"], version=frame["version"], receipt=frame["receipt"])
                self._held.answered(frame["re"], ack)
            case "error":
                self._refused(frame)
            case "pong":
                self._compare(frame["versions"])

    def _refused(self, frame: Any) -> None:
        problem = told(frame["problem"])
        if self._held.answered(frame["re"], problem):
            return
        with self._held.lock:
            stream = self._asked.pop(frame["re"], None) or self._watched.get(frame["re"])
        if problem.passing:
            raise Gap
        if stream is not None:
            self._held.leave(stream, problem)

    def _compare(self, versions: dict[str, int]) -> None:
        """Everything that the service says it has told must have come."""
        for match, version in versions.items():
            stream = self._held.streams.get(match)
            if stream is not None and stream.have is not None and stream.have < version:
                raise Gap
