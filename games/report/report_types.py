"""The types of a report. The JSON response and the HTML page are both made from them.

The classes are components of the OpenAPI document, with their docstrings as descriptions.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias

# Not typing's: on Python 3.11 pydantic accepts only this one.
from typing_extensions import TypedDict

from games.narrative.standing import CalledTime

PartState: TypeAlias = Literal["open", "sealed", "erased"]
ReportStatus: TypeAlias = Literal["gathering", "playing", "over", "abandoned", "unreadable"]


class LevelTold(TypedDict):
    status: Literal["ok", "partly", "failed", "not checked"]
    first_bad: int | None
    words: str


class ErasedTold(TypedDict):
    version: int
    part: str


class VerdictTold(TypedDict):
    """The result of the verification. `first_bad` is the first bad version, 0 for the header of the record."""

    ok: bool
    match: str | None
    version: int
    head: str | None
    complete: bool
    first_bad: int | None
    levels: dict[str, LevelTold]
    erased: list[ErasedTold]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatTold:
    """A player. `name` is null once it has been erased."""

    seat: int
    name: str | None
    kind: Literal["human", "guest", "bot"]


@dataclass(frozen=True, kw_only=True, slots=True)
class AbsenceTold:
    """Who is absent at the reported version: of a match that is over, at its end.

    `rest_ends_at` is the time at which the match ends if no one comes back; null unless it rests. `time_called` is the
    deadline that a player has given to the current phase; null if there is none.
    """

    skipped: tuple[int, ...] = ()
    resigned: tuple[int, ...] = ()
    rest_ends_at: datetime | None = None
    time_called: CalledTime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PartTold:
    """A sealed part of an event, and who could see it when.

    The seat `holder` could see it from version `holder_from` on, everyone from version `all_from` on. `holder` is null
    if no one could see it before everyone could. `opens` is the key that opens it: `now`, `end`, or the scores of a
    round (`scoring/3`).
    """

    part: str
    state: PartState
    value: Any
    holder: int | None
    holder_from: int | None
    all_from: int | None
    opens: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EventTold:
    version: int
    at: str
    type: str
    actor: int | str | None
    hash: str
    words: str
    parts: tuple[PartTold, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class CardTold:
    """A card of the tableau; its owner and the votes for it are null until the round is scored."""

    slot: int
    card: str
    seat: int | None
    votes: tuple[int, ...] | None


@dataclass(frozen=True, kw_only=True, slots=True)
class AwardTold:
    """Points with their reason in words, and the rule that grants them."""

    seat: int
    points: int
    why: str
    words: str
    rule: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundTold:
    """The result of a round. `begun` and `scored` are versions. A clue of kind `text` without words has been erased."""

    round: int
    begun: int
    scored: int | None
    storyteller: int | None
    clue_kind: Literal["text", "sound", "song", "mime"] | None
    clue: str | None
    tableau: tuple[CardTold, ...]
    trap: int | None
    awards: tuple[AwardTold, ...]
    scores: tuple[int, ...] | None
    called_off: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class StepTold:
    """One step of a Fisher-Yates shuffle: item `last` is swapped with item `other`.

    All numbers in `draws` but the last one were rejected.
    """

    last: int
    draws: tuple[int, ...]
    other: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawTold:
    """One shuffle, step by step."""

    version: int
    label: str
    material: str
    salt: str
    key: str
    items: tuple[str, ...]
    steps: tuple[StepTold, ...]
    order: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitmentTold:
    """A seed that the server committed to. It is published at the end of the match, or when its draw is void."""

    version: int
    seed_digest: str
    seed: str | None
    published: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class LuckTold:
    commitments: tuple[CommitmentTold, ...] = ()
    entropy: tuple[str | None, ...] = ()
    """The entropy that each seat contributed to the valid draw."""
    salt: str | None = None
    draws: tuple[DrawTold, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """The audit of a match. `eyes` is the seat for which it is made; null for what everyone may know."""

    match: str
    version: int
    status: ReportStatus
    ruleset: str
    verdict: VerdictTold
    eyes: int | None = None
    seats: tuple[SeatTold, ...] = ()
    absence: AbsenceTold = field(default_factory=AbsenceTold)
    rounds: tuple[RoundTold, ...] = ()
    events: tuple[EventTold, ...] = ()
    luck: LuckTold
    record: str
    verifier: str
    command: str
