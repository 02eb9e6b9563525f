"""A computer player's turn: it looks with its own eyes, and moves through the table like everybody else."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from random import Random, SystemRandom
from types import MappingProxyType
from typing import TypeAlias

from games.bots import bookish, random
from games.eventlog.command_metadata import CommandMetadata
from games.matches.bot_players import strategy_of
from games.matches.command_handler import CommandResult, Precondition, handle_command
from games.matches.match_access import NoSuchMatch
from games.matches.match_queries import match_view
from games.projections.models import SeatRow
from games.rulebook import Refused
from games.rulebook.actions import Action, MayReady, MaySubmit, MayTell, MayVote
from games.rulebook.commands import SeatCommand
from games.rulebook.view_types import MatchView

Mind: TypeAlias = Callable[[MatchView, list[Action], Random], Callable[[int], SeatCommand] | None]
"""What to do with a view and the moves it offers, for whatever seat."""


def _any_move(seen: MatchView, moves: list[Action], luck: Random) -> Callable[[int], SeatCommand] | None:
    return random.move(moves, luck)


MINDS: Mapping[str, Mind] = MappingProxyType({"random": _any_move, "bookish": bookish.move})
"""How each of the house's computer players plays."""


def take(match_id: str, phase: str, seat: int) -> CommandResult | None:
    """Move for the computer player on this seat; None where there is nothing to do (any more).

    A call may come late, twice, or for a phase that has gone: one move a phase is made under one key.
    """
    found = SeatRow.objects.filter(match_id=match_id, seat=seat, player_kind="bot").first()
    robot = strategy_of(found.player_id or "") if found else None
    if found is None or found.player_id is None or robot is None:
        return None
    try:
        seen = match_view(match_id, found.player_id)
        ask = MINDS[robot](seen, _moves(seen), SystemRandom()) if seen.phase.id == phase else None
        caller = CommandMetadata(
            account_id=found.player_id, command_id=_key(match_id, phase, seat), request_digest=phase
        )
        return handle_command(match_id, ask, metadata=caller, precondition=Precondition(phase=phase)) if ask else None
    except (Refused, NoSuchMatch):
        return None


def _moves(seen: MatchView) -> list[Action]:
    """What brings the match on in one move: a clue is a claim as well, and a card says who gives it."""
    return [action for action in seen.actions if isinstance(action, MayTell | MaySubmit | MayVote | MayReady)]


def _key(match_id: str, phase: str, seat: int) -> str:
    return sha256(f"{match_id}/{phase}/{seat}".encode()).hexdigest()
