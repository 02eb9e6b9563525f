"""The game of Dixit, pure: `decide` on a command, `evolve` a match by an event, `view` it through a player's eyes.

Standard library only: no clock, no luck, no I/O inside; time and luck are arguments, their outcomes facts in events.
"""

from games.rulebook.decide import decide
from games.rulebook.evolve import evolve, fold
from games.rulebook.match import Match
from games.rulebook.player_view import view
from games.rulebook.refusals import Reason, Refused
from games.rulebook.view_types import Viewer

__all__ = ["RULEBOOK_VERSION", "Match", "Reason", "Refused", "Viewer", "decide", "evolve", "fold", "view"]

RULEBOOK_VERSION = 1
"""The version of the rules as coded here, frozen in each match's first event; raised when outcomes change."""
