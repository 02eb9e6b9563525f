"""The state of a match: a union of phases, each holding only what exists in that phase."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Literal, TypeAlias

from games.rulebook.board import Board
from games.rulebook.cards import Draw, Pile
from games.rulebook.round import Clue, SignalWord
from games.rulebook.terms import Player, Terms

PhaseName: TypeAlias = Literal["gathering", "drawing", "storytelling", "submitting", "voting", "reveal", "over"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Gathering:
    """The lobby: players take their seats."""

    name: ClassVar[PhaseName] = "gathering"
    terms: Terms
    seats: tuple[Player | None, ...]
    digests: tuple[str | None, ...]
    """What each seat has committed to as its entropy."""
    host: int = 0

    @property
    def taken_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, player in enumerate(self.seats) if player)


@dataclass(frozen=True, kw_only=True, slots=True)
class Drawing:
    """The table is closed and luck is drawn: deck, hands, the first storyteller.

    The board's draw has what seats have revealed; `digests` are what they have committed to for this draw, and
    `next_digests` for the next one, should this one be void. `void` is between the two.
    """

    name: ClassVar[PhaseName] = "drawing"
    board: Board
    digests: tuple[str | None, ...]
    next_digests: tuple[str | None, ...]
    deadline_at: datetime | None
    void: bool = False
    time_is_up: bool = False
    extended: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Storytelling:
    """The storyteller, or in round 1 whoever is first, gives a clue."""

    name: ClassVar[PhaseName] = "storytelling"
    board: Board
    deadline_at: datetime | None
    time_is_up: bool = False
    """Whether the time is over; so in the phases below."""
    extended: bool = False
    """Whether it has been made longer already; so in the phases below."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Submitting:
    """Cards are given face down; the storyteller's is there already, but in Party."""

    name: ClassVar[PhaseName] = "submitting"
    board: Board
    clue: Clue
    submitted_cards: tuple[Pile, ...]
    signals: tuple[tuple[SignalWord, ...], ...]
    """Team: what each seat has said about who gives a card."""
    deadline_at: datetime | None
    time_is_up: bool = False
    extended: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Voting:
    """The tableau is face up, owners are secret; `votes` holds None for who hasn't voted."""

    name: ClassVar[PhaseName] = "voting"
    board: Board
    clue: Clue
    submitted_cards: tuple[Pile, ...]
    tableau: Pile
    votes: tuple[tuple[int, ...] | None, ...]
    trap: int | None
    """The slot that Party's storyteller has spoilt."""
    deadline_at: datetime | None
    time_is_up: bool = False
    extended: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Reveal:
    """Everyone looks at the scores, unless the round was called off; `lying` is what lies on the table until it is
    discarded, `passed` whether the hands have gone to the left or need not."""

    name: ClassVar[PhaseName] = "reveal"
    board: Board
    cards_on_table: Pile
    ready: tuple[int, ...]
    deadline_at: datetime | None
    time_is_up: bool = False
    extended: bool = False
    hands_passed: bool = False


Started: TypeAlias = Drawing | Storytelling | Submitting | Voting | Reveal


@dataclass(frozen=True, kw_only=True, slots=True)
class Over:
    """The match has ended; `last` is the phase it ended in."""

    name: ClassVar[PhaseName] = "over"
    last_phase: Gathering | Started
    status: Literal["over", "abandoned"]
    winners: tuple[int, ...]
    end_reason: str


Match: TypeAlias = Gathering | Started | Over


def board_of(match: Match) -> Board | None:
    """The board, once the match has started."""
    match match:
        case Over():
            return board_of(match.last_phase)
        case Gathering():
            return None
        case _:
            return match.board


def terms_of(match: Match) -> Terms:
    match match:
        case Over():
            return terms_of(match.last_phase)
        case Gathering():
            return match.terms
        case _:
            return match.board.terms


def draw_of(match: Match) -> Draw:
    """What luck is drawn from now."""
    board = board_of(match)
    return board.draw if board else Draw(seed_digest=terms_of(match).seed_digest)


def phase_id(match: Match) -> str:
    """`<round>.<name>`: the fence that a command for a phase names."""
    board = board_of(match)
    return f"{board.round if board else 0}.{match.name}"


def deadline_of(match: Match) -> datetime | None:
    match match:
        case Drawing() | Storytelling() | Submitting() | Voting() | Reveal():
            return match.deadline_at
        case _:
            return None


def seated_players(match: Match) -> Iterator[tuple[int, Player, int]]:
    """Each taken seat with its player and score."""
    phase = match.last_phase if isinstance(match, Over) else match
    if isinstance(phase, Gathering):
        yield from ((seat, player, 0) for seat, player in enumerate(phase.seats) if player)
    else:
        yield from zip(phase.board.seats, phase.board.players, phase.board.scores, strict=True)


def active_seats_of(match: Match) -> tuple[int, ...]:
    """The seats that somebody plays: luck plays those whose players have resigned."""
    board = board_of(match)
    return board.active_seats if board else tuple(seat for seat, _, _ in seated_players(match))


def assigned_seat_of(match: Match, player_id: str) -> int | None:
    """Where this player sits or, after resigning, has sat."""
    return next((seat for seat, player, _ in seated_players(match) if player.id == player_id), None)


def seat_of(match: Match, player_id: str) -> int | None:
    """Where this player sits; nowhere after resigning."""
    assigned_seat = assigned_seat_of(match, player_id)
    return assigned_seat if assigned_seat in active_seats_of(match) else None
