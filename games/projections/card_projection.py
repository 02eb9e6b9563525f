"""How each card of a match has fared, written once the match is over."""

from collections.abc import Iterator
from dataclasses import astuple

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.projections.match_statistics import CardStatistics, card_statistics
from games.projections.result_projection import is_solo_match
from games.rulebook.match import Over, board_of, terms_of

COUNT_COLUMNS = tuple(CardStatistics.__dataclass_fields__)


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    """Yield a row per card that people played.

    Only public matches with at least two people count, because anyone may see the sums.
    """
    match, board = state.match, board_of(state.match)
    if not isinstance(match, Over) or board is None or terms_of(match).visibility != "public" or is_solo_match(board):
        return
    for card, statistics in sorted(card_statistics(board).items()):
        yield (match_id, card, *astuple(statistics))
