"""Turns of computer players: which of them a match waits for, and when they act."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.projections.models import TurnRow
from games.rulebook.match import Match, Over, Storytelling, board_of, phase_id
from games.rulebook.waiting import waiting_for

BOT_THINKING_SECONDS = (1.0, 2.5)
"""The shortest and longest time, in seconds, that a computer player thinks."""
BOT_CLAIM_DELAY_SECONDS = (6.0, 9.0)
"""The same while anyone may become the storyteller: longer, so that people can be first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BotTurn:
    """A move that a computer player owes."""

    match_id: str
    phase: str
    seat: int


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    """Yield a row for each computer player that the match waits for.

    There are none in a match without people: the program that has set it up plays it.
    """
    match, board = state.match, board_of(state.match)
    if (
        # In the lobby computer players do nothing.
        board is None
        or isinstance(match, Over)
        or not board.non_bot_seats
        or len(board.non_bot_seats) == len(board.active_seats)
    ):
        return
    for seat in waiting_for(match):
        if seat not in board.non_bot_seats:
            yield (match_id, seat, phase_id(match), state.phase_began_at + _thinking_time(match_id, match, seat))


def due_turns(until: datetime, limit: int) -> list[BotTurn]:
    """Return the turns due by then, the longest overdue first."""
    found = TurnRow.objects.filter(due_at__lte=until).order_by("due_at")[:limit]
    return [BotTurn(match_id=row.match_id, phase=row.phase, seat=row.seat) for row in found]


def _thinking_time(match_id: str, match: Match, seat: int) -> timedelta:
    """Return a random-looking time, derived from a digest so that a rebuild gives the same rows."""
    anyone_may_claim = isinstance(match, Storytelling) and match.board.storyteller is None
    least, most = BOT_CLAIM_DELAY_SECONDS if anyone_may_claim else BOT_THINKING_SECONDS
    fraction = int.from_bytes(sha256(f"{match_id}/{phase_id(match)}/{seat}".encode()).digest()[:4]) / 2**32
    return timedelta(milliseconds=round(1000 * (least + fraction * (most - least))))
