"""The ASGI application in a world that can be repeated: it is always noon, and luck says what a file says.
The environment may name a leak to put in.

The file of a match lies in the folder ARRANGED under its id: the order that each label gives.
"""

import json
import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from dixit.asgi import application as application  # noqa: PLC0414  (uvicorn looks for it here)
from games.matches import command_handler, match_random
from games.rulebook.cards import Pile
from tests.interference.arrangedhouse import FOLDER, LEAK
from tests.interference.leaks import LEAKS
from tests.rulebook.table import NOW


class ArrangedLuck(match_random.MatchRandom):
    def __call__(self, label: str, items: Sequence[str]) -> Pile:
        order = json.loads((Path(os.environ[FOLDER]) / self.match_id).read_text())[label]
        assert sorted(order) == sorted(items), f"{label} was arranged with other cards"
        return tuple(order)


def set_up() -> None:
    handler: Any = command_handler
    handler.match_random.MatchRandom = ArrangedLuck
    if leak := os.environ[LEAK]:
        LEAKS[leak]().__enter__()
    # Who is connected is no matter of the match, and changes when it likes.
    presence: Any = import_module("games.presence")
    presence.connected_by_account = lambda accounts: {}
    object.__setattr__(command_handler.DEFAULT_ENVIRONMENT, "now", NOW)


set_up()
