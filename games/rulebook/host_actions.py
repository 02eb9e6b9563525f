"""The host's part: who has it, and to whom it can be handed over."""

from games.rulebook.actions import MayHandOver
from games.rulebook.commands import HandOver
from games.rulebook.events import HostChanged
from games.rulebook.match import Gathering, Match, Over, Started, seated_players
from games.rulebook.refusals import Reason, Refused


def host_of(match: Match) -> int:
    """The host's seat; when the match is over, who was it last."""
    phase = match.last_phase if isinstance(match, Over) else match
    return phase.host if isinstance(phase, Gathering) else phase.board.host


def non_bot_seats_of(match: Gathering | Started) -> tuple[int, ...]:
    """The seats of people who are still there."""
    if isinstance(match, Gathering):
        return tuple(seat for seat, player, _ in seated_players(match) if player.kind != "bot")
    return match.board.non_bot_seats


def hand_over(match: Gathering | Started, command: HandOver) -> HostChanged:
    """In the lobby and later alike: computer players and who has resigned can be no host."""
    host, target_seat = host_of(match), command.target_seat
    if command.seat != host:
        raise Refused(Reason.NOT_THE_HOST)
    seat_count = match.terms.seats if isinstance(match, Gathering) else len(match.board.players)
    if target_seat not in range(seat_count):
        raise Refused(Reason.NO_SUCH_SEAT, f"Seats are numbered from 0 to {seat_count - 1}.")
    if target_seat == host:
        raise Refused(Reason.ALREADY_DONE, "You are the host.")
    if target_seat not in (seat for seat, _, _ in seated_players(match)):
        raise Refused(Reason.NOBODY_THERE)
    if target_seat not in non_bot_seats_of(match):
        raise Refused(Reason.NOT_A_PERSON)
    return HostChanged(seat=target_seat)


def hand_over_actions(match: Gathering | Started, seat: int) -> tuple[MayHandOver, ...]:
    host = host_of(match)
    other_seats = tuple(other for other in non_bot_seats_of(match) if other != host)
    return (MayHandOver(seats=other_seats),) if seat == host and other_seats else ()
