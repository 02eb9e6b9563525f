"""The ways a match ends: by the rules, or early."""

from games.rulebook.board import Board
from games.rulebook.events import EndReason, MatchEnded
from games.rulebook.scoring import leaders


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
    """Return the end of a match that was played out; everyone with the top score wins."""
    return MatchEnded(status="over", winners=leaders(board.scores), why=why)


def match_abandoned(why: EndReason) -> MatchEnded:
    """Return the end of a match without a winner."""
    return MatchEnded(status="abandoned", winners=(), why=why)
