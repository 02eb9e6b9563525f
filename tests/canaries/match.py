"""A match whose every secret is marked, with all that can be complained about, stopped in the middle."""

import asyncio
import secrets
import time
from typing import Self

from games.rulebook.entropy import digest_of_entropy
from tests.api.client import Json, Player, over
from tests.api.table import move
from tests.canaries.canary import Canary, secret
from tests.canaries.house import CanaryHouse
from tests.live.wire import Wire, dial
from tests.timers.clockwork import PATIENCE


class Match:
    """A private match of three people and a computer player, stopped when the second of three has voted in round 1."""

    def __init__(self, house: CanaryHouse) -> None:
        self.house = house
        self.password, self.clue = (f"canary{secrets.token_hex(12)}" for _ in range(2))
        self.entropy = secrets.token_hex(32)
        door = over(house.addresses[0])
        self.people = [Player(f"canary{secrets.token_hex(6)}", door) for _ in range(3)]
        self.id = self.people[0].open(
            ruleset="classic",
            visibility="private",
            password=self.password,
            entropy_digest=digest_of_entropy(self.entropy),
            clock=dict.fromkeys(("clue", "submit", "vote", "reveal"), 600),
        )
        self.codes = [self._invite() for _ in range(2)]
        """Of invites: one is used, the other is still good when the match begins."""

    def _invite(self) -> str:
        return str(self.people[0].send("POST", f"/matches/{self.id}/invites", {}).ok(201)["code"])

    def play(self) -> Self:
        """Up to the middle of voting: over HTTP, and over sockets with everybody watching."""
        asyncio.run(self._play())
        return self

    async def _play(self) -> None:
        ada, ben, cleo = self.people
        home = self.house.addresses[0]
        for code in self.codes:
            ben.get(f"/invites/{code}").ok()
        ben.sit(self.id, invite=self.codes[0])
        async with dial(home, cleo.token) as wire:
            assert (await wire.ask("command", match=self.id, type="sit", data={"password": self.password}))[
                "t"
            ] == "ack"
            await wire.ask("subscribe", match=self.id)
            ada.act(self.id, "bot", {"seat": 3, "bot": "random"})
            ada.act(self.id, "start")
            ada.act(self.id, "entropy", {"entropy": self.entropy})
            card = ada.view(self.id)["you"]["hand"][0]
            ada.act(self.id, "clue", {"card": card, "clue": {"kind": "text", "text": self.clue}})
            await self._move(wire, cleo)
            ben.act(self.id, *self._next(ben))
            self._until_all_lie()
            await self._move(wire, cleo)
        self._astray()

    async def _move(self, wire: Wire, player: Player) -> None:
        await self._command(wire, *self._next(player))

    async def _command(self, wire: Wire, name: str, body: Json) -> None:
        reply = await wire.ask("command", match=self.id, type=name, data=body)
        assert reply["t"] == "ack", reply

    def _next(self, player: Player) -> tuple[str, Json]:
        actions = player.view(self.id)["actions"]
        return next((action["type"], body) for action in actions if (body := move(action)) is not None)

    def _until_all_lie(self) -> None:
        """The computer player gives its card when it has thought for a while."""
        deadline, view = time.monotonic() + PATIENCE, self.people[0].view(self.id)
        while view["phase"]["name"] != "voting":
            assert time.monotonic() < deadline, self.house.worker.log_text[-3000:]
            view = self.people[0].view(self.id, after=view["version"], wait=10)

    def _astray(self) -> None:
        """What goes wrong now and then, and is complained about."""
        ada, ben, _ = self.people
        hand = ada.view(self.id)["you"]["hand"]
        assert ada.command(self.id, "vote", {"slots": [1]}).status == 422
        assert ben.command(self.id, "cards", {"cards": hand}).status == 409
        assert ben.command(self.id, "vote", {"slots": hand}).status == 400
        for code in self.codes:
            assert ada.get(f"/invites/{code}").status == 404
            assert ben.command(self.id, "sit", {"invite": code, "password": self.password}).status == 404
        assert ada.send("GET", f"/matches/{self.id}?token={ada.token}").status == 400
        assert ada.send("GET", "/me", authorization=f"Basic {ada.token}").status == 401

    def canaries(self) -> list[Canary]:
        """What of the match is secret, and who has which token."""
        found = [canary for player in self.people for canary in secret("a token", player.token)]
        found += [canary for code in self.codes for canary in secret("an invite", code)]
        found += secret("the match's password", self.password)
        found.append(Canary(kind="words", name="a clue", text=self.clue))
        found += [Canary(kind="name", name="a name", text=player.name) for player in self.people]
        return found + [Canary(kind="card", name=f"the card {card}", text=card) for card in sorted(self.hidden())]

    def hidden(self) -> set[str]:
        """Cards that lie face down: hands and deck, and whatever else isn't on the table."""
        view = self.people[0].view(self.id)
        shown = {laid["card"] for laid in view["tableau"]}
        opened = self.people[0].events(self.id)[0]
        return {card for deck in opened["data"]["decks"] for card in deck["cards"]} - shown
