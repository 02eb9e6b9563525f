"""An event of the retelling."""

from dataclasses import dataclass

from games.narrative.standing import Standing
from games.narrative.visible_event import VisibleEvent


@dataclass(frozen=True, kw_only=True, slots=True)
class NarratedEvent(VisibleEvent):
    """A visible event with a sentence about it, and what it leads to.

    `round` is the number of the last round that had begun (0 before round 1); `standing` says who takes part after it.
    """

    round: int
    words: str
    standing: Standing
