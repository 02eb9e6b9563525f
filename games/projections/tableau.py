"""The tableau: what lies face up, built from the public's view, so that it learns the owners with the scores."""

from collections.abc import Iterator

from games.eventlog.chain import canonical
from games.eventlog.folds import Folded
from games.eventlog.sql import Row
from games.rulebook.player_view import tableau
from games.rulebook.round import Shown


def rows(match_id: str, folded: Folded) -> Iterator[Row]:
    for lying in tableau(folded.match):
        match lying:
            case Shown():
                yield (match_id, lying.slot, lying.card, lying.seat, canonical(lying.votes))
            case _:
                yield (match_id, lying.slot, lying.card, None, None)
