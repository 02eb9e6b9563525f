"""The computer players that a host may ask to the table: who they are. How they play is known to `games.bots`."""

import secrets
from collections.abc import Mapping
from types import MappingProxyType

from games.rulebook.terms import Player

BOT_STRATEGIES: Mapping[str, str] = MappingProxyType(
    {
        "random": "Plays any legal move, drawn by luck.",
        "bookish": "Tells with a word that belongs to its card, and looks for the words of the others on the table.",
    }
)
"""Each by its name, with a sentence for people."""
BOT_NAMES = (
    "Pixel", "Botilda", "Rusty", "Gizmo", "Cog", "Sprocket", "Bolt", "Widget", "Dynamo", "Tinker", "Zeppo", "Quill",
)  # fmt: skip


def new_bot_player(strategy: str, seat: int) -> Player:
    """One that plays as `robot` does; by its place no two at a table have one name."""
    return Player(id=f"bot_{strategy}_{secrets.token_hex(8)}", name=BOT_NAMES[seat % len(BOT_NAMES)], kind="bot")


def strategy_of(player_id: str) -> str | None:
    """How the player of this id plays; None for everybody else."""
    kind, _, rest = player_id.partition("_")
    strategy = rest.partition("_")[0]
    return strategy if kind == "bot" and strategy in BOT_STRATEGIES else None
