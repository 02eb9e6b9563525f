"""The players on their seats, with their scores, and whether they have resigned."""

from collections.abc import Iterator

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.rulebook.match import active_seats_of, seated_players


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    # Resigned players keep their row, but it no longer counts towards their quota.
    active_seats = active_seats_of(state.match)
    for seat, player, score in seated_players(state.match):
        yield (match_id, seat, player.id, player.name, player.kind, score, seat not in active_seats)
