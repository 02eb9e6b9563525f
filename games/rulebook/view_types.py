"""The types of a view. They are separate from the state, so a secret has no field to leak through."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from games.rulebook.actions import Action
from games.rulebook.cards import Pile
from games.rulebook.events import PlayerIdentity
from games.rulebook.match import PhaseName
from games.rulebook.round import Clue, Laid, ScoredRound, Shown, SignalWord
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Clock, Player

MatchStatus: TypeAlias = Literal["gathering", "playing", "over", "abandoned"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Viewer:
    """Who views the match: the player on `seat`, somebody who could still join (`may_join`), or a spectator.

    `may_rematch` is true for those who have a seat, or had one until they resigned: they may ask for another match when
    this one is over. `kicked` is true for those whom the host has removed. `reserved_seat` is the seat that is reserved
    for somebody who hasn't taken it yet.
    """

    seat: int | None = None
    may_join: bool = False
    may_rematch: bool = False
    kicked: bool = False
    reserved_seat: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PhaseView:
    id: str
    name: PhaseName
    deadline_at: datetime | None
    waiting_for: tuple[int, ...]
    waiting_since: datetime | None
    """Since when the phase has been as it is: the time from which that of `call_time` and `start` is counted.

    That is when the phase began or, if later, when the storyteller claimed the role in it; in the lobby, when somebody
    last took or left a seat. None under rulebook 1 and when the match is over.
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class TermsView:
    """The terms of the match, besides those that the view has elsewhere. `decks` has their names."""

    decks: tuple[str, ...]
    clock: Clock
    on_timeout: Literal["auto", "skip", "abort"]
    visibility: Literal["public", "unlisted", "private"]
    first: Literal["claim", "luck", "host"]
    laps: int | None
    call_after: int | None
    call_grace: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatView:
    seat: int
    player: Player
    team: int | None
    score: int
    hand_count: int
    done: bool
    """Whether the seat owes nothing in this phase; the match waits for the others, unless it rests."""
    resigned: bool = False
    """Whether the player has resigned, so that the seat's moves are made automatically."""
    skipped: bool = False
    """Whether the match doesn't wait for this seat, because its player has missed phases."""
    entropy_digest: str | None = None
    """The digest of the entropy that the seat reveals next, until the cards are dealt."""
    signal: SignalWord | None = None
    """Team: the last thing this partner has said about who submits their card."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReservedSeat:
    """A seat of a rematch that only `player` can take, until then."""

    seat: int
    player: PlayerIdentity
    until: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class You:
    """What only the viewer knows.

    `hand` is None while it lies face down even to the viewer; `kept` then lists those of its cards that the viewer has
    held before.
    """

    seat: int
    hand: Pile | None
    kept: Pile
    submitted: Pile
    votes: tuple[int, ...]
    trap: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchView:
    """All that one viewer may know of a match."""

    status: MatchStatus
    ruleset: Ruleset
    terms: TermsView
    places: int
    start: Literal["host", "full"]
    host: int
    round: int
    storyteller: int | None
    phase: PhaseView
    seats: tuple[SeatView, ...]
    reserved: tuple[ReservedSeat, ...]
    deck_count: int
    discard_count: int
    clue: Clue | None
    tableau: tuple[Laid, ...] | tuple[Shown, ...]
    you: You | None
    actions: tuple[Action, ...]
    last_round: ScoredRound | None
    winners: tuple[int, ...] | None
    kicked: bool
    """Whether the host has removed the viewer, who needs an invite to come back."""
