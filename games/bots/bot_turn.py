"""A computer player's turn: it gets the view of its own seat, and sends a command like any player."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from random import Random, SystemRandom
from types import MappingProxyType
from typing import TypeAlias

from games.bots import bookish_bot, random_bot
from games.eventlog.command_metadata import CommandMetadata
from games.eventlog.stream_slots import BACKGROUND_LOCK_TIMEOUT_MS, StreamBlocked
from games.matches.bot_players import strategy_of
from games.matches.command_decision import CommandResult
from games.matches.command_handler import handle_command
from games.matches.match_access import NoSuchMatch
from games.matches.match_queries import load_match_view
from games.projections.models import SeatRow
from games.rulebook import Refused
from games.rulebook.actions import Action, MayReady, MaySubmit, MayTell, MayVote
from games.rulebook.commands import Command
from games.rulebook.view_types import MatchView

Strategy: TypeAlias = Callable[[MatchView, list[Action], Random], Command | None]
"""Makes a command out of the seat's view and its moves; None if there is nothing to do."""


def _random_strategy(view: MatchView, moves: list[Action], rng: Random) -> Command | None:
    return random_bot.choose_random_move(moves, rng)


STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    {"random": _random_strategy, "bookish": bookish_bot.choose_bookish_move}
)
"""The strategies by name; `games.matches.bot_players` has the same names."""


def take_turn(match_id: str, phase: str, seat: int) -> CommandResult | None:
    """Move for the computer player on this seat, and return the result; None if there is nothing (left) to do.

    May be called late, twice, or for a phase that is over: there is one idempotency key per phase and seat.
    """
    seat_row = SeatRow.objects.filter(match_id=match_id, seat=seat, player_kind="bot").first()
    bot_name = strategy_of(seat_row.player_id or "") if seat_row else None
    if seat_row is None or seat_row.player_id is None or bot_name is None:
        return None
    try:
        view = load_match_view(match_id, seat_row.player_id)
        command = (
            STRATEGIES[bot_name](view, _advancing_actions(view), SystemRandom()) if view.phase.id == phase else None
        )
        metadata = CommandMetadata(
            account_id=seat_row.player_id,
            command_id=_idempotency_key(match_id, phase, seat),
            # The same for every attempt at this turn. The move itself is drawn anew each time, so it can't be part of
            # the digest.
            request_digest=phase,
            expected_phase=phase,
        )
        if command is None:
            return None
        return handle_command(match_id, command, metadata=metadata, lock_timeout_ms=BACKGROUND_LOCK_TIMEOUT_MS)
    except (Refused, NoSuchMatch, StreamBlocked):
        # The match has moved on, another worker was faster, or the match is locked and the turn is sent again.
        return None


def _advancing_actions(view: MatchView) -> list[Action]:
    """Return the actions that advance the match."""
    # Neither a claim, which a clue implies, nor a signal, which a card makes pointless: there is one idempotency key
    # per phase, so after either of them the computer player could do nothing else in this phase.
    return [action for action in view.actions if isinstance(action, MayTell | MaySubmit | MayVote | MayReady)]


def _idempotency_key(match_id: str, phase: str, seat: int) -> str:
    return sha256(f"{match_id}/{phase}/{seat}".encode()).hexdigest()
