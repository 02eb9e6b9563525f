"""The list of matches: one row per match."""

from collections.abc import Iterator

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.rulebook.host_actions import host_of
from games.rulebook.match import board_of, phase_id, terms_of
from games.rulebook.player_view import match_status


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    match, terms, board = state.match, terms_of(state.match), board_of(state.match)
    yield (
        match_id,
        state.opened_at,
        match_status(match),
        terms.ruleset.name,
        terms.visibility,
        host_of(match),
        terms.start,
        terms.seats,
        board.round if board else 0,
        phase_id(match),
    )
