"""Draws: how many seats have added entropy to a match, and how often a draw was void."""

from collections.abc import Iterator

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.rulebook.match import board_of


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    board = board_of(state.match)
    if board and (board.draw.number or any(board.draw.entropy)):
        yield (match_id, sum(map(bool, board.draw.entropy)), board.draw.number)
