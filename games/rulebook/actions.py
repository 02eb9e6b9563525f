"""The actions open to a viewer, each with everything there is to choose from; `type` is the command's wire name."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from games.rulebook.cards import Pile
from games.rulebook.round import CLUE_KINDS, ClueKind, SignalWord


@dataclass(frozen=True, kw_only=True, slots=True)
class MaySit:
    type: Literal["sit"] = "sit"
    seats: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MayStand:
    type: Literal["stand"] = "stand"


@dataclass(frozen=True, kw_only=True, slots=True)
class MayMove:
    type: Literal["move"] = "move"
    seats: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MayHandOver:
    """`seats` are those of the people who can become the host."""

    type: Literal["host"] = "host"
    seats: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MaySeatBot:
    type: Literal["bot"] = "bot"
    seats: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MayClear:
    type: Literal["clear"] = "clear"
    seats: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MayStart:
    """`from_` is from when players other than the host may start the match; None for the host."""

    type: Literal["start"] = "start"
    from_: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class MayAddEntropy:
    """Reveal the entropy that `digest` commits to."""

    type: Literal["entropy"] = "entropy"
    digest: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MayClaim:
    """`text` says whether the claim may name the airship (Ruleset.airship)."""

    type: Literal["claim"] = "claim"
    text: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class MayTell:
    """`cards` is None where the clue is given without a card (Party)."""

    type: Literal["clue"] = "clue"
    cards: Pile | None
    kinds: tuple[ClueKind, ...] = CLUE_KINDS


@dataclass(frozen=True, kw_only=True, slots=True)
class MaySubmit:
    type: Literal["cards"] = "cards"
    cards: Pile
    count: int


@dataclass(frozen=True, kw_only=True, slots=True)
class MaySignal:
    type: Literal["signal"] = "signal"
    words: tuple[SignalWord, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MayVote:
    """`least` to `most` of `slots`; `trap` lists the slots that can be trapped, None if there is no trap to set."""

    type: Literal["vote"] = "vote"
    slots: tuple[int, ...]
    least: int
    most: int
    trap: tuple[int, ...] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class MayReady:
    type: Literal["ready"] = "ready"


@dataclass(frozen=True, kw_only=True, slots=True)
class MayAbandon:
    type: Literal["abandon"] = "abandon"


@dataclass(frozen=True, kw_only=True, slots=True)
class MayResign:
    type: Literal["resign"] = "resign"


@dataclass(frozen=True, kw_only=True, slots=True)
class MayCallTime:
    """`from_` is from when time may be called."""

    type: Literal["call_time"] = "call_time"
    from_: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class MayResume:
    type: Literal["resume"] = "resume"


@dataclass(frozen=True, kw_only=True, slots=True)
class MayRematch:
    type: Literal["rematch"] = "rematch"


Action: TypeAlias = (
    MaySit
    | MayStand
    | MayMove
    | MayHandOver
    | MaySeatBot
    | MayClear
    | MayStart
    | MayAddEntropy
    | MayClaim
    | MayTell
    | MaySubmit
    | MaySignal
    | MayVote
    | MayReady
    | MayAbandon
    | MayResign
    | MayCallTime
    | MayResume
    | MayRematch
)
