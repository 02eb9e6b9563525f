"""The visible parts of a round: the clue, the cards on the table, the points."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rulebook.cards import Card, Pile

ClueKind: TypeAlias = Literal["text", "sound", "song", "mime"]
AwardReason: TypeAlias = Literal["found", "well_told", "consolation", "fooled", "lone_vote", "with_the_crowd"]
SignalWord: TypeAlias = Literal["give", "pass"]
CLUE_KINDS: tuple[ClueKind, ...] = ("text", "sound", "song", "mime")


@dataclass(frozen=True, kw_only=True, slots=True)
class Clue:
    kind: ClueKind
    text: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Award:
    """Points of one round and the reason for them."""

    seat: int
    points: int
    why: AwardReason


@dataclass(frozen=True, kw_only=True, slots=True)
class Laid:
    """A card of the tableau while its owner is secret."""

    slot: int
    card: Card


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """A card of the tableau once the round has been scored: `seat` owns it, `votes` are the seats that voted for it."""

    slot: int
    card: Card
    seat: int
    votes: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoredRound:
    """The result of a round."""

    round: int
    storyteller: int
    clue: Clue
    tableau: tuple[Shown, ...]
    trap: int | None
    awards: tuple[Award, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundOutcome:
    """What the statistics need of a scored round: less than its result, because every state holds all of them."""

    storyteller: int
    tableau: Pile
    owners: tuple[int, ...]
    """The seat that each card of the tableau belongs to."""
    votes: tuple[tuple[int, ...], ...]
    """The seats that voted for each card of the tableau."""
    scores: tuple[int, ...]
    is_well_told: bool
    """Whether some, but not all, found the storyteller's card."""
    automatic_submissions: tuple[int, ...]
    """Seats whose cards were submitted automatically."""
    automatic_votes: tuple[int, ...]
    resigned: tuple[int, ...]
    """Seats whose players had resigned when the round was scored."""
    skipped: tuple[int, ...]
    """Seats that were skipped at some moment between the clue and the points."""
