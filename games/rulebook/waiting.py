"""Whom a match waits for."""

from typing import assert_never

from games.rulebook.match import Drawing, Gathering, Match, Over, Reveal, Storytelling, Submitting, Voting
from games.rulebook.phases import drawing, gathering, reveal, storytelling, submitting, voting


def waiting_for(match: Match) -> tuple[int, ...]:
    """Return the seats that the match waits for; none while it rests."""
    return () if is_resting(match) else seats_to_move(match)


def is_resting(match: Match) -> bool:
    return not isinstance(match, Gathering | Over) and match.board.is_resting


def seats_to_move(match: Match) -> tuple[int, ...]:
    """Return the seats that owe something in this phase; while the match rests, those of computer players at most."""
    match match:
        case Gathering():
            return gathering.waiting_for(match)
        case Drawing():
            return drawing.waiting_for(match)
        case Storytelling():
            return storytelling.waiting_for(match)
        case Submitting():
            return submitting.waiting_for(match)
        case Voting():
            return voting.waiting_for(match)
        case Reveal():
            return reveal.waiting_for(match)
        case Over():
            return ()
        case _:
            assert_never(match)
