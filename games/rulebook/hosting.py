"""The host's part: who has it, and to whom it can be handed over."""

from games.rulebook.actions import MayHandOver
from games.rulebook.commands import HandOver
from games.rulebook.events import HostChanged
from games.rulebook.match import Gathering, Match, Over, Started, seated
from games.rulebook.refusals import Reason, Refused


def host_of(match: Match) -> int:
    """The host's seat; when the match is over, who was it last."""
    phase = match.last if isinstance(match, Over) else match
    return phase.host if isinstance(phase, Gathering) else phase.board.host


def people_of(match: Gathering | Started) -> tuple[int, ...]:
    """The seats of people who are still there."""
    if isinstance(match, Gathering):
        return tuple(seat for seat, player, _ in seated(match) if player.kind != "bot")
    return match.board.people


def handed_over(match: Gathering | Started, command: HandOver) -> HostChanged:
    """In the lobby and later alike: computer players and who has resigned can be no host."""
    host, place = host_of(match), command.place
    if command.seat != host:
        raise Refused(Reason.NOT_THE_HOST)
    places = match.terms.seats if isinstance(match, Gathering) else len(match.board.players)
    if place not in range(places):
        raise Refused(Reason.NO_SUCH_SEAT, f"Seats are numbered from 0 to {places - 1}.")
    if place == host:
        raise Refused(Reason.ALREADY_DONE, "You are the host.")
    if place not in (seat for seat, _, _ in seated(match)):
        raise Refused(Reason.NOBODY_THERE)
    if place not in people_of(match):
        raise Refused(Reason.NOT_A_PERSON)
    return HostChanged(seat=place)


def actions(match: Gathering | Started, seat: int) -> tuple[MayHandOver, ...]:
    host = host_of(match)
    others = tuple(place for place in people_of(match) if place != host)
    return (MayHandOver(seats=others),) if seat == host and others else ()
