"""A match in which every secret is marked and many refusals were provoked, stopped in the middle."""

import asyncio
import secrets
import time
from typing import Self

from games.rulebook.entropy import digest_of_entropy
from tests.api.api_client import Json, Player, http_transport
from tests.api.game_table import body_for_action
from tests.live.websocket_client import WebSocketClient, open_websocket
from tests.secret_leaks.marked_deployment import MarkedDeployment
from tests.secret_leaks.marked_secrets import MarkedSecret, credential_encodings
from tests.timers.worker_deployment import WAIT_TIMEOUT_SECONDS


class MarkedMatch:
    """A private match of three people and a computer player, stopped when the second of three has voted in round 1."""

    def __init__(self, deployment: MarkedDeployment) -> None:
        self.deployment = deployment
        self.password, self.clue = (f"canary{secrets.token_hex(12)}" for _ in range(2))
        self.entropy = secrets.token_hex(32)
        transport = http_transport(deployment.base_urls[0])
        self.players = [Player(f"canary{secrets.token_hex(6)}", transport) for _ in range(3)]
        self.id = self.players[0].open(
            ruleset="classic",
            visibility="private",
            password=self.password,
            entropy_digest=digest_of_entropy(self.entropy),
            clock=dict.fromkeys(("clue", "submit", "vote", "reveal"), 600),
        )
        self.invite_codes = [self._create_invite() for _ in range(2)]
        """Of invites: one is used, the other is still good when the match begins."""

    def _create_invite(self) -> str:
        return str(self.players[0].send("POST", f"/matches/{self.id}/invites", {}).ok(201)["code"])

    def play_until_voting(self) -> Self:
        """Play to the middle of voting: over HTTP, and over sockets with every player watching."""
        asyncio.run(self._play_over_http_and_websocket())
        return self

    async def _play_over_http_and_websocket(self) -> None:
        ada, ben, cleo = self.players
        base_url = self.deployment.base_urls[0]
        for code in self.invite_codes:
            ben.get(f"/invites/{code}").ok()
        ben.sit(self.id, invite=self.invite_codes[0])
        async with open_websocket(base_url, cleo.token) as websocket:
            assert (await websocket.request("command", match=self.id, type="sit", data={"password": self.password}))[
                "t"
            ] == "ack"
            await websocket.request("subscribe", match=self.id)
            ada.act(self.id, "bot", {"seat": 3, "bot": "random"})
            ada.act(self.id, "start")
            ada.act(self.id, "entropy", {"entropy": self.entropy})
            card = ada.view(self.id)["you"]["hand"][0]
            ada.act(self.id, "clue", {"card": card, "clue": {"kind": "text", "text": self.clue}})
            await self._make_next_move(websocket, cleo)
            ben.act(self.id, *self._next_move(ben))
            self._wait_for_voting()
            await self._make_next_move(websocket, cleo)
        self._provoke_refusals()

    async def _make_next_move(self, websocket: WebSocketClient, player: Player) -> None:
        await self._send_command(websocket, *self._next_move(player))

    async def _send_command(self, websocket: WebSocketClient, name: str, body: Json) -> None:
        reply = await websocket.request("command", match=self.id, type=name, data=body)
        assert reply["t"] == "ack", reply

    def _next_move(self, player: Player) -> tuple[str, Json]:
        actions = player.view(self.id)["actions"]
        return next((action["type"], body) for action in actions if (body := body_for_action(action)) is not None)

    def _wait_for_voting(self) -> None:
        """Wait for the voting phase: the computer player submits its card after a delay."""
        deadline, view = time.monotonic() + WAIT_TIMEOUT_SECONDS, self.players[0].view(self.id)
        while view["phase"]["name"] != "voting":
            assert time.monotonic() < deadline, self.deployment.worker.log_text[-3000:]
            view = self.players[0].view(self.id, after=view["version"], wait=10)

    def _provoke_refusals(self) -> None:
        """Provoke typical errors and refusals, which are logged."""
        ada, ben, _ = self.players
        hand = ada.view(self.id)["you"]["hand"]
        assert ada.command(self.id, "vote", {"slots": [1]}).status == 422
        assert ben.command(self.id, "cards", {"cards": hand}).status == 409
        assert ben.command(self.id, "vote", {"slots": hand}).status == 400
        for code in self.invite_codes:
            assert ada.get(f"/invites/{code}").status == 404
            assert ben.command(self.id, "sit", {"invite": code, "password": self.password}).status == 404
        assert ada.send("GET", f"/matches/{self.id}?token={ada.token}").status == 400
        assert ada.send("GET", "/me", authorization=f"Basic {ada.token}").status == 401

    def marked_secrets(self) -> list[MarkedSecret]:
        """Return the secrets of the match, and the players' tokens."""
        marked = [canary for player in self.players for canary in credential_encodings("a token", player.token)]
        marked += [canary for code in self.invite_codes for canary in credential_encodings("an invite", code)]
        marked += credential_encodings("the match's password", self.password)
        marked.append(MarkedSecret(kind="words", name="a clue", text=self.clue))
        marked += [MarkedSecret(kind="name", name="a name", text=player.name) for player in self.players]
        return marked + [
            MarkedSecret(kind="card", name=f"the card {card}", text=card) for card in sorted(self.hidden_cards())
        ]

    def hidden_cards(self) -> set[str]:
        """Return the face-down cards: hands, deck, and all others that aren't on the table."""
        view = self.players[0].view(self.id)
        shown = {laid["card"] for laid in view["tableau"]}
        opened = self.players[0].events(self.id)[0]
        return {card for deck in opened["data"]["decks"] for card in deck["cards"]} - shown
