"""What can be asked of a match."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from games.rulebook.cards import Card
from games.rulebook.round import Clue, SignalWord
from games.rulebook.terms import Player, Terms


@dataclass(frozen=True, kw_only=True, slots=True)
class Open:
    """Set up a match by these terms; the player takes seat 0 and is its host, computer players take the seats given."""

    terms: Terms
    player: Player
    entropy_digest: str | None = None
    bots: tuple[tuple[int, Player], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Sit:
    """Take a seat: the one named, or the lowest free one. The digest commits to entropy for the draw."""

    player: Player
    seat: int | None = None
    entropy_digest: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Stand:
    """Leave the seat again, before the start."""

    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Move:
    """Change to a free place before the start; the host stays the host."""

    seat: int
    target_seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class HandOver:
    """The host makes somebody else the host."""

    seat: int
    target_seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatBot:
    """The host puts a computer player on a free place."""

    seat: int
    target_seat: int
    player: Player


@dataclass(frozen=True, kw_only=True, slots=True)
class Clear:
    """The host frees a place again, whoever sits there."""

    seat: int
    target_seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Start:
    """The host closes the table and the cards are dealt."""

    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class AddEntropy:
    """Reveal what was committed to, and commit to something else in case this draw is void."""

    seat: int
    entropy: str
    next_digest: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """Round 1: become the storyteller before the clue is thought out."""

    seat: int
    text: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class TellClue:
    """The storyteller's clue for a card of the own hand; in Party for no card, as it hasn't been looked at."""

    seat: int
    card: Card | None
    clue: Clue


@dataclass(frozen=True, kw_only=True, slots=True)
class Submit:
    """Give cards face down for the tableau."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Signal:
    """Team: say before everybody who shall give the team's card, "I'll give one" or "you give one"."""

    seat: int
    word: SignalWord


@dataclass(frozen=True, kw_only=True, slots=True)
class Vote:
    """Choose slots of the tableau; Party's storyteller also sets the trap on one."""

    seat: int
    slots: tuple[int, ...]
    trap: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Ready:
    """Done looking at the scores."""

    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Abandon:
    """Agree to end the match without a winner; in the lobby the host decides alone."""

    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Resign:
    """Leave a match that has started: from now on the seat plays by itself."""

    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeUp:
    """The clock, or the staff, says that this phase is over.

    `outage`: the house itself was away just before, so that nobody could have played.
    `expires_at`: when a lobby, or a phase without a limit, has stood still for so long that the match is over.
    `forced`: the staff says so, whatever the clock says.
    """

    phase: str
    outage: bool = False
    expires_at: datetime | None = None
    forced: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class CallOff:
    """The staff ends the match without a winner."""


SeatCommand: TypeAlias = (
    Stand
    | Move
    | HandOver
    | SeatBot
    | Clear
    | Start
    | AddEntropy
    | Claim
    | TellClue
    | Submit
    | Signal
    | Vote
    | Ready
    | Abandon
    | Resign
)
"""What only somebody with a seat can ask."""
SystemCommand: TypeAlias = TimeUp | CallOff
"""What nobody at the table can ask, only the house: its clock or its staff."""
Command: TypeAlias = Sit | SeatCommand | SystemCommand
