"""A table: one match with its players, brought to whatever phase a test needs."""

from collections.abc import Sequence
from typing import Any

from tests.api.client import Answer, Door, Json, Player, inside

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Egon", "Fay", "Gus", "Hedi", "Ida", "Jon", "Kim", "Lou")
CLUE = {"kind": "text", "text": "a quiet storm"}


class Table:
    """A match and who sits at it, by seat; `players[0]` is the host."""

    def __init__(self, players: int = 3, *, doors: Sequence[Door] = (inside,), **options: Any) -> None:
        self.players = [Player(NAMES[seat], doors[seat % len(doors)]) for seat in range(players)]
        self.host = self.players[0]
        self.id = self.host.open(**options)
        password = {"password": options["password"]} if "password" in options else {}
        for player in self.players[1:]:
            player.sit(self.id, **password)

    def start(self) -> "Table":
        self.host.act(self.id, "start")
        return self

    @property
    def storyteller(self) -> Player:
        return self.players[self.host.view(self.id)["storyteller"]]

    @property
    def guessers(self) -> list[Player]:
        """Everyone but the storyteller, in the order of the seats."""
        return [player for player in self.players if player is not self.storyteller]

    def move(self, player: Player) -> tuple[str, Json] | None:
        """The first legal move of a player that gets the match on; None when there is none."""
        view = player.view(self.id)
        for action in view["actions"]:
            body = move(action)
            if body is not None:
                return action["type"], {**body, "phase": view["phase"]["id"]}
        return None

    def step(self, player: Player) -> bool:
        """Play the move of a player, if there is one."""
        found = self.move(player)
        if found is None:
            return False
        player.act(self.id, *found)
        return True

    def until(self, phase: str, *, round: int | None = None) -> "Table":
        """Play on until this phase, in any round or the one named."""
        for _ in range(2000):
            view = self.host.view(self.id)
            if view["phase"]["name"] == phase and round in (None, view["round"]):
                return self
            self.step(self.players[view["phase"]["waiting_for"][0]])
        raise AssertionError(f"the match {self.id} never came to {phase}")

    def abandon(self) -> "Table":
        """Everyone agrees to end the match, the fastest way to its end."""
        for player in self.players:
            player.act(self.id, "abandon")
        return self


def move(action: Json) -> Json | None:
    """The body of the first choice that an action offers; None for what doesn't get a match on."""
    match action["type"]:
        case "start" | "ready":
            return {}
        case "clue":
            return {"clue": CLUE, **({"card": action["cards"][0]} if action["cards"] else {})}
        case "cards":
            return {"cards": action["cards"][: action["count"]]}
        case "vote":
            return {
                "slots": action["slots"][: action["least"]],
                **({"trap": action["trap"][-1]} if action["trap"] else {}),
            }
        case _:
            return None


def vote_of(player: Player, match: str) -> Json:
    """A legal vote: the last slot that the player may choose."""
    action = next(action for action in player.view(match)["actions"] if action["type"] == "vote")
    return {"slots": action["slots"][-1:]}


def codes(answers: Sequence[Answer]) -> list[str]:
    """What each of some answers was: `ok`, or the code of its problem."""
    return ["ok" if answer.status < 300 else answer.code for answer in answers]
