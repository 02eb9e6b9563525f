"""The people whom a match concerns: those on its seats, and those whom its host has removed."""

from collections.abc import Iterator

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.rulebook.match import Over, kicked_players_of, seated_players


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    ended_at = state.last_event_at if isinstance(state.match, Over) else None
    for seat, player, _ in seated_players(state.match):
        if player.kind != "bot" and player.id is not None:
            yield (match_id, player.id, seat, ended_at)
    for player_id in kicked_players_of(state.match):
        yield (match_id, player_id, None, ended_at)
