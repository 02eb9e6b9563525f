"""The result of a match for each seat, and what its player has done in it, written once it is over."""

from collections.abc import Iterator
from dataclasses import astuple

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.projections.match_statistics import seat_statistics
from games.rulebook.board import Board
from games.rulebook.match import Over, board_of


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    """Yield a row for each seat; none for a match that ended before its first round."""
    match, board = state.match, board_of(state.match)
    if not isinstance(match, Over) or board is None or not board.round:
        return
    terms, is_alone = board.terms, is_solo_match(board)
    for seat, (player, statistics) in enumerate(zip(board.players, seat_statistics(board), strict=True)):
        won, resigned = seat in match.winners, seat in board.resigned
        yield (
            # The last event of a match that is over is its end.
            *(match_id, seat, player.id, board.scores[seat], won, state.last_event_at),
            *(match.status, board.rules.name, terms.visibility, is_alone, resigned, _rank(board, seat)),
            *astuple(statistics),
        )


def is_solo_match(board: Board) -> bool:
    """Return whether fewer than two people played."""
    return sum(player.kind != "bot" for player in board.players) < 2  # noqa: PLR2004


def _rank(board: Board, seat: int) -> int:
    """Return the place, from 1 on; equal scores share a place, and in Team two partners count as one."""
    sides = range(len(board.players) // 2) if board.rules.teams else board.seats
    return 1 + sum(board.scores[side] > board.scores[seat] for side in sides)
