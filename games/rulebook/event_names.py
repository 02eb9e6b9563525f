"""The snake_case names of events, as used in the log, in records and on the wire."""

import re
from collections.abc import Mapping

from games.rulebook.events import EVENT_CLASSES, Event, MatchEnded, MatchOpened, SeatReady


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


EVENT_CLASS_BY_NAME: Mapping[str, type[Event]] = {_snake_case(event.__name__): event for event in EVENT_CLASSES}
EVENT_NAME_BY_CLASS: Mapping[type[Event], str] = {event: name for name, event in EVENT_CLASS_BY_NAME.items()}

FIELDS_OF_ABSENCE: Mapping[type[Event], tuple[str, ...]] = {
    MatchOpened: ("call_after", "call_grace", "reserved_until", "former_host", "reserved_for", "ruleset_name"),
    SeatReady: ("deadline_at",),
    MatchEnded: ("skipped",),
}
"""Fields that came with rulebook 2. Events of older matches don't have them, so that older verifiers can read them."""
