"""Hands: the cards that each seat holds."""

from collections.abc import Iterator

from games.eventlog.chain import canonical
from games.eventlog.folds import Folded
from games.eventlog.sql import Row
from games.rulebook.match import board_of


def rows(match_id: str, folded: Folded) -> Iterator[Row]:
    board = board_of(folded.match)
    for seat, hand in enumerate(board.hands if board else ()):
        yield (match_id, seat, canonical(hand))
