"""What a viewer may do now, with everything there is to choose from; the types are the names of the commands."""

from dataclasses import dataclass
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
    """The seats of people who can be the host instead."""

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
    type: Literal["start"] = "start"


@dataclass(frozen=True, kw_only=True, slots=True)
class MayAddEntropy:
    """Reveal the entropy that this digest commits to."""

    type: Literal["entropy"] = "entropy"
    digest: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MayClaim:
    """`text`: whether the claim may name the airship."""

    type: Literal["claim"] = "claim"
    text: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class MayTell:
    """`cards` is None where the clue is given without a card."""

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
    """From `least` to `most` of the slots; `trap` lists the slots that may be trapped, None where there is no trap."""

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
    | MayRematch
)
