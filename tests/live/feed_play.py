"""One account in ten matches at once: lobbies, kicks, moves, ends and rematches at random, over two servers."""

from random import Random

from tests.api.api_client import Json, Player, http_transport
from tests.api.game_table import body_for_action
from tests.services.deployment import Deployment

MATCH_COUNT = 10


class BusyPlayer:
    """Three players, the first of whom is watched, and all the matches in which they have met."""

    def __init__(self, deployment: Deployment, rng: Random) -> None:
        self.rng = rng
        self.players = [
            Player(name, http_transport(deployment.base_urls[number % 2]))
            for number, name in enumerate(("Ann", "Ben", "Cleo"))
        ]
        self.match_ids: list[str] = []
        self.running: list[str] = []
        self.rematches: dict[str, str] = {}

    def step(self) -> None:
        """Do one thing in one match."""
        if len(self.running) < MATCH_COUNT:
            self._add(self.rng.choice(self.players).open(ruleset="classic"))
            return
        match = self.rng.choice(self.running)
        view = self.players[0].view(match)
        if view["status"] == "gathering":
            self._step_in_lobby(match, view)
        elif view["status"] == "playing":
            self._play(match)
        else:
            self.running.remove(match)
            if self.rng.random() < 0.7:
                next_id = self.rng.choice(self.players).command(match, "rematch").json["id"]
                self.rematches[match] = next_id
                self._add(next_id)

    def _add(self, match: str) -> None:
        self.match_ids.append(match)
        self.running.append(match)

    def _step_in_lobby(self, match: str, view: Json) -> None:
        seat_by_account = {seat["player"]["id"]: seat["seat"] for seat in view["seats"]}
        host = next(player for player in self.players if seat_by_account.get(player.id) == view["host"])
        guests = [player for player in self.players if player is not host]
        absent = [player for player in guests if player.id not in seat_by_account]
        if absent:
            invite = host.send("POST", f"/matches/{match}/invites", {}).ok(201)["code"]
            self.rng.choice(absent).sit(match, invite=invite)
        elif self.rng.random() < 0.3:
            guest = self.rng.choice(guests)
            host.act(match, "clear", {"seat": seat_by_account[guest.id]})
        elif self.rng.random() < 0.2:
            self.rng.choice(guests).act(match, "stand")
        else:
            host.act(match, "start")

    def _play(self, match: str) -> None:
        if self.rng.random() < 0.03:
            for player in self.players:
                player.act(match, "abandon")
            return
        for player in self.rng.sample(self.players, len(self.players)):
            view = player.view(match)
            for action in view["actions"]:
                body = body_for_action(action)
                if body is not None and view["status"] == "playing":
                    player.act(match, action["type"], body)
                    return
