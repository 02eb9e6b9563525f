"""The ASGI application in a reproducible environment: the time is always noon, and a file determines all randomness.

One environment variable may name a leak to inject, another one the folder with the files. The file of a match is named
after its id and contains the order for each label.
"""

import json
import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from dixit.asgi import application as application  # noqa: PLC0414  (uvicorn looks for it here)
from games.matches import command_decision, match_random
from games.rulebook.cards import Pile
from tests.interference.deterministic_deployment import DRAWS_FOLDER_VARIABLE, LEAK_VARIABLE
from tests.interference.injected_leaks import LEAKS
from tests.rulebook.match_scenarios import NOW


class PredefinedRandom(match_random.MatchRandom):
    def __call__(self, label: str, items: Sequence[str]) -> Pile:
        order = json.loads((Path(os.environ[DRAWS_FOLDER_VARIABLE]) / self.match_id).read_text())[label]
        assert sorted(order) == sorted(items), f"{label} was predefined with other cards"
        return tuple(order)


def apply_patches() -> None:
    decision: Any = command_decision
    decision.MatchRandom = PredefinedRandom
    if leak := os.environ[LEAK_VARIABLE]:
        LEAKS[leak]().__enter__()
    # Presence is not part of the match and may change at any time.
    presence_module: Any = import_module("games.presence")
    presence_module.connected_by_account = lambda accounts: {}
    object.__setattr__(command_decision.DEFAULT_ENVIRONMENT, "now", NOW)


apply_patches()
