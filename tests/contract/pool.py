"""Matches in every phase, at each of which the same person sits: what a case can be about."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.api.client import Door, Json, Player
from tests.api.table import Table, move

PHASES = ("gathering", "drawing", "storytelling", "submitting", "voting", "reveal", "over")
LEAVES = ("stand", "resign", "abandon", "clear")
"""After these commands a match is good for little more."""


class Seats(Table):
    """A table at which somebody known sits, as the host or beside, in a phase."""

    def __init__(self, known: Player, door: Door, phase: str, *, hosts: bool, ruleset: str = "classic") -> None:
        many, seats = (3, 4) if ruleset == "classic" else (6, 6)
        others = [Player(f"Ben {seat}", door) for seat in range(many - 1)]
        self.known, self.phase, self.hosts, self.ruleset = known, phase, hosts, ruleset
        self.players = [known, *others] if hosts else [*others, known]
        self.host = self.players[0]
        self.id = self.host.open(ruleset=ruleset, seats=seats, **self._entropy())
        for player in self.players[1:]:
            player.sit(self.id)
        if phase != "gathering":
            self.start()
        if phase == "over":
            self.abandon()
        elif phase not in ("gathering", "drawing"):
            self.until(phase)

    def _entropy(self) -> Json:
        return {"entropy_digest": "d1" * 32} if self.phase == "drawing" else {}

    def anew(self) -> "Seats":
        """Another one like this one was at first."""
        return Seats(self.known, self.players[1 - self.hosts].door, self.phase, hosts=self.hosts, ruleset=self.ruleset)

    def move_on(self) -> None:
        """The others play until the known one is waited for."""
        seat = self.players.index(self.known)
        for _ in range(12):
            view = self.host.view(self.id)
            waiting = view["phase"]["waiting_for"]
            if view["status"] != "playing" or not waiting or seat in waiting:
                return
            if not self.step(self.players[waiting[0]]):
                return


class Pool:
    """The tables, and what else there is to be named in addresses."""

    def __init__(self, door: Door) -> None:
        self.door, self.luck = door, Random(7)
        self.known = Player("Ada", door)
        asked = [(phase, hosts, "classic") for phase in PHASES for hosts in (True, False)]
        asked += [("submitting", True, "team"), ("voting", False, "party")]
        self.tables = [Seats(self.known, door, phase, hosts=hosts, ruleset=rules) for phase, hosts, rules in asked]
        over = next(table for table in self.tables if table.phase == "over")
        self.record = self.known.send("GET", f"/matches/{over.id}/record").content
        brought = self.known.send("POST", "/imports", self.record, content_type="application/x-ndjson").ok(201)["id"]
        pictures = [card["picture"].rpartition("/")[2] for card in self.known.get("/decks/base").ok()["cards"]]
        self.names: dict[str, Callable[[], str]] = {
            "/matches/{match_id}": lambda: self.luck.choice(self.tables).id,
            "/imports/{name}": lambda: str(brought),
            "/rulesets/{name}": lambda: self.luck.choice(("classic", "odyssey", "party", "team")),
            "/decks/{name}": lambda: "base",
            "/users/{user_id}": lambda: self.luck.choice(self.luck.choice(self.tables).players).id,
            "/decks/{name}/pictures/{file}": lambda: self.luck.choice(pictures),
        }

    def table(self, match_id: Any) -> Seats | None:
        return next((table for table in self.tables if table.id == match_id), None)

    def legal(self, command: str) -> tuple[str, Json] | None:
        """A match, drawn by luck, and a body for this command there, if it may be given now."""
        table = self.luck.choice(self.tables)
        for action in self.known.view(table.id)["actions"]:
            if action["type"] == command:
                return table.id, move(action) or {}
        return None

    def played(self, match_id: str, command: str) -> None:
        """Something has happened in a match: it goes on, or another one takes its place."""
        table = self.table(match_id)
        if table is None:
            return
        if command in LEAVES or self.known.view(match_id)["status"] in ("over", "abandoned"):
            self.tables[self.tables.index(table)] = table.anew()
        else:
            table.move_on()
