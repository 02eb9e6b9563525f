"""Histories: what clients asked of one match, when, and what they were told."""

import threading
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from tests.reliability.house import SOON, CrashHouse
from tests.reliability.line import Dropped, Guest, Line, Reply, place

Kind: TypeAlias = Literal["command", "view", "events"]
SHORT = 0.05


@dataclass(frozen=True, kw_only=True)
class Call:
    """One call; times are of CLOCK_MONOTONIC in nanoseconds.

    A call whose connection broke was sent again: `invoked` is the first time for a command, the last for a read.
    Without a `reply` nobody knows whether it happened.
    """

    guest: Guest
    kind: Kind
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
        told = "nothing" if self.reply is None else f"{self.reply.status} {self.reply.content[:120]!r}"
        return f"{self.guest.name}: {self.kind} {self.name} {self.body or ''} {self.key[:6]} -> {told}"


@dataclass
class History:
    """All calls for one match, in no order."""

    match: str = ""
    calls: list[Call] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, call: Call) -> Call:
        with self.lock:
            self.calls.append(call)
        return call


class Client:
    """One thread's client: it notes each call in the history."""

    def __init__(self, house: CrashHouse, guest: Guest, history: History, server: Callable[[], int]) -> None:
        self.guest, self.history, self.server = guest, history, server
        self.line = Line(house.ports, guest.token)
        self.match = history.match

    def view(self) -> Call:
        return self._call(Call(guest=self.guest, kind="view", invoked=0, returned=0, reply=None))

    def events(self, after: int) -> Call:
        return self._call(Call(guest=self.guest, kind="events", version=after, invoked=0, returned=0, reply=None))

    def command(self, name: str, body: Any, *, version: int | None = None) -> Call:
        call = Call(
            guest=self.guest, kind="command", name=name, body=body, key=uuid.uuid4().hex, version=version,
            invoked=0, returned=0, reply=None,
        )  # fmt: skip
        return self._call(call)

    def again(self, call: Call) -> Call:
        """The same command, word by word, with the same key."""
        return self._call(replace(call, invoked=0, attempts=1))

    def _call(self, call: Call) -> Call:
        deadline, first, attempts = time.monotonic() + SOON, 0, 0
        reply = None
        while reply is None and time.monotonic() < deadline:
            if attempts:
                time.sleep(SHORT)
            invoked = time.monotonic_ns()
            first, attempts = first or invoked, attempts + 1
            with suppress(Dropped):
                reply = self._send(call)
            if reply is not None and reply.status == 503:
                reply = None
        done = replace(
            call,
            invoked=first if call.kind == "command" else invoked,
            returned=time.monotonic_ns(),
            reply=reply,
            attempts=attempts,
        )
        return self.history.add(done)

    def _send(self, call: Call) -> Reply:
        if call.kind == "command":
            method, path = ("POST", "/matches") if call.name == "open" else place(self.match, call.name)
            return self.line.send(method, path, call.body, server=self.server(), key=call.key, version=call.version)
        path = f"/matches/{self.match}" + (f"/events?after={call.version}&limit=40" if call.kind == "events" else "")
        return self.line.send("GET", path, server=self.server())
