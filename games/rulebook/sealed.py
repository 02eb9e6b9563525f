"""Which parts of an event are secret, who may read them, and when they open to all.

A part stays with its reader until the event that opens its key: `scoring/<round>` opens with that round's scores (a
round that is called off never opens it), and whatever is still sealed opens when the match ends.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.rulebook.events import (
    CardsSubmitted,
    ClueGiven,
    DeckReshuffled,
    DeckShuffled,
    Event,
    HandsDealt,
    HandsRefilled,
    MatchEnded,
    RoundScored,
    SeatTaken,
    StorytellerClaimed,
    VoteCast,
)

NOW = "now"
END = "end"


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One sealed part: `field` of the event, or `field/<seat>` of a field that runs over the seats."""

    name: str
    value: Any
    reader: int | None = None
    """The seat that may read it at once; None is nobody."""
    opens: str = NOW
    """The key that opens it to all; parts that open now are sealed only so that they can be erased."""


def sealed(event: Event, round: int) -> Iterator[Part]:
    """The sealed parts of an event that happened in this round."""
    scoring = f"scoring/{round}"
    match event:
        case SeatTaken():
            yield Part(name="player", value=event.player)
        case DeckShuffled() | DeckReshuffled():
            yield Part(name="order", value=event.order, opens=END)
        case HandsDealt() | HandsRefilled():
            for seat, cards in enumerate(event.hands):
                yield Part(name=f"hands/{seat}", value=cards, reader=seat, opens=END)
        case StorytellerClaimed():
            yield Part(name="text", value=event.text)
        case ClueGiven():
            yield Part(name="text", value=event.text)
            yield Part(name="card", value=event.card, reader=event.seat, opens=scoring)
        case CardsSubmitted():
            yield Part(name="cards", value=event.cards, reader=event.seat, opens=scoring)
        case VoteCast():
            yield Part(name="slots", value=event.slots, reader=event.seat, opens=scoring)
        case _:
            pass


def opens(event: Event) -> str | None:
    """The key that this event opens to all, if any; END opens everything still sealed."""
    match event:
        case RoundScored():
            return f"scoring/{event.round}"
        case MatchEnded():
            return END
        case _:
            return None
