"""How much one may ask: limits that hold exactly however many ask at once, and how many places for connections."""

from games.limits.limit import Limit, Taken
from games.limits.taking import take, take_all

__all__ = ["Limit", "Taken", "take", "take_all"]
