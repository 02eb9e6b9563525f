"""Scores: who sits where, with how many points."""

from collections.abc import Iterator

from games.eventlog.folds import Folded
from games.eventlog.sql import Row
from games.rulebook.match import seated_players


def rows(match_id: str, folded: Folded) -> Iterator[Row]:
    for seat, player, score in seated_players(folded.match):
        yield (match_id, seat, player.id, player.name, player.kind, score)
