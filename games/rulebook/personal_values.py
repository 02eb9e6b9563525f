"""The personal data in a match's log: names, and the words that players have said."""

from collections.abc import Iterable, Iterator

from games.rulebook.events import ClueGiven, Event, MatchOpened, SeatTaken, StorytellerClaimed
from games.rulebook.seating import Seating, evolve_seating


def personal_parts(log: Iterable[tuple[int, Event]], player_id: str) -> Iterator[tuple[int, str]]:
    """Yield version and name of each sealed part about this player: their names with their seats, and their texts.

    The log must be whole, because seats change hands in the lobby and get new numbers at the start.
    """
    seats: Seating = ()
    for version, event in log:
        seats = evolve_seating(seats, event)
        match event:
            case MatchOpened():
                for seat, player in enumerate(event.reserved_for):
                    if player and player.id == player_id:
                        yield version, f"reserved_for/{seat}"
                if event.ruleset_name and event.ruleset_name.by == player_id:
                    yield version, "ruleset_name"
            case SeatTaken() if _is_taken_by(event, player_id):
                yield version, "player"
            case StorytellerClaimed() | ClueGiven() if _is_taken_by(seats[event.seat], player_id):
                # The airship's name of a claim is as much the player's text as a clue is.
                yield version, "text"
            case _:
                pass


def _is_taken_by(taken: SeatTaken | None, player_id: str) -> bool:
    return taken is not None and taken.player is not None and taken.player.id == player_id
