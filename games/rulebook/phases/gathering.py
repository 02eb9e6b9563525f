"""The gathering phase: players take their seats until the host starts the match."""

from collections.abc import Iterator
from datetime import datetime

from games.rulebook import host_actions
from games.rulebook.actions import Action, MayAbandon, MayClear, MayMove, MaySeatBot, MaySit, MayStand, MayStart
from games.rulebook.cards import Chance
from games.rulebook.commands import Abandon, Clear, Command, Move, Open, SeatBot, Sit, Stand, Start
from games.rulebook.events import (
    Event,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    PlayerIdentity,
    ReservationDropped,
    SeatLeft,
    SeatMoved,
    SeatTaken,
)
from games.rulebook.match import Gathering
from games.rulebook.opened_terms import event_fields
from games.rulebook.phase_clock import entropy_reveal_deadline
from games.rulebook.refusals import Reason, Refused
from games.rulebook.reservations import RESERVATION_PERIOD
from games.rulebook.ruleset_validation import soundness_faults
from games.rulebook.terms import Player, Terms


def first_events(command: Open, now: datetime) -> Iterator[Event]:
    """Yield the first events of a match: its terms, the host on a seat, and the computer players that come along.

    Raises:
        Refused: the rules can't be played with these seats and decks.
    """
    terms = command.terms
    player_counts = terms.ruleset.players
    # Team needs every seat, and with `start` "full" the clock starts once every seat is taken: so the rules must allow
    # exactly that number. Other matches may start with seats left free.
    needs_exact_count = terms.ruleset.teams or terms.start == "full"
    if not min(player_counts) <= terms.seats <= max(player_counts) or (
        needs_exact_count and terms.seats not in player_counts
    ):
        raise Refused(Reason.WRONG_PLAYER_COUNT, f"{terms.ruleset.name} is for {_player_counts_text(terms)} players.")
    if len(command.bots) >= terms.seats:
        raise Refused(Reason.MATCH_FULL, f"There are only {terms.seats - 1} seats besides the host's.")
    if len(set(terms.cards)) < len(terms.cards):
        raise Refused(Reason.CHOSEN_TWICE, "A card can be in the deck only once.")
    # Only the first fault: the API has reported all of them before, with their places (protocol/ruleset_bodies.py).
    # This check protects every other way to open a match.
    for fault in soundness_faults(terms.ruleset, terms.seats, len(terms.cards)):
        lacks_cards = fault.code == "not_enough_cards"
        raise Refused(Reason.NOT_ENOUGH_CARDS if lacks_cards else Reason.UNSOUND_RULES, fault.message)
    _check_reservations(command)
    yield MatchOpened(
        **event_fields(terms),
        reserved_until=now + RESERVATION_PERIOD if any(command.reserved_for) else None,
        former_host=command.former_host,
        reserved_for=command.reserved_for,
    )
    yield _take_seat(command.player, command.seat, command.entropy_digest)
    yield from (_take_seat(player, seat) for seat, player in command.bots)


def _check_reservations(command: Open) -> None:
    """Raise unless the seats of a rematch are distinct: the opener's, the computer players', and the reserved ones.

    Raises:
        Refused: they aren't, a player has two, or the rulebook has no reservations.
    """
    terms, reserved_for = command.terms, command.reserved_for
    reserved_seats = [seat for seat, player in enumerate(reserved_for) if player]
    if not terms.handles_absence and (command.seat or reserved_seats):
        raise Refused(Reason.NOT_IN_THESE_RULES)
    if command.seat not in range(terms.seats) or len(reserved_for) not in (0, terms.seats):
        raise Refused(Reason.NO_SUCH_SEAT)
    taken_seats = [command.seat, *(seat for seat, _ in command.bots)]
    players = [command.player.id, *(player.id for player in reserved_for if player)]
    if {*taken_seats} & {*reserved_seats} or len(set(players)) < len(players):
        raise Refused(Reason.SEAT_TAKEN)
    if command.former_host is not None and command.former_host not in reserved_seats:
        raise Refused(Reason.NOBODY_THERE, "The former host has no reserved seat.")


def sit(match: Gathering, command: Sit) -> Event:
    return _take_seat(command.player, _choose_seat(match, command), command.entropy_digest)


def act(match: Gathering, command: Command, seat: int, now: datetime) -> Event:
    match command:
        case Stand():
            return SeatLeft(seat=seat)
        case Move():
            return SeatMoved(seat=seat, to=_check_seat_free(match, command.target_seat))
        case SeatBot():
            _check_is_host(match, seat)
            return _take_seat(command.player, _check_seat_free(match, command.target_seat))
        case Clear():
            _check_is_host(match, seat)
            return _clear(match, command.target_seat, seat)
        case Start():
            _check_may_start(match, seat, now)
            return start_match(match, now)
        case Abandon():
            _check_is_host(match, seat)
            return MatchEnded(status="abandoned", winners=(), why="host")
        case _:
            raise Refused(Reason.WRONG_PHASE)


def drop_reservation(match: Gathering, seat: int) -> ReservationDropped:
    """Return the event by which a seat is no longer reserved.

    Raises:
        Refused: it isn't.
    """
    if seat not in match.reserved_seats:
        raise Refused(Reason.NOBODY_THERE)
    return ReservationDropped(seat=seat)


def start_match(match: Gathering, now: datetime) -> Event:
    """Return the event that closes the lobby."""
    digests = (match.digests[seat] for seat in match.taken_seats)
    return MatchStarted(seats=match.taken_seats, deadline_at=entropy_reveal_deadline(now, digests))


def starts_automatically(match: Gathering) -> bool:
    """Return whether the clock starts the match now: every seat is taken, and no host is needed to start."""
    return match.terms.start == "full" and None not in match.seats


def follow(match: Gathering, now: datetime, chance: Chance) -> Event | None:
    """Return what follows when the former host is back, or the host has left the seat: another host, or the end.

    Only a person can be the host; computer players alone would wait forever.
    """
    if match.next_host is not None:
        return HostChanged(seat=match.next_host)
    if match.seats[match.host]:
        return None
    non_bot_seats = [seat for seat, player in enumerate(match.seats) if player and player.kind != "bot"]
    if not non_bot_seats:
        return MatchEnded(status="abandoned", winners=(), why="everyone_left")
    return HostChanged(seat=non_bot_seats[0])


def actions(match: Gathering, seat: int | None, reserved_seat: int | None = None) -> tuple[Action, ...]:
    """Return what the player on this seat may do, or (None) somebody without one, whom a seat may be reserved for."""
    free_seats = match.free_seats
    if seat is None and reserved_seat is not None:
        return (MaySit(seats=(reserved_seat,)), MayStand())
    if seat is None:
        return (MaySit(seats=free_seats),) if free_seats else ()
    moves = (MayMove(seats=free_seats),) if free_seats else ()
    starts = (MayStart(from_=None if seat == match.host else match.ready_at),) if _can_start(match) else ()
    if seat != match.host:
        return (*(starts if _may_start_later(match, seat) else ()), *moves, MayStand())
    other_seats = tuple(sorted({*match.taken_seats, *match.reserved_seats} - {seat}))
    bots = (MaySeatBot(seats=free_seats),) if free_seats else ()
    clears = (MayClear(seats=other_seats),) if other_seats else ()
    return (*starts, *bots, *clears, *host_actions.hand_over_actions(match, seat), *moves, MayStand(), MayAbandon())


def waiting_for(match: Gathering) -> tuple[int, ...]:
    return (match.host,)


def _can_start(match: Gathering) -> bool:
    """Return whether the number of players fits the rules.

    In Team partners sit opposite each other. Closing gaps would separate them, so Team starts only with every seat
    taken.
    """
    rules = match.terms.ruleset
    return len(match.taken_seats) in rules.players and not (rules.teams and None in match.seats)


def _may_start_later(match: Gathering, seat: int) -> bool:
    """Return whether a seat other than the host's may start the match once it has been ready for a while (rulebook 2).

    Computer players may not.
    """
    player = match.seats[seat]
    return match.terms.handles_absence and player is not None and player.kind != "bot"


def _wrong_player_count_message(match: Gathering) -> str:
    present_text = f"{len(match.taken_seats)} seated"
    if match.terms.ruleset.teams and None in match.seats:
        return f"Team matches start only when all {len(match.seats)} seats are taken; {present_text} now."
    return f"{match.terms.ruleset.name} is for {_player_counts_text(match.terms)} players; {present_text} now."


def _take_seat(player: Player, seat: int, entropy_digest: str | None = None) -> Event:
    assert player.id is not None and player.name is not None
    person = PlayerIdentity(id=player.id, name=player.name)
    return SeatTaken(seat=seat, kind=player.kind, entropy_digest=entropy_digest, player=person)


def _choose_seat(match: Gathering, command: Sit) -> int:
    assert command.player.id is not None
    if any(player and player.id == command.player.id for player in match.seats):
        raise Refused(Reason.ALREADY_SEATED)
    own_seat = match.reserved_seat_of(command.player.id)
    if own_seat is not None:
        if command.seat not in (None, own_seat):
            raise Refused(Reason.SEAT_RESERVED, f"Seat {own_seat} is reserved for you. Take or decline it first.")
        return own_seat
    # A seat that doesn't exist is reported first, then a full match, and only then that this one seat is taken.
    if command.seat is not None:
        _check_seat_exists(match, command.seat)
    if None not in match.seats:
        # A full match is `match_full` whichever seat was asked for: no other seat could help.
        raise Refused(Reason.MATCH_FULL)
    if command.seat is not None:
        return _check_seat_free(match, command.seat)
    if not match.free_seats:
        raise Refused(Reason.SEAT_RESERVED, "Every free seat is reserved for another player.")
    takes_former_seat = match.terms.handles_absence and command.former_seat in match.free_seats
    return command.former_seat if takes_former_seat and command.former_seat is not None else match.free_seats[0]


def _check_seat_exists(match: Gathering, seat: int) -> int:
    if seat not in range(len(match.seats)):
        raise Refused(Reason.NO_SUCH_SEAT, f"Seats are numbered from 0 to {len(match.seats) - 1}.")
    return seat


def _check_seat_free(match: Gathering, seat: int) -> int:
    if match.seats[_check_seat_exists(match, seat)]:
        raise Refused(Reason.SEAT_TAKEN)
    if seat in match.reserved_seats:
        raise Refused(Reason.SEAT_RESERVED)
    return seat


def _clear(match: Gathering, target_seat: int, seat: int) -> Event:
    if not match.seats[_check_seat_exists(match, target_seat)]:
        return drop_reservation(match, target_seat)
    if target_seat == seat:
        raise Refused(Reason.YOUR_OWN_SEAT)
    return SeatLeft(seat=target_seat)


def _check_may_start(match: Gathering, seat: int, now: datetime) -> None:
    """Refuse a start by somebody who isn't the host, unless a person and the lobby has been ready for a while."""
    if not _may_start_later(match, seat):
        _check_is_host(match, seat)
    if not _can_start(match):
        raise Refused(Reason.WRONG_PLAYER_COUNT, _wrong_player_count_message(match))
    if seat != match.host and now < match.ready_at:
        raise Refused(Reason.TOO_EARLY, "Until then only the host can start the match.")


def _check_is_host(match: Gathering, seat: int) -> None:
    if seat != match.host:
        raise Refused(Reason.NOT_THE_HOST)


def _player_counts_text(terms: Terms) -> str:
    """Return the allowed numbers of players as text: "3 to 6", or "6, 8, 10 or 12" where there are gaps."""
    counts = terms.ruleset.players
    if counts == tuple(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return f"{', '.join(map(str, counts[:-1]))} or {counts[-1]}"
