"""A test match with its players, which can be played up to any phase."""

from collections.abc import Sequence
from typing import Any

from tests.api.api_client import ApiResponse, Json, Player, Transport, call_in_process

PLAYER_NAMES = ("Ada", "Ben", "Cleo", "Dora", "Egon", "Fay", "Gus", "Hedi", "Ida", "Jon", "Kim", "Lou")
SAMPLE_CLUE = {"kind": "text", "text": "a quiet storm"}


class GameTable:
    """A match and its players by seat; `players[0]` is the host. For a number, that many new players are made."""

    def __init__(
        self,
        players: int | Sequence[Player] = 3,
        *,
        transports: Sequence[Transport] = (call_in_process,),
        **options: Any,
    ) -> None:
        if isinstance(players, int):
            players = [Player(PLAYER_NAMES[seat], transports[seat % len(transports)]) for seat in range(players)]
        self.players = list(players)
        self.host = self.players[0]
        self.id = self.host.open(**options)
        password = {"password": options["password"]} if "password" in options else {}
        for player in self.players[1:]:
            player.sit(self.id, **password)

    def start(self) -> "GameTable":
        self.host.act(self.id, "start")
        return self

    @property
    def storyteller(self) -> Player:
        return self.players[self.host.view(self.id)["storyteller"]]

    @property
    def guessers(self) -> list[Player]:
        """All players but the storyteller, in seat order."""
        return [player for player in self.players if player is not self.storyteller]

    def next_move(self, player: Player) -> tuple[str, Json] | None:
        """Return a player's first legal move that advances the match, or None."""
        view = player.view(self.id)
        for action in view["actions"]:
            body = body_for_action(action)
            if body is not None:
                return action["type"], {**body, "phase": view["phase"]["id"]}
        return None

    def play_next_move(self, player: Player) -> bool:
        """Play a player's next move and return whether there was one."""
        next_move = self.next_move(player)
        if next_move is None:
            return False
        player.act(self.id, *next_move)
        return True

    def play_until(self, phase: str, *, round: int | None = None) -> "GameTable":
        """Play until this phase, in any round or in the given one."""
        for _ in range(2000):
            view = self.host.view(self.id)
            if view["phase"]["name"] == phase and round in (None, view["round"]):
                return self
            self.play_next_move(self.players[view["phase"]["waiting_for"][0]])
        raise AssertionError(f"the match {self.id} never reached {phase}")

    def abandon(self) -> "GameTable":
        """End the match by agreement of all players, the fastest way to end it."""
        for player in self.players:
            player.act(self.id, "abandon")
        return self


def body_for_action(action: Json) -> Json | None:
    """Return the body for the first choice that an action offers, or None if it does not advance the match."""
    match action["type"]:
        case "start" | "ready":
            return {}
        case "clue":
            return {"clue": SAMPLE_CLUE, **({} if action["cards"] is None else {"card": action["cards"][0]})}
        case "cards":
            return {"cards": action["cards"][: action["count"]]}
        case "vote":
            trap = {"trap": action["trap"][-1]} if action["trap"] else {}
            return {"slots": action["slots"][: action["least"]], **trap}
        case _:
            return None


def legal_vote(player: Player, match: str) -> Json:
    """Return a legal vote: the last slot that the player may choose."""
    action = next(action for action in player.view(match)["actions"] if action["type"] == "vote")
    return {"slots": action["slots"][-1:]}


def result_codes(responses: Sequence[ApiResponse]) -> list[str]:
    """Return `ok` or the error code for each response."""
    return ["ok" if answer.status < 300 else answer.code for answer in responses]
