"""The rules of Dixit as pure functions: `decide` on a command, `evolve` a match by an event, `view` it as a player.

Standard library only. There is no clock, no randomness and no I/O in here: the time and the source of randomness are
arguments, and their outcomes are recorded in the events.
"""

from games.rulebook.decide import decide
from games.rulebook.evolve import evolve, fold
from games.rulebook.match import Match
from games.rulebook.player_view import view
from games.rulebook.refusals import Reason, Refused
from games.rulebook.view_types import Viewer

__all__ = ["RULEBOOK_VERSION", "Match", "Reason", "Refused", "Viewer", "decide", "evolve", "fold", "view"]

RULEBOOK_VERSION = 2
"""The version of the rules as coded here, stored in each match's first event.

Raise it when the same commands would lead to other outcomes. Matches of older versions go on under their own rules.
"""
