"""Results: how a match came out for each seat, once it is over."""

from collections.abc import Iterator

from games.eventlog.folds import Folded
from games.eventlog.sql import Row
from games.rulebook.match import Over, seated


def rows(match_id: str, folded: Folded) -> Iterator[Row]:
    if isinstance(folded.match, Over):
        for seat, player, score in seated(folded.match):
            yield (match_id, seat, player.id, score, seat in folded.match.winners, folded.at)
