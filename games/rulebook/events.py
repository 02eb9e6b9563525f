"""The events of a match: outcomes, not inputs.

`sealed.py` says which of their fields are secret, and for how long.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from games.rulebook.cards import Card, Pile
from games.rulebook.round import Award, ClueKind, Shown, SignalWord
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Clock, Deck, RulesetName


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerIdentity:
    """The player who took a seat, or for whom one is reserved, under the name of that time."""

    id: str
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchOpened:
    """The terms of the match.

    In a rematch seats can be reserved until `reserved_until` for players of the match before, each in `reserved_for` at
    the place of the seat. The player for whom the seat `former_host` is reserved becomes the host by taking it.

    Where house rules have a `ruleset_name`, the name of `ruleset` is only HOUSE_RULES_NAME: people choose names, so
    they have to be erasable. Older events have it in `ruleset`.
    """

    ruleset: Ruleset
    rulebook: int
    decks: tuple[Deck, ...]
    seats: int
    visibility: Literal["public", "unlisted", "private"]
    clock: Clock
    on_timeout: Literal["auto", "skip", "abort"]
    first: Literal["claim", "luck", "host"]
    seed_digest: str
    start: Literal["host", "full"] = "host"
    call_after: int | None = None
    call_grace: int | None = None
    ruleset_name: RulesetName | None = None
    reserved_until: datetime | None = None
    former_host: int | None = None
    reserved_for: tuple[PlayerIdentity | None, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatTaken:
    seat: int
    kind: Literal["human", "guest", "bot"]
    entropy_digest: str | None = None
    player: PlayerIdentity | None


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatLeft:
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatMoved:
    """The player on `seat` has moved to `to`, and keeps the host's role and the committed digest."""

    seat: int
    to: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ReservationDropped:
    """The seat is no longer reserved: its player has declined, the host has dropped it, or the player was erased."""

    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class HostChanged:
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchStarted:
    """The lobby is closed. `seats[new]` is the lobby's number of the seat that is now `new`: gaps are closed.

    Seats that have committed to entropy have until `deadline_at` to reveal it.
    """

    seats: tuple[int, ...]
    deadline_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class EntropyRevealed:
    """A seat's contribution to the randomness (hex).

    `next_digest` commits the seat to another contribution in case this draw is void.
    """

    seat: int
    entropy: str
    next_digest: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawVoided:
    """A draw failed because some seats didn't reveal what they had committed to; they drop out of the draw.

    The seed (hex) is published: nothing is derived from it.
    """

    seed: str
    missing: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeedCommitted:
    """The draw starts again with a fresh seed; `seats` reveal entropy for it, as they have committed to."""

    seed_digest: str
    seats: tuple[int, ...]
    phase: str
    deadline_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DeckShuffled:
    count: int
    order: Pile


@dataclass(frozen=True, kw_only=True, slots=True)
class DeckReshuffled:
    """The discard pile has become the deck."""

    count: int
    order: Pile


@dataclass(frozen=True, kw_only=True, slots=True)
class HandsDealt:
    counts: tuple[int, ...]
    hands: tuple[Pile, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class HandsRefilled:
    """The cards that each seat drew."""

    counts: tuple[int, ...]
    hands: tuple[Pile, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class HandsPassed:
    """Every hand has gone to the left; `hands` is what each seat holds now."""

    counts: tuple[int, ...]
    hands: tuple[Pile, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundBegun:
    """`storyteller` is None while the role is open to the first player with a clue."""

    round: int
    storyteller: int | None
    phase: str
    deadline_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class StorytellerClaimed:
    """Round 1 has its storyteller: the first to claim, or one chosen at random when nobody did.

    In the latter case `automatic` is set, and the phase gets a deadline of its own.
    """

    seat: int
    automatic: bool = False
    deadline_at: datetime | None = None
    text: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ClueGiven:
    """The clue with the storyteller's card (no card in Party); in round 1 it may be the claim as well."""

    seat: int
    kind: ClueKind
    phase: str
    deadline_at: datetime | None
    text: str | None
    card: Card | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CardsSubmitted:
    seat: int
    automatic: bool = False
    cards: Pile


@dataclass(frozen=True, kw_only=True, slots=True)
class Signalled:
    seat: int
    word: SignalWord


@dataclass(frozen=True, kw_only=True, slots=True)
class TableauLaid:
    """The cards face up; index 0 is slot 1."""

    tableau: Pile
    phase: str
    deadline_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class VoteCast:
    seat: int
    automatic: bool = False
    slots: tuple[int, ...]
    trap: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundScored:
    """The round's result; `phase` is None when these scores end the match."""

    round: int
    storyteller: int
    tableau: tuple[Shown, ...]
    trap: int | None
    awards: tuple[Award, ...]
    scores: tuple[int, ...]
    phase: str | None
    deadline_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundCalledOff:
    """A round without points: no clue was given, or some voter would have had no choice of cards."""

    round: int
    storyteller: int
    why: Literal["no_clue", "too_few_cards"]


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeUp:
    """The time of this phase is over; the match's `on_timeout` decides what follows."""

    phase: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeCalled:
    """A player has called time in a phase without a deadline; it ends at `deadline_at`."""

    seat: int
    phase: str
    deadline_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatSkipped:
    """The player has missed too many phases: the match no longer waits for this seat, until its player is back."""

    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatResumed:
    """The player of a skipped seat is back, and is waited for again from the next phase on.

    `deadline_at` is the new end of the phase if the match rested and the phase's time wasn't up, else None.
    """

    seat: int
    deadline_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DeadlineExtended:
    """The end of this phase was noticed late, as after an outage; it goes on for a while, once."""

    phase: str
    deadline_at: datetime
    why: Literal["outage"]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatReady:
    """A player has seen the scores; the first person to say so gives a phase without a deadline one."""

    seat: int
    deadline_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class AbandonAgreed:
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatResigned:
    """The player watches from now on like a spectator, and the seat's moves are made automatically."""

    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Discarded:
    """The tableau has gone to the discard pile."""

    count: int


EndReason: TypeAlias = Literal[
    "points",
    "laps",
    "last_card",
    "agreed",
    "host",
    "staff",
    "everyone_left",
    "everybody_resigned",
    "time_up",
    "nobody_is_there",
    "lobby_expired",
    "nobody_moved",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchEnded:
    """The last event of a match.

    `skipped` lists the seats that were skipped at the end. The seed (hex) is open to all; it is None in logs from
    before seeds were published.
    """

    status: Literal["over", "abandoned"]
    winners: tuple[int, ...]
    why: EndReason
    skipped: tuple[int, ...] = ()
    seed: str | None = None


Event: TypeAlias = (
    MatchOpened
    | SeatTaken
    | SeatLeft
    | SeatMoved
    | ReservationDropped
    | HostChanged
    | MatchStarted
    | EntropyRevealed
    | DrawVoided
    | SeedCommitted
    | DeckShuffled
    | DeckReshuffled
    | HandsDealt
    | HandsRefilled
    | HandsPassed
    | RoundBegun
    | StorytellerClaimed
    | ClueGiven
    | CardsSubmitted
    | Signalled
    | TableauLaid
    | VoteCast
    | RoundScored
    | RoundCalledOff
    | TimeUp
    | TimeCalled
    | SeatSkipped
    | SeatResumed
    | DeadlineExtended
    | SeatReady
    | AbandonAgreed
    | SeatResigned
    | Discarded
    | MatchEnded
)
EVENT_CLASSES: tuple[type[Event], ...] = get_args(Event)
