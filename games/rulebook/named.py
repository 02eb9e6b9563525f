"""Events by the names under which logs and records have them."""

import re
from collections.abc import Mapping

from games.rulebook.events import EVENTS, Event


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


TYPES: Mapping[str, type[Event]] = {_snake(event.__name__): event for event in EVENTS}
NAMES: Mapping[type[Event], str] = {event: name for name, event in TYPES.items()}
