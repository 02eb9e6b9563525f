"""Which parts of an event are secret, who may read each of them, and what opens it to all.

`PART_RULES` is the only table of this: codec, verifier and report use it. `games.rulebook.audience` says at which
version a part has opened.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, Protocol

from games.rulebook.board import Board
from games.rulebook.event_names import EVENT_NAME_BY_CLASS
from games.rulebook.events import (
    CardsSubmitted,
    ClueGiven,
    DeckReshuffled,
    DeckShuffled,
    Event,
    HandsDealt,
    HandsPassed,
    HandsRefilled,
    MatchEnded,
    MatchOpened,
    SeatTaken,
    StorytellerClaimed,
    VoteCast,
)

OPENS_NOW = "now"
OPENS_AT_END = "end"


@dataclass(frozen=True, kw_only=True, slots=True)
class PartRule:
    """When the parts of one name open to all, and who may read them before that."""

    opens: Literal["now", "scores", "end"]
    """With the event itself, with the scores of the round, or with the end of the match."""
    reader: Literal["event_seat", "hand_holder"] | None = None
    """The seat that the event names, the seat whose hand it is, or None for nobody."""
    is_erasable: bool = False
    """Whether the part may be erased on request. That is why a name or a clue is sealed at all."""


PART_RULES: Mapping[str, PartRule] = MappingProxyType(
    {
        "player": PartRule(opens="now", is_erasable=True),
        "text": PartRule(opens="now", is_erasable=True),
        "reserved_for": PartRule(opens="now", is_erasable=True),
        "ruleset_name": PartRule(opens="now", is_erasable=True),
        "seed": PartRule(opens="now"),
        "card": PartRule(opens="scores", reader="event_seat"),
        "cards": PartRule(opens="scores", reader="event_seat"),
        "slots": PartRule(opens="scores", reader="event_seat"),
        "trap": PartRule(opens="scores", reader="event_seat"),
        "order": PartRule(opens="end"),
        # Not with the scores: cards of a hand are played in later rounds.
        "hands": PartRule(opens="end", reader="hand_holder"),
    }
)
"""The rule of each sealed part by the field of the event that it hides.

`hands` and `reserved_for` are one part for each seat.
"""


def is_erasable(part: str) -> bool:
    """Return whether the part may be erased on request: players, clues and names of house rules may."""
    rule = PART_RULES.get(part.partition("/")[0])
    return rule is not None and rule.is_erasable


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One sealed part, `field` of the event or `field/<seat>` of a field indexed by seat, and who may read it when."""

    name: str
    opens: str
    """What opens it to all: `now`, `scoring/<round>` (a round that is called off never opens it) or `end`."""
    reader: int | None = None
    """The seat that may read it before all others; None is nobody."""
    face_down: bool = False
    """Whether even the reader has to wait for the next clue."""
    value: Any = None
    """The secret, where it is known."""


class SealingContext(Protocol):
    """The public facts that decide who may read the parts of the next event."""

    @property
    def round(self) -> int: ...

    @property
    def passes_hands(self) -> bool: ...

    @property
    def next_face_down_seats(self) -> tuple[int, ...]: ...


def opening_key(part: str, round_number: Any) -> str:
    """Return what opens a part to all: `now`, `scoring/<round>` or `end`, which is also for names unknown here."""
    rule = PART_RULES.get(part.partition("/")[0])
    # A part that isn't in the table stays sealed as long as possible.
    if rule is None or rule.opens == "end":
        return OPENS_AT_END
    return OPENS_NOW if rule.opens == "now" else scoring_key(round_number)


def scoring_key(round_number: Any) -> str:
    """Return the key that the scores of a round open."""
    return f"scoring/{round_number}"


def sealed_part(
    name: str, event_name: str, event_seat: int | None, context: SealingContext | None, value: Any = None
) -> Part:
    """Return a part of an event.

    Args:
        name: the name of the part.
        event_name: the type of the event.
        event_seat: the field `seat` of the event, if it has one.
        context: the board before the event, or what is public of it; None in the lobby, whose parts are public at once.
        value: the secret, if it is known.
    """
    opens, (field, _, holder) = opening_key(name, context.round if context else 0), name.partition("/")
    rule = PART_RULES.get(field)
    if rule is not None and rule.reader == "event_seat":
        return Part(name=name, opens=opens, reader=event_seat, value=value)
    if rule is not None and rule.reader == "hand_holder" and context is not None and holder.isdecimal():
        # Nobody may look at cards that are passed on as soon as they are drawn.
        if context.passes_hands and event_name == "hands_refilled":
            return Part(name=name, opens=opens, value=value)
        seat = int(holder)
        return Part(name=name, opens=opens, reader=seat, face_down=seat in context.next_face_down_seats, value=value)
    return Part(name=name, opens=opens, value=value)


def sealed_parts(event: Event, board: Board | None) -> Iterator[Part]:
    """Yield the sealed parts of an event that happened on this board (None: in the lobby)."""
    event_name, event_seat = EVENT_NAME_BY_CLASS[type(event)], getattr(event, "seat", None)
    for name, value in _secret_fields(event):
        yield sealed_part(name, event_name, event_seat, board, value)


def _secret_fields(event: Event) -> Iterator[tuple[str, Any]]:
    """Yield name and value of each part; a card, a trap or a seed that the event does not have is no secret."""
    match event:
        case MatchOpened():
            yield from ((f"reserved_for/{seat}", player) for seat, player in enumerate(event.reserved_for) if player)
            if event.ruleset_name is not None:
                yield "ruleset_name", event.ruleset_name
        case SeatTaken():
            yield "player", event.player
        case DeckShuffled() | DeckReshuffled():
            yield "order", event.order
        case HandsDealt() | HandsRefilled() | HandsPassed():
            yield from ((f"hands/{seat}", cards) for seat, cards in enumerate(event.hands))
        case StorytellerClaimed():
            yield "text", event.text
        case ClueGiven():
            yield "text", event.text
            if event.card is not None:
                yield "card", event.card
        case CardsSubmitted():
            yield "cards", event.cards
        case VoteCast():
            yield "slots", event.slots
            if event.trap is not None:
                yield "trap", event.trap
        case MatchEnded(seed=str()):
            yield "seed", event.seed
        case _:
            pass
