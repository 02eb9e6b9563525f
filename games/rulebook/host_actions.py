"""The host: who it is, and to whom the role can be handed over."""

from games.rulebook.actions import MayHandOver
from games.rulebook.commands import HandOver
from games.rulebook.events import HostChanged
from games.rulebook.match import Gathering, Match, Over, Started, seated_players
from games.rulebook.refusals import Reason, Refused


def host_of(match: Match) -> int:
    """Return the host's seat; in a match that is over, the last host's."""
    phase = match.last_phase if isinstance(match, Over) else match
    return phase.host if isinstance(phase, Gathering) else phase.board.host


def non_bot_seats_of(match: Gathering | Started) -> tuple[int, ...]:
    """Return the seats of people who are still in the match."""
    if isinstance(match, Gathering):
        return tuple(seat for seat, player, _ in seated_players(match) if player.kind != "bot")
    return match.board.non_bot_seats


def hand_over(match: Gathering | Started, command: HandOver, seat: int) -> HostChanged:
    """Return the event that makes another player the host, in the lobby and later.

    Raises:
        Refused: the caller isn't the host, or the target is a computer player, has resigned or isn't there.
    """
    host, target_seat = host_of(match), command.target_seat
    if seat != host:
        raise Refused(Reason.NOT_THE_HOST)
    seat_count = match.terms.seats if isinstance(match, Gathering) else len(match.board.players)
    if target_seat not in range(seat_count):
        raise Refused(Reason.NO_SUCH_SEAT, f"Seats are numbered from 0 to {seat_count - 1}.")
    if target_seat == host:
        raise Refused(Reason.ALREADY_DONE, "You are the host.")
    # In the lobby a seat can be empty; computer players and resigned ones are handled below.
    if target_seat not in (seat for seat, _, _ in seated_players(match)):
        raise Refused(Reason.NOBODY_THERE)
    if target_seat not in non_bot_seats_of(match):
        raise Refused(Reason.NOT_A_PERSON)
    return HostChanged(seat=target_seat)


def hand_over_actions(match: Gathering | Started, seat: int) -> tuple[MayHandOver, ...]:
    host = host_of(match)
    other_seats = tuple(other for other in non_bot_seats_of(match) if other != host)
    return (MayHandOver(seats=other_seats),) if seat == host and other_seats else ()
