"""What can happen in a match: outcomes, not inputs. Which of it is secret, and how long, stands in `sealed.py`."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from games.rulebook.cards import Card, Pile
from games.rulebook.round import Award, ClueKind, Shown, SignalWord
from games.rulebook.rulesets import Ruleset
from games.rulebook.terms import Clock, Deck


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchOpened:
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """Who took a seat, under the name of that day."""

    id: str
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatTaken:
    seat: int
    kind: Literal["human", "guest", "bot"]
    entropy_digest: str | None = None
    player: Person | None


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatLeft:
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatMoved:
    """Whoever sat on `seat` sits on `to` now, with the host's part and what they have committed to."""

    seat: int
    to: int


@dataclass(frozen=True, kw_only=True, slots=True)
class HostChanged:
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchStarted:
    """`seats[new]` is the lobby's seat that became seat `new`: gaps are closed.

    Seats that have committed to entropy have until `deadline_at` to reveal it.
    """

    seats: tuple[int, ...]
    deadline_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class EntropyRevealed:
    """A seat's own part of the luck. `next_digest` commits it to another one, in case this draw is void."""

    seat: int
    entropy: str
    next_digest: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawVoided:
    """Nothing follows from this seed: some seats didn't reveal what they had committed to, and drop out of the draw."""

    seed: str
    missing: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeedCommitted:
    """The draw is begun again with a fresh seed; these seats reveal entropy for it, as they have committed to."""

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
    """What each seat drew."""

    counts: tuple[int, ...]
    hands: tuple[Pile, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class HandsPassed:
    """Every hand has gone to the left; `hands` is what each seat holds now."""

    counts: tuple[int, ...]
    hands: tuple[Pile, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundBegun:
    """`storyteller` is None while the part is open to whoever has a clue first."""

    round: int
    storyteller: int | None
    phase: str
    deadline_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class StorytellerClaimed:
    """Round 1 has its storyteller: who was first, or (`automatic`, with a deadline of its own) whom luck named."""

    seat: int
    automatic: bool = False
    deadline_at: datetime | None = None
    text: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ClueGiven:
    """With the storyteller's card, but in Party; in round 1 it is a claim, too."""

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
    """The cards face up, by slot."""

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
    """No points: nobody gave a clue, or some voter would have had nothing to choose from."""

    round: int
    storyteller: int
    why: Literal["no_clue", "too_few_cards"]


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeUp:
    """The time of this phase is over; what follows from it depends on the match's `on_timeout`."""

    phase: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DeadlineExtended:
    """The house was away before this phase was to end: it goes on a little, once."""

    phase: str
    deadline_at: datetime
    why: Literal["outage"]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatReady:
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class AbandonAgreed:
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatResigned:
    """Whoever sat there looks on from now on, and luck plays for the seat."""

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
    """Nothing follows it. The seed, in hex, opens to all; None in logs from before it was published."""

    status: Literal["over", "abandoned"]
    winners: tuple[int, ...]
    why: EndReason
    seed: str | None = None


Event: TypeAlias = (
    MatchOpened
    | SeatTaken
    | SeatLeft
    | SeatMoved
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
    | DeadlineExtended
    | SeatReady
    | AbandonAgreed
    | SeatResigned
    | Discarded
    | MatchEnded
)
EVENT_CLASSES: tuple[type[Event], ...] = get_args(Event)
