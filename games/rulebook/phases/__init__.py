"""One file per phase, each answering the same questions, and the phase that a match is in.

- `act(match, command, now)`: the one event that a command leads to, or `Refused`;
- `follow(match, now, chance)`: the next event that follows by itself, or None;
- `actions(match, seat)`: what this seat may do (None: somebody without a seat);
- `waiting_for(match)`: the seats that the match waits for.
"""

from typing import get_args

from games.rulebook.match import Match, PhaseName, board_of

PHASE_ORDER: tuple[str, ...] = get_args(PhaseName)


def is_past_phase(phase: str, match: Match) -> bool:
    """Whether the phase with this id lies behind the match."""
    round_number, _, name = phase.partition(".")
    board = board_of(match)
    return (int(round_number), PHASE_ORDER.index(name)) < (board.round if board else 0, PHASE_ORDER.index(match.name))
