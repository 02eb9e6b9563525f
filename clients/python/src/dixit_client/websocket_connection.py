"""One WebSocket connection, from the server's greeting until it is lost."""

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from dixit_client.backoff import backoff_delays
from dixit_client.live_match import Ack
from dixit_client.match_stream import HISTORY_CODES, Gap, HistoryLost, MatchStream
from dixit_client.pending import Pending
from dixit_client.problem import Problem, problem_from_body
from dixit_client.rate_limited_sender import RateLimitedSender
from dixit_client.server_clock import ServerClock

GREETING_TIMEOUT_SECONDS = 10.0
"""How long to wait for the server's `hello` and `ready`."""
FLUSH_INTERVAL_SECONDS = 0.05
"""How often frames held back by the rate limit are retried."""


class WebSocketConnection:
    """Sends subscriptions and commands, and delivers what it receives to `Pending`."""

    def __init__(self, socket: ClientConnection, pending: Pending, clock: ServerClock) -> None:
        self._socket, self._pending = socket, pending
        self._sender = RateLimitedSender(socket)
        self._numbers = count(1)
        self._subscribing: dict[str, MatchStream] = {}
        self._subscribed: dict[str, MatchStream] = {}
        # What had been acknowledged, but hadn't arrived, when a subscription or the last ping was sent.
        self._awaited_by_subscription: dict[str, int] = {}
        self._awaited_by_ping: dict[MatchStream, int] = {}
        self._retry_at: dict[MatchStream, float] = {}
        self._retry_delays: dict[MatchStream, Iterator[float]] = {}
        hello = json.loads(socket.recv(timeout=GREETING_TIMEOUT_SECONDS))
        clock.note(datetime.fromisoformat(hello["server_time"]))
        ready = json.loads(socket.recv(timeout=GREETING_TIMEOUT_SECONDS))
        # Three pings per heartbeat interval. The server drops a client after two silent intervals.
        self._ping_interval: float = hello["heartbeat_ms"] / 3000
        self._me: str = ready["user"]["id"]

    def resume(self) -> None:
        """Subscribe to all followed matches, and send all unacknowledged commands again."""
        for stream in self._pending.streams.values():
            self.subscribe(stream)
        for frame, _ in self._pending.commands.values():
            self.send(frame)

    def subscribe(self, stream: MatchStream) -> None:
        number = f"s{next(self._numbers)}"
        self._subscribing[number] = stream
        self._awaited_by_subscription[number] = stream.awaited_version
        position = stream.position("since", "since_hash")
        self.send({"t": "subscribe", "id": number, "match": stream.match, **position})

    def send(self, frame: dict[str, Any]) -> None:
        # The listening thread notices a lost connection and reconnects, and then everything is sent again.
        with suppress(ConnectionClosed, OSError):
            self._sender.send(frame)

    def unsubscribe(self, stream: MatchStream) -> None:
        self.send({"t": "unsubscribe", "id": f"u{next(self._numbers)}", "match": stream.match})

    def listen(self) -> None:
        """Receive frames until the connection is lost.

        Raises:
            ConnectionClosed: The connection is lost.
            Gap: An event is missing, so the subscriptions must be renewed.
        """
        next_ping = time.monotonic() + self._ping_interval
        while True:
            with suppress(TimeoutError):
                self._handle_frame(json.loads(self._socket.recv(timeout=self._receive_timeout())))
            with self._pending.lock:
                self._subscribe_again()
                if time.monotonic() > next_ping:
                    next_ping = time.monotonic() + self._ping_interval
                    self._awaited_by_ping = {one: one.awaited_version for one in self._pending.streams.values()}
                    self._sender.send({"t": "ping", "id": "ping"})
                self._sender.flush()

    def _receive_timeout(self) -> float:
        if self._sender.has_waiting_frames:
            return FLUSH_INTERVAL_SECONDS
        now = time.monotonic()
        waits = [self._ping_interval, *(at - now for at in self._retry_at.values())]
        return max(0.0, min(waits))

    def _subscribe_again(self) -> None:
        """Repeat the subscriptions that were refused for a while, as far as that while is over."""
        now = time.monotonic()
        for stream in [stream for stream, at in self._retry_at.items() if at <= now]:
            del self._retry_at[stream]
            if self._pending.streams.get(stream.match) is stream:
                self.subscribe(stream)

    def _handle_frame(self, frame: Any) -> None:
        match frame["t"]:
            case "event" | "presence" | "rematch":
                if stream := self._pending.streams.get(frame["match"]):
                    self._put(stream, frame)
            case "subscribed":
                with self._pending.lock:
                    stream = self._subscribed[frame["re"]] = self._subscribing.pop(frame["re"])
                    self._retry_delays.pop(stream, None)
                    awaited_version = self._awaited_by_subscription.pop(frame["re"])
                if "view" in frame:
                    stream.start(frame["view"], self._me)
                elif frame["version"] < awaited_version:
                    self._restart(stream)
            case "ack":
                ack = Ack(match=frame["match"], version=frame["version"], receipt=frame["receipt"])
                self._pending.resolve_command(frame["re"], ack)
            case "error":
                self._handle_error(frame)
            case "pong":
                self._check_versions(frame["versions"])

    def _put(self, stream: MatchStream, frame: Any) -> None:
        try:
            stream.put(frame)
        except HistoryLost:
            self._restart(stream)

    def _restart(self, stream: MatchStream, problem: Problem | None = None) -> None:
        """Begin anew with a match that has another history than what has arrived of it."""
        with self._pending.lock:
            if stream.restart(problem):
                self.subscribe(stream)
            else:
                self._pending.remove_stream(stream)
                self.unsubscribe(stream)

    def _handle_error(self, frame: Any) -> None:
        problem = problem_from_body(frame["problem"])
        if self._pending.resolve_command(frame["re"], problem):
            return
        with self._pending.lock:
            stream = self._subscribing.pop(frame["re"], None) or self._subscribed.pop(frame["re"], None)
            self._awaited_by_subscription.pop(frame["re"], None)
        if stream is None:
            return
        if problem.code in HISTORY_CODES:
            self._restart(stream, problem)
        elif problem.passing:
            # This concerns one match only: the connection and all other matches go on.
            with self._pending.lock:
                delays = self._retry_delays.setdefault(stream, backoff_delays())
                self._retry_at[stream] = time.monotonic() + (problem.retry_after or 0) + next(delays)
        else:
            self._pending.remove_stream(stream, problem)

    def _check_versions(self, versions: dict[str, int]) -> None:
        """Check that every event has arrived that the server says it has sent.

        Raises:
            Gap
        """
        for match, version in versions.items():
            stream = self._pending.streams.get(match)
            if stream is None or stream.last_version is None:
                continue
            if stream.last_version < version:
                raise Gap
            awaited_version = self._awaited_by_ping.get(stream, 0)
            if awaited_version and awaited_version == stream.awaited_version:
                # Acknowledged long ago, but the server has sent nothing more: the answer says whether it has it still.
                self.subscribe(stream)
