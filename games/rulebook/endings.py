"""The ways a match ends: by the rules, or early."""

from games.rulebook.attendance import is_out_of_running
from games.rulebook.board import Board
from games.rulebook.events import EndReason, MatchEnded
from games.rulebook.seating import partner_seat


def reached_end(board: Board) -> EndReason | None:
    """Return the end set by the rules that this board has reached; checked when a round's points have been added."""
    end = board.rules.end
    # The end with the last card isn't here: it is known only after hands have been refilled (`reveal.follow`).
    if end.points is not None and max(board.scores) >= end.points:
        return "points"
    # Rounds that were called off count: their storyteller was passed over and had the turn.
    if end.laps is not None and board.round >= end.laps * len(board.players):
        return "laps"
    return None


def match_won(board: Board, why: EndReason) -> MatchEnded:
    """Return the end of a match that was played out; everyone who shares the top score wins (C-ru, O2-ru, O-ja).

    Seats that are out of the running can win only if all are. A match without a single scored round has no winners.
    """
    if board.attendance is not None and not board.history:
        return match_abandoned("nobody_is_there", board)
    contenders = [seat for seat in board.seats if not _is_out_of_running(board, seat)] or list(board.seats)
    top_score = max(board.scores[seat] for seat in contenders)
    winners = tuple(seat for seat in contenders if board.scores[seat] == top_score)
    return MatchEnded(status="over", winners=winners, why=why, skipped=board.skipped_seats)


def match_abandoned(why: EndReason, board: Board | None = None) -> MatchEnded:
    """Return the end of a match without a winner; `board` is None in the lobby."""
    return MatchEnded(status="abandoned", winners=(), why=why, skipped=board.skipped_seats if board else ())


def _is_out_of_running(board: Board, seat: int) -> bool:
    """Return whether a seat, or its team, can't win because its player wasn't there (rulebook 2)."""
    if board.attendance is None:
        return False
    side = (seat, partner_seat(seat, len(board.players))) if board.rules.teams else (seat,)
    return is_out_of_running(board.attendance, board.resigned, side)
