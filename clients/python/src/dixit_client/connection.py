"""One connection of the socket, from its greeting to its cut."""

import json
import time
from contextlib import suppress
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from dixit_client.match import Ack
from dixit_client.match_stream import Gap, MatchStream
from dixit_client.pending import Pending
from dixit_client.problem import problem_from_body
from dixit_client.rate_limited_sender import RateLimitedSender

GREETING_TIMEOUT_SECONDS = 10.0
"""Seconds within which the service says hello."""
FLUSH_INTERVAL_SECONDS = 0.05


class Connection:
    """Asks for all that is held, and tells what comes."""

    def __init__(self, socket: ClientConnection, pending: Pending) -> None:
        self._socket, self._pending = socket, pending
        self._sender = RateLimitedSender(socket)
        self._numbers = count(1)
        self._subscribing: dict[str, MatchStream] = {}
        self._subscribed: dict[str, MatchStream] = {}
        hello = json.loads(socket.recv(timeout=GREETING_TIMEOUT_SECONDS))
        ready = json.loads(socket.recv(timeout=GREETING_TIMEOUT_SECONDS))
        self._ping_interval = hello["heartbeat_ms"] / 3000
        self._me: str = ready["user"]["id"]

    def resume(self) -> None:
        """Ask for everything that is followed and unanswered."""
        for stream in self._pending.streams.values():
            self.subscribe(stream)
        for frame, _ in self._pending.commands.values():
            self.send(frame)

    def subscribe(self, stream: MatchStream) -> None:
        number = f"s{next(self._numbers)}"
        self._subscribing[number] = stream
        since = {} if stream.last_version is None else {"since": stream.last_version}
        self.send({"t": "subscribe", "id": number, "match": stream.match, **since})

    def send(self, frame: dict[str, Any]) -> None:
        # That the line is cut is noticed by who listens.
        with suppress(ConnectionClosed, OSError):
            self._sender.send(frame)

    def oldest_subscribing(self) -> MatchStream | None:
        """What the service was busy with when it closed the line: it takes one frame after the other."""
        return next(iter(self._subscribing.values()), None)

    def listen(self) -> None:
        """Take what comes, until the line is cut.

        Raises:
            ConnectionClosed, Gap
        """
        next_ping = time.monotonic() + self._ping_interval
        while True:
            with suppress(TimeoutError):
                self._handle_frame(
                    json.loads(
                        self._socket.recv(
                            timeout=FLUSH_INTERVAL_SECONDS if self._sender.has_waiting_frames else self._ping_interval
                        )
                    )
                )
            with self._pending.lock:
                if time.monotonic() > next_ping:
                    next_ping = time.monotonic() + self._ping_interval
                    self._sender.send({"t": "ping", "id": "ping"})
                self._sender.flush()

    def _handle_frame(self, frame: Any) -> None:
        match frame["t"]:
            case "event" | "presence":
                if stream := self._pending.streams.get(frame["match"]):
                    stream.put(frame)
            case "subscribed":
                with self._pending.lock:
                    stream = self._subscribed[frame["re"]] = self._subscribing.pop(frame["re"])
                if "view" in frame:
                    stream.start(frame["view"], self._me)
            case "ack":
                ack = Ack(match=frame["match"], version=frame["version"], receipt=frame["receipt"])
                self._pending.resolve_command(frame["re"], ack)
            case "error":
                self._handle_error(frame)
            case "pong":
                self._check_versions(frame["versions"])

    def _handle_error(self, frame: Any) -> None:
        problem = problem_from_body(frame["problem"])
        if self._pending.resolve_command(frame["re"], problem):
            return
        with self._pending.lock:
            stream = self._subscribing.pop(frame["re"], None) or self._subscribed.get(frame["re"])
        if problem.passing:
            raise Gap
        if stream is not None:
            self._pending.remove_stream(stream, problem)

    def _check_versions(self, versions: dict[str, int]) -> None:
        """Everything that the service says it has told must have come."""
        for match, version in versions.items():
            stream = self._pending.streams.get(match)
            if stream is not None and stream.last_version is not None and stream.last_version < version:
                raise Gap
