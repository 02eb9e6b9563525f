"""An event of the retelling."""

from dataclasses import dataclass

from games.narrative.visible_event import VisibleEvent


@dataclass(frozen=True, kw_only=True, slots=True)
class NarratedEvent(VisibleEvent):
    """A visible event with a sentence about it, and the number of the last round that had begun (0 before round 1)."""

    round: int
    words: str
