"""The computer players that a host can seat: their strategies and names. `games.bots` has the code that plays."""

import secrets
from collections.abc import Mapping
from types import MappingProxyType

from games.rulebook.terms import Player

BOT_STRATEGIES: Mapping[str, str] = MappingProxyType(
    {
        "random": "Plays a random legal move.",
        "bookish": "Gives clues from words that belong to its card, and picks the cards whose words match a clue best.",
    }
)
"""A sentence for people by the name of each strategy."""
BOT_NAMES = (
    "Pixel", "Botilda", "Rusty", "Gizmo", "Cog", "Sprocket", "Bolt", "Widget", "Dynamo", "Tinker", "Zeppo", "Quill",
)  # fmt: skip


def new_bot_player(strategy: str, seat: int) -> Player:
    """Return a new computer player with this strategy.

    The name follows from the seat, so no two computer players of a match share one (up to 12 seats). The id carries the
    strategy: that way the strategy needs no field of its own in the log (see `strategy_of`).
    """
    return Player(id=f"bot_{strategy}_{secrets.token_hex(8)}", name=BOT_NAMES[seat % len(BOT_NAMES)], kind="bot")


def strategy_of(player_id: str) -> str | None:
    """Return the strategy encoded in a computer player's id; None for anyone else's id."""
    kind, _, rest = player_id.partition("_")
    strategy = rest.partition("_")[0]
    return strategy if kind == "bot" and strategy in BOT_STRATEGIES else None
