"""How events change the lobby, from the opening of a match to its start."""

from datetime import datetime
from typing import assert_never

from games.rulebook.attendance import initial_attendance
from games.rulebook.board import Board
from games.rulebook.cards import Draw, intern_cards, with_item
from games.rulebook.events import (
    HostChanged,
    MatchOpened,
    MatchStarted,
    ReservationDropped,
    SeatLeft,
    SeatMoved,
    SeatTaken,
)
from games.rulebook.fast_replace import replace
from games.rulebook.match import Drawing, Gathering, Match
from games.rulebook.opened_terms import terms_of_event
from games.rulebook.reservations import reservations_of
from games.rulebook.seating import reseat
from games.rulebook.terms import Player


def open_lobby(event: MatchOpened, actor: int | str | None, at: datetime) -> Gathering:
    """Return the empty lobby of a match that was opened at this time, for the host on the seat of the actor."""
    terms = terms_of_event(event)
    decks = tuple(replace(deck, cards=intern_cards(deck.cards)) for deck in terms.decks)
    no_seats = (None,) * terms.seats
    return Gathering(
        terms=replace(terms, decks=decks),
        seats=no_seats,
        digests=no_seats,
        changed_at=at,
        host=actor if isinstance(actor, int) else 0,
        reservations=reservations_of(event),
    )


def evolve_lobby(
    match: Gathering,
    event: SeatTaken | SeatLeft | SeatMoved | ReservationDropped | HostChanged | MatchStarted,
    actor: int | str | None,
    at: datetime,
) -> Match:
    """Return the match after an event of its lobby; the start leads to the draw."""
    match event:
        case SeatTaken():
            return _take_seat(match, event, at)
        case SeatLeft():
            # Leaving and being removed are the same event. Only its actor, the player or the host, tells them apart.
            kicked = match.kicked if actor in (event.seat, None) else _kick(match, event.seat)
            return replace(_reseat(match, event), kicked=kicked, changed_at=at)
        case SeatMoved():
            return replace(_reseat(match, event), host=event.to if match.host == event.seat else match.host)
        case ReservationDropped():
            return replace(match, reservations=match.reservations and match.reservations.without(event.seat))
        case HostChanged():
            return replace(match, host=event.seat, next_host=None)
        case MatchStarted():
            return _start_drawing(match, event, at)
        case _:
            assert_never(event)


def _take_seat(match: Gathering, event: SeatTaken, at: datetime) -> Gathering:
    person, reservations = event.player, match.reservations
    player = Player(id=person.id if person else None, name=person.name if person else None, kind=event.kind)
    # A reserved seat is taken by its own player only.
    is_former_host = event.seat in match.reserved_seats and reservations and event.seat == reservations.host_seat
    return replace(
        match,
        seats=with_item(match.seats, event.seat, player),
        digests=with_item(match.digests, event.seat, event.entropy_digest),
        # Kicked players can sit down only with an invite. Once they do, they count as kicked no longer.
        kicked=match.kicked.difference({player.id}),
        changed_at=at,
        reservations=reservations and reservations.without(event.seat),
        next_host=event.seat if is_former_host else None,
    )


def _kick(match: Gathering, seat: int) -> frozenset[str]:
    """Return who has been removed, with the player on this seat."""
    player = match.seats[seat]
    # A computer player gets a new id with each seat, so there is nobody to keep out. An erased player has no id.
    return match.kicked if not player or not player.id or player.kind == "bot" else match.kicked | {player.id}


def _reseat(match: Gathering, event: SeatLeft | SeatMoved) -> Gathering:
    return replace(match, seats=reseat(match.seats, event), digests=reseat(match.digests, event))


def _start_drawing(match: Gathering, event: MatchStarted, at: datetime) -> Drawing:
    players = tuple(player for player in reseat(match.seats, event) if player)
    no_entropy = (None,) * len(players)
    board = Board(
        terms=match.terms,
        players=players,
        host=event.seats.index(match.host),
        kicked=match.kicked,
        draw=Draw(seed_digest=match.terms.seed_digest, entropy=no_entropy),
        scores=(0,) * len(players),
        hands=((),) * len(players),
        attendance=initial_attendance(len(players), at) if match.terms.handles_absence else None,
    )
    digests = reseat(match.digests, event)
    return Drawing(board=board, digests=digests, next_digests=no_entropy, deadline_at=event.deadline_at)
