"""The tableau: what lies face up, built from the public's view, so that it learns the owners with the scores."""

from collections.abc import Iterator

from games.eventlog.batched_sql import Row
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.match_state import MatchState
from games.rulebook.player_view import tableau
from games.rulebook.round import Shown


def rows(match_id: str, folded: MatchState) -> Iterator[Row]:
    for lying in tableau(folded.match):
        match lying:
            case Shown():
                yield (match_id, lying.slot, lying.card, lying.seat, encode_canonical(lying.votes))
            case _:
                yield (match_id, lying.slot, lying.card, None, None)
