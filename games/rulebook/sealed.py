"""Which parts of an event are secret, who may read each of them, and what opens it to all.

`PART_RULES` is the only table of this: codec, verifier and report use it. `games.rulebook.audience` says at which
version a part has opened.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from games.rulebook.board import Board, seats_with_next_hand_face_down
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
    SeatTaken,
    StorytellerClaimed,
    VoteCast,
)
from games.rulebook.rulesets import Crowd

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
        "seed": PartRule(opens="now"),
        "card": PartRule(opens="scores", reader="event_seat"),
        "cards": PartRule(opens="scores", reader="event_seat"),
        "slots": PartRule(opens="scores", reader="event_seat"),
        "trap": PartRule(opens="scores", reader="event_seat"),
        "order": PartRule(opens="end"),
        "hands": PartRule(opens="end", reader="hand_holder"),
    }
)
"""The rule of each sealed part by the field of the event that it hides; `hands` is one part for each seat."""
ERASABLE_PARTS = tuple(part for part, rule in PART_RULES.items() if rule.is_erasable)
"""Parts that may be erased on request: player names and clues."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PartAccess:
    """Who may read a sealed part before it opens to all, and what opens it."""

    opens: str
    """`now`, `scoring/<round>` (a round that is called off never opens it) or `end`."""
    reader: int | None = None
    """The seat that may read it before all others; None is nobody."""
    face_down: bool = False
    """Whether even the reader has to wait for the next clue."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Part(PartAccess):
    """One sealed part: `field` of the event, or `field/<seat>` of a field indexed by seat."""

    name: str
    value: Any


@dataclass(frozen=True, kw_only=True, slots=True)
class SealingContext:
    """The public facts that decide who may read the parts of the next event."""

    round: int = 0
    storyteller: int | None = None
    seat_count: int = 0
    crowd: Crowd | None = None


def opening_key(part: str, round_number: Any) -> str:
    """Return what opens a part to all: `now`, `scoring/<round>` or `end`, which is also for names unknown here."""
    rule = PART_RULES.get(part)
    if rule is None or rule.opens == "end":
        return OPENS_AT_END
    return OPENS_NOW if rule.opens == "now" else scoring_key(round_number)


def scoring_key(round_number: Any) -> str:
    """Return the key that the scores of a round open."""
    return f"scoring/{round_number}"


def part_access(part: str, event_name: str, event_seat: int | None, context: SealingContext) -> PartAccess:
    """Return who may read a part of an event.

    Args:
        part: the name of the part.
        event_name: the type of the event.
        event_seat: the field `seat` of the event, if it has one.
        context: what was public before the event.
    """
    opens, (field, _, holder) = opening_key(part, context.round), part.partition("/")
    rule, crowd = PART_RULES.get(field), context.crowd
    if rule is not None and rule.reader == "event_seat":
        return PartAccess(opens=opens, reader=event_seat)
    # Nobody may look at cards that are passed on as soon as they are drawn.
    will_be_passed = crowd is not None and crowd.pass_hands and event_name == "hands_refilled"
    if rule is not None and rule.reader == "hand_holder" and holder.isdecimal() and not will_be_passed:
        face_down_seats = seats_with_next_hand_face_down(crowd, context.storyteller, context.seat_count)
        return PartAccess(opens=opens, reader=int(holder), face_down=int(holder) in face_down_seats)
    return PartAccess(opens=opens)


def sealed_parts(event: Event, board: Board | None) -> Iterator[Part]:
    """Yield the sealed parts of an event that happened on this board (None: in the lobby)."""
    context = _sealing_context(board) if board else SealingContext()
    event_name, event_seat = EVENT_NAME_BY_CLASS[type(event)], getattr(event, "seat", None)
    for name, value in _secret_fields(event):
        access = part_access(name, event_name, event_seat, context)
        yield Part(name=name, value=value, opens=access.opens, reader=access.reader, face_down=access.face_down)


def _sealing_context(board: Board) -> SealingContext:
    return SealingContext(
        round=board.round, storyteller=board.storyteller, seat_count=len(board.players), crowd=board.rules.crowd
    )


def _secret_fields(event: Event) -> Iterator[tuple[str, Any]]:
    """Yield name and value of each part; a card, a trap or a seed that the event does not have is no secret."""
    match event:
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
