"""The cards that each seat holds."""

from collections.abc import Iterator

from games.eventlog.batched_sql import Row
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.match_state import MatchState
from games.rulebook.match import board_of


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    board = board_of(state.match)
    for seat, hand in enumerate(board.hands if board else ()):
        # Secret: beside openings and seeds, only this table has secrets of running matches.
        yield (match_id, seat, encode_canonical(hand))
