"""Histories: the calls of clients to one match, their times and their replies."""

import threading
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from tests.reliability.crash_deployment import OPERATION_TIMEOUT_SECONDS, CrashDeployment
from tests.reliability.http_client import ConnectionLost, Guest, HttpClient, Reply, command_endpoint

CallKind: TypeAlias = Literal["command", "view", "events"]
RETRY_DELAY_SECONDS = 0.05


@dataclass(frozen=True, kw_only=True)
class Call:
    """One call; times are of CLOCK_MONOTONIC in nanoseconds.

    A call whose connection broke was sent again: `invoked` is the first time for a command, the last for a read.
    Without a `reply` it is unknown whether the call had an effect.
    """

    guest: Guest
    kind: CallKind
    name: str = ""
    body: Any = None
    key: str = ""
    version: int | None = None
    """If-Match of a command, `after` of events."""
    invoked: int
    returned: int
    reply: Reply | None
    attempts: int = 1

    def __str__(self) -> str:
        outcome = "nothing" if self.reply is None else f"{self.reply.status} {self.reply.content[:120]!r}"
        return f"{self.guest.name}: {self.kind} {self.name} {self.body or ''} {self.key[:6]} -> {outcome}"


@dataclass
class CallHistory:
    """All calls for one match, in no order."""

    match: str = ""
    calls: list[Call] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, call: Call) -> Call:
        with self.lock:
            self.calls.append(call)
        return call


class RecordingClient:
    """The client of one thread: it records each call in the history."""

    def __init__(
        self, deployment: CrashDeployment, guest: Guest, history: CallHistory, choose_server: Callable[[], int]
    ) -> None:
        self.guest, self.history, self.choose_server = guest, history, choose_server
        self.http_client = HttpClient(deployment.ports, guest.token)
        self.match = history.match

    def fetch_view(self) -> Call:
        return self._send_until_answered(Call(guest=self.guest, kind="view", invoked=0, returned=0, reply=None))

    def fetch_events(self, after: int) -> Call:
        return self._send_until_answered(
            Call(guest=self.guest, kind="events", version=after, invoked=0, returned=0, reply=None)
        )

    def send_command(self, name: str, body: Any, *, version: int | None = None) -> Call:
        call = Call(
            guest=self.guest, kind="command", name=name, body=body, key=uuid.uuid4().hex, version=version,
            invoked=0, returned=0, reply=None,
        )  # fmt: skip
        return self._send_until_answered(call)

    def resend(self, call: Call) -> Call:
        """Send the same command again, unchanged and with the same key."""
        return self._send_until_answered(replace(call, invoked=0, attempts=1))

    def _send_until_answered(self, call: Call) -> Call:
        deadline, first_invoked, attempts = time.monotonic() + OPERATION_TIMEOUT_SECONDS, 0, 0
        reply = None
        while reply is None and time.monotonic() < deadline:
            if attempts:
                time.sleep(RETRY_DELAY_SECONDS)
            invoked = time.monotonic_ns()
            first_invoked, attempts = first_invoked or invoked, attempts + 1
            with suppress(ConnectionLost):
                reply = self._send_once(call)
            if reply is not None and reply.status == 503:
                reply = None
        finished_call = replace(
            call,
            invoked=first_invoked if call.kind == "command" else invoked,
            returned=time.monotonic_ns(),
            reply=reply,
            attempts=attempts,
        )
        return self.history.add(finished_call)

    def _send_once(self, call: Call) -> Reply:
        if call.kind == "command":
            method, path = ("POST", "/matches") if call.name == "open" else command_endpoint(self.match, call.name)
            return self.http_client.send(
                method, path, call.body, server=self.choose_server(), key=call.key, version=call.version
            )
        path = f"/matches/{self.match}" + (f"/events?after={call.version}&limit=40" if call.kind == "events" else "")
        return self.http_client.send("GET", path, server=self.choose_server())
