"""How often a lobby may change: its log is kept for ever, and replayed for everyone who looks at it."""

from games.eventlog.match_state import MatchState
from games.rulebook import Reason, Refused
from games.rulebook.commands import Command, HandOver, Move, SeatBot, Sit
from games.rulebook.match import Gathering

MAX_LOBBY_VERSION_TO_MOVE = 500
"""Nobody changes seats, hands the host's part over or seats a computer player once a lobby is at this version."""
MAX_LOBBY_VERSION_TO_SIT = 2000
"""Nobody sits down once a lobby is at this version. Higher, so that changing seats doesn't close a lobby to others."""


def check_lobby_length(state: MatchState, command: Command) -> None:
    """Raise if a lobby has changed too often for one more change; to leave and to start are always possible.

    Raises:
        Refused
    """
    maximum = (
        MAX_LOBBY_VERSION_TO_SIT
        if isinstance(command, Sit)
        else MAX_LOBBY_VERSION_TO_MOVE
        if isinstance(command, Move | HandOver | SeatBot)
        else None
    )
    if maximum is not None and isinstance(state.match, Gathering) and state.version >= maximum:
        raise Refused(Reason.WRONG_PHASE, "This lobby has changed too often; start the match, or open another one.")
