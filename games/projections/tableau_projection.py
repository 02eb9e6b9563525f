"""The cards that lie face up.

The rows are built from the public view, so owners and voters can't get into the table before the round is scored.
"""

from collections.abc import Iterator

from games.eventlog.batched_sql import Row
from games.eventlog.canonical_encoding import encode_canonical
from games.eventlog.match_state import MatchState
from games.rulebook.player_view import tableau
from games.rulebook.round import Shown


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    for tableau_card in tableau(state.match):
        match tableau_card:
            case Shown():
                yield (
                    match_id,
                    tableau_card.slot,
                    tableau_card.card,
                    tableau_card.seat,
                    # As text, which both databases store and compare alike.
                    encode_canonical(tableau_card.votes),
                )
            case _:
                yield (match_id, tableau_card.slot, tableau_card.card, None, None)
