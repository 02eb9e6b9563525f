"""The commands that a match accepts."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from games.rulebook.cards import Card
from games.rulebook.events import PlayerIdentity
from games.rulebook.round import Clue, SignalWord
from games.rulebook.terms import Player, Terms


@dataclass(frozen=True, kw_only=True, slots=True)
class Open:
    """Open a match on these terms.

    The player takes `seat` and becomes the host; computer players take the seats given in `bots`. In a rematch
    `reserved_for` has the player for whom each seat is reserved, or None; `former_host` is the reserved seat whose
    player becomes the host by taking it.
    """

    terms: Terms
    player: Player
    seat: int = 0
    entropy_digest: str | None = None
    bots: tuple[tuple[int, Player], ...] = ()
    reserved_for: tuple[PlayerIdentity | None, ...] = ()
    former_host: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Sit:
    """Take a seat: the one named, or the one reserved for the player, or `former_seat` if it is free, or the lowest.

    `entropy_digest` commits the player to entropy for the draw. `is_invited` is true for a player with an invite, which
    admits even one whom the host has removed.
    """

    player: Player
    seat: int | None = None
    former_seat: int | None = None
    entropy_digest: str | None = None
    is_invited: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Stand:
    """Leave the seat before the start, or decline the seat that is reserved."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Move:
    """Move to a free seat before the start; a host who moves remains the host."""

    target_seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class HandOver:
    """Make the player on another seat the host."""

    target_seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatBot:
    """Put a computer player on a free seat (host only)."""

    target_seat: int
    player: Player


@dataclass(frozen=True, kw_only=True, slots=True)
class Clear:
    """Remove a player or computer player from a seat, or drop its reservation (host only)."""

    target_seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DropReservation:
    """Drop the reservation of a seat, because its player's account was erased or banned (server only)."""

    target_seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Start:
    """Close the lobby and deal the cards: the host at any time, others once it has been ready for a while."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AddEntropy:
    """Reveal the entropy committed to, and commit to more in case this draw is void."""

    entropy: str
    next_digest: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """Become the storyteller of round 1 before giving the clue."""

    text: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class GiveClue:
    """Give a clue for a card of one's own hand; for no card in Party, where the hand hasn't been seen yet."""

    card: Card | None
    clue: Clue


@dataclass(frozen=True, kw_only=True, slots=True)
class Submit:
    """Submit cards face down for the tableau."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Signal:
    """Tell the table in Team who should submit the team's card: "give" is "I will", "pass" is "you do it"."""

    word: SignalWord


@dataclass(frozen=True, kw_only=True, slots=True)
class Vote:
    """Choose slots of the tableau; Party's storyteller also sets the trap on one."""

    slots: tuple[int, ...]
    trap: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Ready:
    """Say that one has seen the scores."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Abandon:
    """Agree to end the match without a winner; in the lobby the host decides alone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Resign:
    """Leave a match that has started; from now on the seat's moves are made automatically."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CallTime:
    """Give a phase without a deadline one, because others have kept the match waiting."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Resume:
    """Take part again after one's seat was skipped."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ExpirePhase:
    """End a phase because its time is up, or because the staff says so.

    The clock ends a phase at its deadline, the staff whenever it decides to. `expires_at` is when a lobby, or a phase
    without a limit, has been idle for so long that the match ends. `outage` is for verifying matches of rulebook 1, in
    which the log doesn't show whether an outage was the reason to extend a phase; None lets the rules decide.
    """

    phase: str
    outage: bool | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CallOff:
    """End the match without a winner (staff only)."""


# `Open` isn't among these: it makes a match and isn't sent to one.
Command: TypeAlias = (
    Sit
    | Stand
    | Move
    | HandOver
    | SeatBot
    | Clear
    | DropReservation
    | Start
    | AddEntropy
    | Claim
    | GiveClue
    | Submit
    | Signal
    | Vote
    | Ready
    | Abandon
    | Resign
    | CallTime
    | Resume
    | ExpirePhase
    | CallOff
)
"""What can be asked of a match that is open. `decide` says which actor may send which command."""
Actor: TypeAlias = int | Literal["clock", "staff"] | None
"""Who sends a command: the player on a seat, the server's clock, its staff, or somebody who has no seat."""
