"""The randomness of a replay: it repeats what the record says, and notes what was shuffled."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from games.audit.seeded_random import RandomnessUnavailable
from games.rulebook.cards import Draw, Pile
from games.rulebook.events import (
    CardsSubmitted,
    DeckReshuffled,
    DeckShuffled,
    DrawVoided,
    Event,
    RoundBegun,
    SeedCommitted,
    StorytellerClaimed,
    TableauLaid,
    VoteCast,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ShuffleCall:
    """One shuffle: its label, the items in their order before it, and the draw that it belongs to."""

    label: str
    items: Pile
    draw: Draw


class RecordedRandom:
    """The rulebook's `Chance` with the outcomes of a recorded event; `shuffles` collects the calls."""

    def __init__(self, event: Event | None) -> None:
        self.shuffles: list[ShuffleCall] = []
        self._event = event
        self._draw: Draw | None = None

    def for_draw(self, draw: Draw) -> Self:
        self._draw = draw
        return self

    def __call__(self, label: str, items: Sequence[str], /) -> Pile:
        if self._event is None or self._draw is None:
            raise RandomnessUnavailable(label)
        self.shuffles.append(ShuffleCall(label=label, items=tuple(items), draw=self._draw))
        # An automatic move shuffles all choices and takes the first few, so only these are in the event. The order of
        # the others doesn't matter. Items that can't come out are dropped, and the event then differs from the record.
        choices = {*items}
        recorded_first = [item for item in _first_shuffled_items(self._event) if item in choices]
        first = {*recorded_first}
        return (*recorded_first, *(item for item in items if item not in first))

    def seed(self) -> str:
        """Return the published seed; the level *luck* checks it against its commitment."""
        return self._event.seed if isinstance(self._event, DrawVoided) else ""

    def commitment(self) -> str:
        return self._event.seed_digest if isinstance(self._event, SeedCommitted) else ""


def _first_shuffled_items(event: Event) -> Iterator[str]:
    """Yield the items that came first in the shuffle behind this event."""
    match event:
        case DeckShuffled() | DeckReshuffled():
            yield from event.order
        case TableauLaid():
            yield from event.tableau
        case CardsSubmitted():
            yield from event.cards
        case VoteCast():
            yield from map(str, event.slots)
            if event.trap is not None:
                yield str(event.trap)
        case RoundBegun() | StorytellerClaimed():
            yield str(event.storyteller if isinstance(event, RoundBegun) else event.seat)
        case _:
            return
