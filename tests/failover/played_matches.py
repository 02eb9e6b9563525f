"""Matches that are played and followed while their database goes back, and what their clients were answered."""

import time
from collections.abc import Mapping, Sequence

from tests.api.api_client import ApiResponse, Json, Player, Transport, http_transport
from tests.api.game_table import GameTable, body_for_action
from tests.failover.followers import WAIT_SECONDS, Follower, wait_for_head
from tests.failover.standby_pair import StandbyPair
from tests.services.deployment import Deployment

VOLATILE = ("connected", "remaining_ms", "expires_at")
ENDLESS: Json = {"base": "odyssey", "name": "endless", "end": {"points": 1000}}
"""The rules of matches that a test counts on to go on."""


class Journal:
    """The statuses that a deployment has answered, but for 503, after which a client asks again."""

    def __init__(self) -> None:
        self.statuses: dict[int, int] = {}

    def transports(self, deployment: Deployment) -> list[Transport]:
        """Return a transport to each server."""
        return [self.recording(address) for address in deployment.base_urls]

    def recording(self, address: str) -> Transport:
        send = http_transport(address)

        def send_until_answered(
            method: str, path: str, content: bytes = b"", headers: Mapping[str, str] | None = None
        ) -> ApiResponse:
            deadline = time.monotonic() + WAIT_SECONDS
            while (
                response := send(method, path, content, headers or {})
            ).status == 503 and time.monotonic() < deadline:
                time.sleep(0.05)
            self.statuses[response.status] = self.statuses.get(response.status, 0) + 1
            return response

        return send_until_answered


class FollowedMatch:
    """A match whose players use two servers by turns, and which Python clients follow on each of them.

    Args:
        transports: to each server.
        players: those of an earlier match; by default three new ones.
        ruleset: name or rules.
    """

    def __init__(
        self,
        deployment: Deployment,
        transports: Sequence[Transport],
        players: int | Sequence[Player] = 3,
        ruleset: str | Json = "odyssey",
    ) -> None:
        self.transports = transports
        self.table = GameTable(players, transports=transports, ruleset=ruleset).start()
        self.id = self.table.id
        tokens = [player.token for player in self.table.players]
        self.followers = [
            Follower(deployment.base_urls[0], tokens[0], self.id, poll=False),
            Follower(deployment.base_urls[1], tokens[1], self.id, poll=True),
        ]

    @property
    def is_over(self) -> bool:
        return bool(self.table.host.view(self.id)["status"] != "playing")

    def play(self, moves: int, choice: int = 0) -> None:
        """Make the next moves, each through another server; `choice` decides which player begins and what is played."""
        for number in range(moves):
            waiting = self.table.host.view(self.id)["phase"]["waiting_for"]
            if not waiting:
                return
            player = self.table.players[waiting[(choice + number) % len(waiting)]]
            player = player.with_transport(self.transports[number % len(self.transports)])
            view = player.view(self.id)
            action = next(one for one in view["actions"] if body_for_action(one) is not None)
            body = body_for_action(action) or {}
            if "cards" in body:
                count = action["count"]
                body["cards"] = action["cards"][choice : choice + count]
            player.act(self.id, action["type"], {**body, "phase": view["phase"]["id"]})

    def play_to_the_end(self) -> None:
        while not self.is_over:
            self.play(1)

    def wrong_views(self) -> list[str]:
        """Return what is wrong with the views that both servers give each player, compared with folds of the log."""
        wrong = []
        for player in self.table.players:
            for number, transport in enumerate(self.transports):
                asked = player.with_transport(transport)
                view = asked.view(self.id)
                # A view at a version is folded from the log alone.
                folded = asked.view(self.id, at=view["version"])
                if without_volatile(view) != without_volatile(folded):
                    wrong.append(f"server {number}, {player.name}: {view} is not {folded}")
        return wrong

    def heads_shown(self) -> list[tuple[int, str]]:
        views = [self.table.host.with_transport(transport).view(self.id) for transport in self.transports]
        return [(view["version"], view["head"]) for view in views]

    def stop(self) -> None:
        """Stop all who follow, and end the long poll that is under way."""
        for follower in self.followers:
            follower.stop()
        view = self.table.host.get(f"/matches/{self.id}")
        if view.status == 200 and view.json["status"] == "playing":
            self.table.abandon()
        elif view.status == 200:
            # Refused if the host has too many open matches by now; then the long poll takes its time.
            self.table.host.command(self.id, "rematch", {}, key=f"rematch-{self.id}")


def without_volatile(value: object) -> object:
    if isinstance(value, dict):
        return {name: without_volatile(part) for name, part in value.items() if name not in VOLATILE}
    return [without_volatile(part) for part in value] if isinstance(value, list) else value


def wait_for_followers(matches: Sequence[FollowedMatch], servers: StandbyPair) -> None:
    """Return once every client has what the database has."""
    wait_for_head([follower for match in matches for follower in match.followers], servers.heads())


def told(matches: Sequence[FollowedMatch]) -> list[int]:
    """Return how often each client was told that its match has another history."""
    return [follower.histories_lost for match in matches for follower in match.followers]
