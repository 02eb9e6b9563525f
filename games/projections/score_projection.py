"""The players on their seats, with their scores."""

from collections.abc import Iterator

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.rulebook.match import seated_players


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    for seat, player, score in seated_players(state.match):
        yield (match_id, seat, player.id, player.name, player.kind, score)
