"""What the timeout policy of a match means for the moves that are missing when a phase's time is up."""

from collections.abc import Sequence

from games.rulebook.match import Storytelling, Submitting, Voting


def is_aborted(match: Storytelling | Submitting | Voting) -> bool:
    """Return whether the policy ends the match, because a clock that the players have agreed on has run out.

    A deadline that a player has set by calling time is none of those: under `abort` it counts as under `auto`.
    """
    return match.time_is_up and match.board.terms.on_timeout == "abort" and not match.time_called


def automatic_seats(match: Submitting | Voting, owing_seats: Sequence[int]) -> tuple[int, ...]:
    """Return those of the seats owing a move whose moves are made automatically now.

    Those are the seats that are played without their players and, when time is up (except under `skip`), all of them.
    """
    if match.time_is_up and match.board.terms.on_timeout != "skip":
        return tuple(owing_seats)
    return tuple(seat for seat in owing_seats if seat in match.board.automatic_seats)
