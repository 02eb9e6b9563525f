"""Random clients for histories: legal commands, illegal ones, looks, and the same once more."""

import itertools
from collections.abc import Sequence
from random import Random
from typing import Any

from examples.play_match import choose
from tests.concurrency.crowd import at_once
from tests.reliability.history import Call, Client, History
from tests.reliability.house import CrashHouse
from tests.reliability.line import Guest

TEXT = {"kind": "text", "text": "a quiet storm"}
STEPS = 6
PLAYERS = 6
"""Four at the table, one who comes too late, one who looks on."""
AT_ONCE = 5
"""Matches that are recorded at the same time."""


class Actor:
    """Acts by luck: mostly as the rules want it, sometimes not."""

    def __init__(self, client: Client, luck: Random) -> None:
        self.client, self.luck = client, luck
        self.seen: dict[str, Any] = {}
        self.done: list[Call] = []

    def step(self) -> None:
        what = self.luck.random()
        if what < 0.15:
            self.illegal()
        elif what < 0.3 and self.done:
            self.client.again(self.luck.choice(self.done))
        elif what < 0.45:
            self.client.events(self.luck.randint(0, 6))
        elif what < 0.55 and self.seen:
            self.legal()  # by a view that may be old
        else:
            self.look()
            self.legal()

    def look(self) -> None:
        reply = self.client.view().reply
        self.seen = reply.json if reply and reply.status == 200 else {}

    def legal(self) -> None:
        move = choose(self.seen.get("actions", []), self.luck)
        if move is None:
            return
        name, body = move
        fence = self.luck.random()
        phase = {"phase": self.seen["phase"]["id"]} if fence < 0.7 else {}
        self.command(name, {**body, **phase}, version=self.seen["version"] if fence > 0.9 else None)

    def illegal(self) -> None:
        name, body = self.luck.choice(
            [
                ("start", {}),
                ("ready", {}),
                ("claim", {}),
                ("sit", {}),
                ("vote", {"slots": [1]}),
                ("vote", {"slots": [99], "phase": "1.voting"}),
                ("cards", {"cards": ["base-001"]}),
                ("clue", {"card": "base-001", "clue": TEXT}),
                ("ready", {"phase": "0.gathering"}),
            ]
        )
        self.command(name, body, version=self.luck.choice([None, None, None, 3]))

    def command(self, name: str, body: Any, *, version: int | None = None) -> None:
        call = self.client.command(name, body, version=version)
        if call.reply and call.reply.status < 300:
            self.done.append(call)


def recorded(house: CrashHouse, guests: Sequence[Guest], seed: str) -> History:
    """A history of one match: all but the last two guests find a seat, the last one only looks."""
    luck = Random(seed)
    history = History()
    turns = itertools.count(luck.randrange(2))
    clients = [Client(house, guest, history, lambda: next(turns) % 2) for guest in guests]
    opened = clients[0].command("open", {"ruleset": "classic", "seats": len(guests) - 2, "first": "claim"})
    assert opened.reply is not None, "nobody answers"
    history.match = opened.reply.json["id"]
    for client in clients:
        client.match = history.match
    actors = [Actor(client, Random(f"{seed}/{number}")) for number, client in enumerate(clients)]
    at_once(*(lambda a=actor: a.command("sit", {}) for actor in actors[1:-1]))
    actors[0].command("start", {})
    try:
        at_once(*(lambda a=actor: act(a) for actor in actors))
    finally:
        for client in clients:
            client.line.close()
    return history


def act(actor: Actor) -> None:
    for _ in range(STEPS):
        actor.step()
