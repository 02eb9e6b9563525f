"""One module per phase, all with the same functions, and the order of the phases.

- `act(match, command, seat, now)`: return the one event that a player's command leads to, or raise `Refused`;
- `follow(match, now, chance)`: return the next event that follows automatically, or None;
- `actions(match, seat)`: return what this seat may do (None: a viewer without a seat);
- `waiting_for(match)`: return the seats that the match waits for.
"""

from typing import get_args

from games.rulebook.match import Match, PhaseName, board_of

# Literal lists the phases in the order of a round, so its arguments compare as progress.
PHASE_ORDER: tuple[str, ...] = get_args(PhaseName)


def is_past_phase(phase: str, match: Match) -> bool:
    """Return whether the match has already passed the phase with this id (`<round>.<name>`)."""
    round_number, _, name = phase.partition(".")
    board = board_of(match)
    return (int(round_number), PHASE_ORDER.index(name)) < (board.round if board else 0, PHASE_ORDER.index(match.name))
