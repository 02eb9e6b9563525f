"""What a viewer sees: records of their own, so that a secret has no place in them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from games.rulebook.actions import Action
from games.rulebook.cards import Pile
from games.rulebook.match import PhaseName
from games.rulebook.round import Clue, Laid, ScoredRound, Shown, SignalWord
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Player

MatchStatus: TypeAlias = Literal["gathering", "playing", "over", "abandoned"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Viewer:
    """Whose eyes look: a player's (`seat`), somebody's who could still sit down (`guest`), or only the public's.

    `again`: whoever sits here, or has until they resigned, and so may ask for another match when this one is over.
    `kicked`: whom the host has made to leave.
    """

    seat: int | None = None
    may_join: bool = False
    may_rematch: bool = False
    kicked: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class PhaseView:
    id: str
    name: PhaseName
    deadline_at: datetime | None
    waiting_for: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatView:
    seat: int
    player: Player
    team: int | None
    score: int
    hand_count: int
    done: bool
    resigned: bool = False
    """Whether the player has left and luck plays for the seat."""
    entropy_digest: str | None = None
    """What the seat has committed to as the entropy that it reveals next, until the cards are dealt."""
    signal: SignalWord | None = None
    """Team: what this partner has said last about who gives their card."""


@dataclass(frozen=True, kw_only=True, slots=True)
class You:
    """What only the viewer knows. `hand` is None where it lies face down even to them; `kept` are then the cards of it
    that they have held before."""

    seat: int
    hand: Pile | None
    kept: Pile
    submitted: Pile
    votes: tuple[int, ...]
    trap: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchView:
    """All of a match that one viewer may know."""

    status: MatchStatus
    ruleset: Ruleset
    places: int
    start: Literal["host", "full"]
    host: int
    round: int
    storyteller: int | None
    phase: PhaseView
    seats: tuple[SeatView, ...]
    deck_count: int
    discard_count: int
    clue: Clue | None
    tableau: tuple[Laid, ...] | tuple[Shown, ...]
    you: You | None
    actions: tuple[Action, ...]
    last_round: ScoredRound | None
    winners: tuple[int, ...] | None
    kicked: bool
    """Whether the host has made the viewer leave: only an invite leads back."""
