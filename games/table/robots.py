"""The computer players that a host may ask to the table: who they are. How they play is known to `games.bots`."""

import secrets
from collections.abc import Mapping
from types import MappingProxyType

from games.rulebook.terms import Player

ROBOTS: Mapping[str, str] = MappingProxyType(
    {
        "random": "Plays any legal move, drawn by luck.",
        "bookish": "Tells with a word that belongs to its card, and looks for the words of the others on the table.",
    }
)
"""Each by its name, with a sentence for people."""
NAMES = (
    "Pixel", "Botilda", "Rusty", "Gizmo", "Cog", "Sprocket", "Bolt", "Widget", "Dynamo", "Tinker", "Zeppo", "Quill",
)  # fmt: skip


def new_robot(robot: str, place: int) -> Player:
    """One that plays as `robot` does; by its place no two at a table have one name."""
    return Player(id=f"bot_{robot}_{secrets.token_hex(8)}", name=NAMES[place % len(NAMES)], kind="bot")


def robot_of(player_id: str) -> str | None:
    """How the player of this id plays; None for everybody else."""
    kind, _, rest = player_id.partition("_")
    robot = rest.partition("_")[0]
    return robot if kind == "bot" and robot in ROBOTS else None
