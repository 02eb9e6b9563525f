"""A pool of matches, one in every phase, that include a known player and that test cases can refer to."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.api.api_client import Json, Player, Transport
from tests.api.game_table import GameTable, body_for_action

POOLED_PHASES = ("gathering", "drawing", "storytelling", "submitting", "voting", "reveal", "over")
LEAVING_COMMANDS = ("stand", "resign", "abandon", "clear")
"""After these commands a match is good for little more."""


class PooledMatch(GameTable):
    """A match in a given phase in which a known player sits, as the host or as another player."""

    def __init__(
        self, known_player: Player, transport: Transport, phase: str, *, is_host: bool, ruleset: str = "classic"
    ) -> None:
        player_count, seat_count = (3, 4) if ruleset == "classic" else (6, 6)
        others = [Player(f"Ben {seat}", transport) for seat in range(player_count - 1)]
        self.known_player, self.phase, self.is_host, self.ruleset = known_player, phase, is_host, ruleset
        self.players = [known_player, *others] if is_host else [*others, known_player]
        self.host = self.players[0]
        self.id = self.host.open(ruleset=ruleset, seats=seat_count, **self._entropy_options())
        for player in self.players[1:]:
            player.sit(self.id)
        if phase != "gathering":
            self.start()
        if phase == "over":
            self.abandon()
        elif phase not in ("gathering", "drawing"):
            self.play_until(phase)

    def _entropy_options(self) -> Json:
        return {"entropy_digest": "d1" * 32} if self.phase == "drawing" else {}

    def reopen(self) -> "PooledMatch":
        """Return a new match set up like this one was at first."""
        return PooledMatch(
            self.known_player,
            self.players[1 - self.is_host].transport,
            self.phase,
            is_host=self.is_host,
            ruleset=self.ruleset,
        )

    def play_until_known_player_is_awaited(self) -> None:
        """Let the other players move until the match awaits the known player."""
        seat = self.players.index(self.known_player)
        for _ in range(12):
            view = self.host.view(self.id)
            awaited_seats = view["phase"]["waiting_for"]
            if view["status"] != "playing" or not awaited_seats or seat in awaited_seats:
                return
            if not self.play_next_move(self.players[awaited_seats[0]]):
                return


class MatchPool:
    """The matches, and the other objects that addresses can name."""

    def __init__(self, transport: Transport) -> None:
        self.transport, self.rng = transport, Random(7)
        self.known_player = Player("Ada", transport)
        configurations = [(phase, hosts, "classic") for phase in POOLED_PHASES for hosts in (True, False)]
        configurations += [("submitting", True, "team"), ("voting", False, "party")]
        self.matches = [
            PooledMatch(self.known_player, transport, phase, is_host=hosts, ruleset=ruleset)
            for phase, hosts, ruleset in configurations
        ]
        finished_match = next(table for table in self.matches if table.phase == "over")
        self.record = self.known_player.send("GET", f"/matches/{finished_match.id}/record").content
        pictures = [card["picture"].rpartition("/")[2] for card in self.known_player.get("/decks/base").ok()["cards"]]
        self.resource_choosers: dict[str, Callable[[], str]] = {
            "/matches/{match_id}": lambda: self.rng.choice(self.matches).id,
            "/rulesets/{name}": lambda: self.rng.choice(("classic", "odyssey", "party", "team")),
            "/decks/{name}": lambda: "base",
            "/users/{user_id}": lambda: self.rng.choice(self.rng.choice(self.matches).players).id,
            "/decks/{name}/pictures/{file}": lambda: self.rng.choice(pictures),
        }

    def find_match(self, match_id: Any) -> PooledMatch | None:
        return next((table for table in self.matches if table.id == match_id), None)

    def choose_legal_command(self, command: str) -> tuple[str, Json] | None:
        """Choose a random match and a body for this command there, if the command is legal now."""
        match = self.rng.choice(self.matches)
        for action in self.known_player.view(match.id)["actions"]:
            if action["type"] == command:
                return match.id, body_for_action(action) or {}
        return None

    def continue_match(self, match_id: str, command: str) -> None:
        """Continue a match after something has happened in it, or replace it by another one."""
        match = self.find_match(match_id)
        if match is None:
            return
        if command in LEAVING_COMMANDS or self.known_player.view(match_id)["status"] in ("over", "abandoned"):
            self.matches[self.matches.index(match)] = match.reopen()
        else:
            match.play_until_known_player_is_awaited()
