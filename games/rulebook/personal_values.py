"""The personal data in a match's log: names, and the words that players have said."""

from collections.abc import Iterable, Iterator

from games.rulebook.events import ClueGiven, Event, MatchStarted, SeatLeft, SeatMoved, SeatTaken, StorytellerClaimed


def personal_parts(log: Iterable[tuple[int, Event]], player_id: str) -> Iterator[tuple[int, str]]:
    """Yield version and name of each sealed part about this player: their name on taking a seat, and their texts.

    Seats change hands in the lobby and get new numbers at the start, so the seats are followed through the log.
    """
    seats = set[int]()
    for version, event in log:
        match event:
            case SeatTaken(player=person, seat=seat) if person and person.id == player_id:
                seats.add(seat)
                yield version, "player"
            case SeatTaken(seat=seat) | SeatLeft(seat=seat):
                seats.discard(seat)
            case SeatMoved(seat=seat, to=to) if seat in seats:
                seats = seats - {seat} | {to}
            case MatchStarted(seats=old):
                seats = {new for new, seat in enumerate(old) if seat in seats}
            case StorytellerClaimed(seat=seat) | ClueGiven(seat=seat) if seat in seats:
                yield version, "text"
            case _:
                pass
