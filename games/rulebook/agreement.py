"""Abandoning a match by agreement: who must agree, and from when fewer can."""

from datetime import datetime

from games.rulebook.attendance import ABSENCE_DURATION
from games.rulebook.board import Board


def is_agreed(board: Board, now: datetime) -> bool:
    """Return whether the match ends now, by agreement.

    Everybody must agree who is neither skipped nor has resigned. If these are fewer than half of the people, the others
    must have been skipped for an hour. Computer players aren't asked.
    """
    if not board.agreed_to_abandon:
        return False
    if board.attendance is None or not board.non_bot_seats:
        return set(board.non_bot_seats or board.seats) <= set(board.agreed_to_abandon)
    due_at = agreement_due_at(board)
    return _present_agree(board) and (due_at is None or now >= due_at)


def agreement_due_at(board: Board) -> datetime | None:
    """Return when an agreement that lacks nothing but time takes effect; None if there is no such agreement."""
    if board.attendance is None or not _present_agree(board) or _are_half(board):
        return None
    skip_times = [at for at in board.attendance.skipped_at if at is not None]
    return max(skip_times) + ABSENCE_DURATION


def _present_agree(board: Board) -> bool:
    return bool(board.present_people) and set(board.present_people) <= set(board.agreed_to_abandon)


def _are_half(board: Board) -> bool:
    return 2 * len(board.present_people) >= len(board.non_bot_seats)
