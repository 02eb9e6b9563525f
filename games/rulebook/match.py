"""The state of a match: a union of phases, each holding only what exists in that phase."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Literal, TypeAlias

from games.rulebook.board import Board
from games.rulebook.cards import Draw, Pile
from games.rulebook.fast_replace import replace
from games.rulebook.reservations import Reservations
from games.rulebook.round import Clue, SignalWord
from games.rulebook.terms import Player, Terms

PhaseName: TypeAlias = Literal["gathering", "drawing", "storytelling", "submitting", "voting", "reveal", "over"]


HOST_START_PERIOD = timedelta(minutes=5)
"""How long only the host can start the match after somebody has taken or left a seat."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Gathering:
    """The lobby, in which players take their seats."""

    name: ClassVar[PhaseName] = "gathering"
    terms: Terms
    seats: tuple[Player | None, ...]
    digests: tuple[str | None, ...]
    """The digest of the entropy that each seat has committed to."""
    changed_at: datetime
    """When somebody last took or left a seat, or the lobby was opened."""
    host: int = 0
    reservations: Reservations | None = None
    """Under rulebook 2, the seats that are reserved. Use `at` before asking whether they still are."""
    next_host: int | None = None
    """The seat of the former host, who has just taken it and becomes the host with the next event."""
    kicked: frozenset[str] = frozenset()
    """The ids of people whom the host has removed from their seats and who haven't taken a seat again."""

    @property
    def taken_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, player in enumerate(self.seats) if player)

    @property
    def ready_at(self) -> datetime:
        """From when players other than the host may start the match, if it can be started (rulebook 2)."""
        return self.changed_at + HOST_START_PERIOD

    @property
    def reserved_seats(self) -> tuple[int, ...]:
        return self.reservations.seats if self.reservations else ()

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats that anybody may take."""
        return tuple(seat for seat, player in enumerate(self.seats) if not player and seat not in self.reserved_seats)

    def reserved_seat_of(self, player_id: str) -> int | None:
        """Return the seat that is reserved for this player, or None."""
        return self.reservations.seat_of(player_id) if self.reservations else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Drawing:
    """The lobby is closed and the randomness is drawn: deck, hands, the first storyteller.

    The entropy revealed so far is in the board's draw. `digests` are what the seats have committed to for this draw,
    `next_digests` for the next one, should this one be void. `void` is true between a void draw and the next.
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
    """The storyteller gives a clue; in round 1 this can be the first player to do so."""

    name: ClassVar[PhaseName] = "storytelling"
    board: Board
    deadline_at: datetime | None
    time_is_up: bool = False
    """Whether the phase has timed out (here and in the phases below)."""
    extended: bool = False
    """Whether the deadline has been extended already (here and in the phases below)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Submitting:
    """Players submit cards face down; the storyteller's came with the clue, except in Party."""

    name: ClassVar[PhaseName] = "submitting"
    board: Board
    clue: Clue
    submitted_cards: tuple[Pile, ...]
    signals: tuple[tuple[SignalWord, ...], ...]
    """Team: what each seat has said about who submits the team's card."""
    deadline_at: datetime | None
    automatic_submissions: tuple[int, ...] = ()
    """Seats whose cards were submitted automatically."""
    time_is_up: bool = False
    extended: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Voting:
    """The tableau is face up and its owners are secret; `votes` is None for a seat that hasn't voted."""

    name: ClassVar[PhaseName] = "voting"
    board: Board
    clue: Clue
    submitted_cards: tuple[Pile, ...]
    tableau: Pile
    votes: tuple[tuple[int, ...] | None, ...]
    trap: int | None
    """The slot on which Party's storyteller has set the trap."""
    deadline_at: datetime | None
    automatic_submissions: tuple[int, ...] = ()
    automatic_votes: tuple[int, ...] = ()
    """Seats whose votes were cast automatically."""
    time_is_up: bool = False
    extended: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Reveal:
    """Everyone sees the scores, unless the round was called off.

    `cards_on_table` stay until they are discarded. `hands_passed` is true once the hands have gone to the left, or if
    they needn't.
    """

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
    """The match has ended; `last_phase` is the phase it ended in."""

    name: ClassVar[PhaseName] = "over"
    last_phase: Gathering | Started
    status: Literal["over", "abandoned"]
    winners: tuple[int, ...]
    end_reason: str


Match: TypeAlias = Gathering | Started | Over


def at_time(match: Match, now: datetime) -> Match:
    """Return the match as it is at this time: reservations end without an event."""
    if isinstance(match, Gathering) and match.reservations and now >= match.reservations.until:
        return replace(match, reservations=None)
    return match


def reserved_seat_of(match: Match, player_id: str) -> int | None:
    """Return the seat of a lobby that is reserved for this player, who hasn't taken it yet, or None."""
    return match.reserved_seat_of(player_id) if isinstance(match, Gathering) else None


def board_of(match: Match) -> Board | None:
    """Return the board, or None before the match has started."""
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


def kicked_players_of(match: Match) -> frozenset[str]:
    """Return the ids of people whom the host has removed: only an invite lets them sit down again."""
    match match:
        case Over():
            return kicked_players_of(match.last_phase)
        case Gathering():
            return match.kicked
        case _:
            return match.board.kicked


def draw_of(match: Match) -> Draw:
    """Return the draw that the randomness comes from now."""
    board = board_of(match)
    return board.draw if board else Draw(seed_digest=terms_of(match).seed_digest)


def phase_id(match: Match) -> str:
    """Return `<round>.<name>`, by which a command names the phase it is meant for."""
    board = board_of(match)
    # With the round, so that a command for the voting of round 3 can't end up in that of round 4.
    return f"{board.round if board else 0}.{match.name}"


def deadline_of(match: Match) -> datetime | None:
    """Return when the phase ends by itself; while the match rests, when the match does."""
    match match:
        case Drawing() | Storytelling() | Submitting() | Voting() | Reveal():
            attendance = match.board.attendance
            return (attendance and attendance.rest_ends_at) or match.deadline_at
        case _:
            return None


def seated_players(match: Match) -> Iterator[tuple[int, Player, int]]:
    """Yield each taken seat with its player and score."""
    phase = match.last_phase if isinstance(match, Over) else match
    if isinstance(phase, Gathering):
        yield from ((seat, player, 0) for seat, player in enumerate(phase.seats) if player)
    else:
        yield from zip(phase.board.seats, phase.board.players, phase.board.scores, strict=True)


def active_seats_of(match: Match) -> tuple[int, ...]:
    """Return the seats that are played by somebody, without those whose players have resigned."""
    board = board_of(match)
    return board.active_seats if board else tuple(seat for seat, _, _ in seated_players(match))


def assigned_seat_of(match: Match, player_id: str) -> int | None:
    """Return the player's seat, even after resigning, or None."""
    return next((seat for seat, player, _ in seated_players(match) if player.id == player_id), None)


def seat_of(match: Match, player_id: str) -> int | None:
    """Return the player's seat, or None; None also after resigning."""
    assigned_seat = assigned_seat_of(match, player_id)
    # To views and commands a player who has resigned is a spectator.
    return assigned_seat if assigned_seat in active_seats_of(match) else None
