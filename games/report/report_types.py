"""What a report consists of; the JSON answer and the page are both made of this."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from typing_extensions import TypedDict

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
    """What verifying has come to; `first_bad` is the first bad version, 0 for the header of the record."""

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
    """Who plays; the name is None once it has been erased."""

    seat: int
    name: str | None
    kind: Literal["human", "guest", "bot"]


@dataclass(frozen=True, kw_only=True, slots=True)
class PartTold:
    """A sealed part of an event, and who could see it when: `holder` from one version on, all from another.

    `holder` is None where it was nobody's to see before all. `opens` is the key by which it opens: `now`, `end`, or
    the round's scores.
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
    """A card on the table; whose it is and who voted for it once the round is scored."""

    slot: int
    card: str
    seat: int | None
    votes: tuple[int, ...] | None


@dataclass(frozen=True, kw_only=True, slots=True)
class AwardTold:
    """Points with their reason in words, and the rule that they come from."""

    seat: int
    points: int
    why: str
    words: str
    rule: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundTold:
    """How a round came out; `scored` is the version of its scores. A clue of the kind `text` without words has been
    erased."""

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
    """One step of a Fisher-Yates shuffle: item `last` is swapped with item `other`; the draws before the last one
    were rejected."""

    last: int
    draws: tuple[int, ...]
    other: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawTold:
    """One use of luck, step by step."""

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
    """A seed that the server has committed to; it is published at the end, or when its draw is void."""

    version: int
    seed_digest: str
    seed: str | None
    published: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class LuckTold:
    commitments: tuple[CommitmentTold, ...] = ()
    entropy: tuple[str | None, ...] = ()
    """What the seats have added to the draw that counts."""
    salt: str | None = None
    draws: tuple[DrawTold, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """The audit of a match. `eyes` is the seat for which it is made, None where it holds what everybody may know."""

    match: str
    version: int
    status: ReportStatus
    ruleset: str
    verdict: VerdictTold
    eyes: int | None = None
    seats: tuple[SeatTold, ...] = ()
    rounds: tuple[RoundTold, ...] = ()
    events: tuple[EventTold, ...] = ()
    luck: LuckTold
    record: str
    verifier: str
    command: str
