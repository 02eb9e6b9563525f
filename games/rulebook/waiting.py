"""Whom a match waits for."""

from typing import assert_never

from games.rulebook.match import Drawing, Gathering, Match, Over, Reveal, Storytelling, Submitting, Voting
from games.rulebook.phases import drawing, gathering, reveal, storytelling, submitting, voting


def waiting_for(match: Match) -> tuple[int, ...]:
    """Return the seats that the match waits for; none while it rests."""
    if not isinstance(match, Gathering | Over) and match.board.is_resting:
        return ()
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
