"""Results: how a match came out for each seat, and what its player has done in it, once it is over."""

from collections.abc import Iterator
from dataclasses import astuple

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.eventlog.match_tally import SeatTally
from games.rulebook.board import Board
from games.rulebook.match import Over, board_of


def rows(match_id: str, folded: MatchState) -> Iterator[Row]:
    """One for each seat; none of a match that ended before its first round."""
    match, board = folded.match, board_of(folded.match)
    if not isinstance(match, Over) or board is None or not board.round:
        return
    terms, only_one = board.terms, alone(board)
    for seat, player in enumerate(board.players):
        won, resigned = seat in match.winners, seat in board.resigned
        yield (
            *(match_id, seat, player.id, board.scores[seat], won, folded.last_event_at),
            *(match.status, board.rules.name, terms.visibility, only_one, resigned, _place(board, seat)),
            *astuple(folded.tally.seats[seat] if folded.tally.seats else SeatTally()),
        )


def alone(board: Board) -> bool:
    """Whether no two people played."""
    return sum(player.kind != "bot" for player in board.players) < 2  # noqa: PLR2004


def _place(board: Board, seat: int) -> int:
    """From 1 on; those who have as much share it, and in Team two partners are one."""
    sides = range(len(board.players) // 2) if board.rules.teams else board.seats
    return 1 + sum(board.scores[side] > board.scores[seat] for side in sides)
