"""Bots that play match after match over REST, and send again whatever was left without an answer."""

import time
import uuid
from random import Random
from threading import Event
from typing import Any

from examples.play_match import choose
from tests.concurrency.crowd import at_once
from tests.reliability.house import SOON, CrashHouse
from tests.reliability.journal import Asked, Journal
from tests.reliability.line import Dropped, Guest, Line, Reply, guest, place

SHORT = 0.05
EXPECTED = {"phase_over", "not_the_storyteller", "wrong_phase", "already_done"}
"""What a bot may be told that acts on a view which is no longer the newest."""


class Stopped(Exception):
    """The bots were told to let everything lie."""


class Bot:
    """One player, now at one server, now at the other."""

    def __init__(self, house: CrashHouse, journal: Journal, halt: Event, name: str) -> None:
        self.guest: Guest = guest(house.ports, name)
        self.line = Line(house.ports, self.guest.token)
        self.journal = journal
        self.halt = halt
        self.luck = Random(name)

    def send(self, method: str, path: str, body: Any = None, key: str | None = None) -> Reply:
        """Send until there is an answer, to whichever server."""
        deadline = time.monotonic() + SOON
        while time.monotonic() < deadline:
            if self.halt.is_set():
                raise Stopped
            try:
                reply = self.line.send(method, path, body, server=self.luck.randrange(2), key=key)
            except Dropped:
                self.journal.count("dropped")
            else:
                if reply.status < 500:
                    return reply
                self.journal.count(f"answered {reply.status}")
                if reply.status != 503:
                    self.journal.odd.append(f"{method} {path}: {reply.status} {reply.content[:300]!r}")
            time.sleep(SHORT)
        raise AssertionError(f"{method} {path} got no answer for {SOON:.0f} seconds")

    def look(self, match: str, query: str = "") -> Any:
        reply = self.send("GET", f"/matches/{match}{query}")
        assert reply.status == 200, reply
        return reply.json

    def act(self, match: str | None, name: str, body: Any = None) -> Reply:
        """A command under a key of its own; written down before anything else happens."""
        key = uuid.uuid4().hex
        method, path = ("POST", "/matches") if match is None else place(match, name)
        self.journal.ask(key, Asked(guest=self.guest, method=method, path=path, body=body))
        reply = self.send(method, path, body, key)
        if reply.status < 300:
            self.journal.acknowledge(match or reply.json["id"], key, reply)
        else:
            self.journal.refuse(key, reply.code)
        return reply

    def play(self, match: str) -> None:
        """Until the match is over."""
        view = self.look(match)
        while view["status"] == "playing":
            move = choose(view["actions"], self.luck)
            if move is None:
                view = self.look(match, f"?after={view['version']}&wait=1")
                continue
            name, body = move
            reply = self.act(match, name, {**body, "phase": view["phase"]["id"]})
            assert reply.status < 300 or reply.code in EXPECTED, reply
            view = self.look(match)


class Table:
    """Three bots that play match after match, until it is enough."""

    def __init__(self, house: CrashHouse, journal: Journal, number: int) -> None:
        self.halt, self.enough = Event(), Event()
        self.bots = [Bot(house, journal, self.halt, f"Bot {number}{letter}") for letter in "abc"]
        self.finished = 0

    def run(self) -> None:
        """Play; the last match is played to its end unless the bots were told to halt."""
        try:
            while not self.enough.is_set():
                self._match()
                self.finished += 1
        except Stopped:
            pass
        finally:
            for bot in self.bots:
                bot.line.close()

    def _match(self) -> None:
        host, *others = self.bots
        match = str(host.act(None, "open", {"ruleset": "classic", "seats": 3}).json["id"])
        for bot in others:
            assert bot.act(match, "sit", {}).status == 201
        assert host.act(match, "start", {}).status == 200
        at_once(*(lambda b=bot: b.play(match) for bot in self.bots))
        over = host.look(match)
        assert over["status"] == "over", over["status"]
        assert over["winners"], "a match that is over has winners"
