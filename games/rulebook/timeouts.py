"""How long phases may take, and what the timeout policy means for the moves that are missing when time is up."""

from collections.abc import Sequence

from games.rulebook.match import Reveal, Storytelling, Submitting, Voting


def time_limit(match: Storytelling | Submitting | Voting | Reveal) -> int | None:
    """Return the seconds that the match's terms give this phase, or None if they set no limit."""
    clock = match.board.terms.clock
    match match:
        case Storytelling():
            return clock.clue
        case Submitting():
            return clock.submit
        case Voting():
            return clock.vote
        case Reveal():
            return clock.reveal


def is_aborted(match: Storytelling | Submitting | Voting) -> bool:
    """Return whether the policy ends the match, because time is up.

    Under rulebook 2 only a clock that the players have agreed on can do that. In a phase without one a player has
    called time, or the staff has ended the phase: there `abort` counts as `auto`.
    """
    if not match.time_is_up or match.board.terms.on_timeout != "abort":
        return False
    return match.board.attendance is None or time_limit(match) is not None


def automatic_seats(match: Submitting | Voting, owing_seats: Sequence[int]) -> tuple[int, ...]:
    """Return those of the seats owing a move whose moves are made automatically now.

    Those are the seats that are played without their players and, when time is up (except under `skip`), all of them.
    """
    if match.time_is_up and match.board.terms.on_timeout != "skip":
        return tuple(owing_seats)
    return tuple(seat for seat in owing_seats if seat in match.board.automatic_seats)
