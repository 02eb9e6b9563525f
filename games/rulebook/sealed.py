"""Which parts of an event are secret, who may read them, and when they open to all.

A part stays with its reader until an event opens its key: `scoring/<round>` opens with that round's scores (a round
that is called off never opens it), and whatever is still sealed opens when the match ends. Cards drawn face down even
to their holder become readable with the next clue.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.rulebook.board import Board
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
    RoundScored,
    SeatTaken,
    StorytellerClaimed,
    VoteCast,
)

OPENS_NOW = "now"
OPENS_AT_END = "end"


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One sealed part: `field` of the event, or `field/<seat>` of a field indexed by seat."""

    name: str
    value: Any
    reader: int | None = None
    """The seat that may read it before it opens; None is nobody."""
    face_down: bool = False
    """Whether even the reader has to wait for a clue."""
    opens: str = OPENS_NOW
    """The key that opens it to all. Parts that open now are sealed only so that they can be erased later."""


def sealed_parts(event: Event, board: Board | None) -> Iterator[Part]:
    """Yield the sealed parts of an event that happened on this board (None: in the lobby)."""
    scoring_key = f"scoring/{board.round if board else 0}"
    match event:
        case SeatTaken():
            yield Part(name="player", value=event.player)
        case DeckShuffled() | DeckReshuffled():
            yield Part(name="order", value=event.order, opens=OPENS_AT_END)
        case HandsDealt() | HandsRefilled() | HandsPassed():
            assert board is not None, "the log is broken: hands without a board"
            yield from _hand_parts(event, board)
        case StorytellerClaimed():
            yield Part(name="text", value=event.text)
        case ClueGiven():
            yield Part(name="text", value=event.text)
            if event.card is not None:
                yield Part(name="card", value=event.card, reader=event.seat, opens=scoring_key)
        case CardsSubmitted():
            yield Part(name="cards", value=event.cards, reader=event.seat, opens=scoring_key)
        case VoteCast():
            yield Part(name="slots", value=event.slots, reader=event.seat, opens=scoring_key)
            if event.trap is not None:
                yield Part(name="trap", value=event.trap, reader=event.seat, opens=scoring_key)
        case MatchEnded(seed=str()):
            yield Part(name="seed", value=event.seed)
        case _:
            pass


def _hand_parts(event: HandsDealt | HandsRefilled | HandsPassed, board: Board) -> Iterator[Part]:
    """Yield each hand, readable by its holder.

    Cards that are passed on as soon as they are drawn aren't readable by anyone.
    """
    crowd = board.rules.crowd
    will_be_passed = crowd is not None and crowd.pass_hands and isinstance(event, HandsRefilled)
    for seat, cards in enumerate(event.hands):
        reader = None if will_be_passed else seat
        face_down = reader in board.next_face_down_seats
        yield Part(name=f"hands/{seat}", value=cards, reader=reader, face_down=face_down, opens=OPENS_AT_END)


def reveals_face_down_hands(event: Event, board: Board | None) -> bool:
    """Return whether hands that lay face down even to their holders become readable with this event."""
    return isinstance(event, ClueGiven) and board is not None and bool(board.face_down_seats)


def key_opened_by(event: Event) -> str | None:
    """Return the key that this event opens to all, if any; OPENS_AT_END opens everything still sealed."""
    match event:
        case RoundScored():
            return f"scoring/{event.round}"
        case MatchEnded():
            return OPENS_AT_END
        case _:
            return None
