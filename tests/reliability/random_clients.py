"""Random clients for histories: legal and illegal commands, reads, and repetitions."""

import itertools
from collections.abc import Sequence
from random import Random
from typing import Any

from examples.play_match import choose
from tests.concurrency.concurrent_clients import run_simultaneously
from tests.reliability.call_history import Call, CallHistory, RecordingClient
from tests.reliability.crash_deployment import CrashDeployment
from tests.reliability.http_client import Guest

CLUE = {"kind": "text", "text": "a quiet storm"}
STEPS_PER_CLIENT = 6
CLIENTS_PER_MATCH = 6
"""Four at the table, one who comes too late, one who looks on."""
CONCURRENT_MATCHES = 5
"""Matches that are recorded at the same time."""


class RandomClient:
    """A client that acts at random, mostly legally."""

    def __init__(self, client: RecordingClient, rng: Random) -> None:
        self.client, self.rng = client, rng
        self.view: dict[str, Any] = {}
        self.acknowledged_calls: list[Call] = []

    def step(self) -> None:
        dice = self.rng.random()
        if dice < 0.15:
            self.send_illegal_command()
        elif dice < 0.3 and self.acknowledged_calls:
            self.client.resend(self.rng.choice(self.acknowledged_calls))
        elif dice < 0.45:
            self.client.fetch_events(self.rng.randint(0, 6))
        elif dice < 0.55 and self.view:
            self.send_legal_command()  # based on a view that may be stale
        else:
            self.refresh_view()
            self.send_legal_command()

    def refresh_view(self) -> None:
        reply = self.client.fetch_view().reply
        self.view = reply.json if reply and reply.status == 200 else {}

    def send_legal_command(self) -> None:
        move = choose(self.view.get("actions", []), self.rng)
        if move is None:
            return
        name, body = move
        precondition_dice = self.rng.random()
        phase = {"phase": self.view["phase"]["id"]} if precondition_dice < 0.7 else {}
        self.send_command(name, {**body, **phase}, version=self.view["version"] if precondition_dice > 0.9 else None)

    def send_illegal_command(self) -> None:
        name, body = self.rng.choice(
            [
                ("start", {}),
                ("ready", {}),
                ("claim", {}),
                ("sit", {}),
                ("vote", {"slots": [1]}),
                ("vote", {"slots": [99], "phase": "1.voting"}),
                ("cards", {"cards": ["base-001"]}),
                ("clue", {"card": "base-001", "clue": CLUE}),
                ("ready", {"phase": "0.gathering"}),
            ]
        )
        self.send_command(name, body, version=self.rng.choice([None, None, None, 3]))

    def send_command(self, name: str, body: Any, *, version: int | None = None) -> None:
        call = self.client.send_command(name, body, version=version)
        if call.reply and call.reply.status < 300:
            self.acknowledged_calls.append(call)


def record_history(deployment: CrashDeployment, guests: Sequence[Guest], seed: str) -> CallHistory:
    """Record the history of one match. One guest finds no seat left, and the last one only reads."""
    rng = Random(seed)
    history = CallHistory()
    server_turns = itertools.count(rng.randrange(2))
    clients = [RecordingClient(deployment, guest, history, lambda: next(server_turns) % 2) for guest in guests]
    opened = clients[0].send_command("open", {"ruleset": "classic", "seats": len(guests) - 2, "first": "claim"})
    assert opened.reply is not None, "no server answers"
    history.match = opened.reply.json["id"]
    for client in clients:
        client.match = history.match
    random_clients = [RandomClient(client, Random(f"{seed}/{number}")) for number, client in enumerate(clients)]
    run_simultaneously(*(lambda a=actor: a.send_command("sit", {}) for actor in random_clients[1:-1]))
    random_clients[0].send_command("start", {})
    try:
        run_simultaneously(*(lambda a=actor: run_steps(a) for actor in random_clients))
    finally:
        for client in clients:
            client.http_client.close()
    return history


def run_steps(random_client: RandomClient) -> None:
    for _ in range(STEPS_PER_CLIENT):
        random_client.step()
