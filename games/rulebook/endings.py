"""How a match ends: by its rules, or because time is up and the policy says so."""

from games.rulebook.board import Board
from games.rulebook.events import EndReason, MatchEnded
from games.rulebook.scoring import leaders


def reached_end(board: Board) -> EndReason | None:
    """The end that the rules set and that this board has reached, looked at when a round's points have been added."""
    end = board.rules.end
    if end.points is not None and max(board.scores) >= end.points:
        return "points"
    if end.laps is not None and board.round >= end.laps * len(board.players):
        return "laps"
    return None


def match_won(board: Board, why: EndReason) -> MatchEnded:
    return MatchEnded(status="over", winners=leaders(board.scores), why=why)


def match_abandoned(why: EndReason) -> MatchEnded:
    return MatchEnded(status="abandoned", winners=(), why=why)
