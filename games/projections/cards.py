"""Cards: how each card of a match has fared, once it is over, for those who wonder which cards tell well."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import astuple
from threading import Lock
from typing import TypeAlias

from django.db.models import Sum

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.eventlog.match_tally import CardTally
from games.projections.models import CardRow
from games.projections.results import alone
from games.rulebook.match import Over, board_of, terms_of

COUNTS = tuple(CardTally.__dataclass_fields__)
Cards: TypeAlias = tuple[str, ...]
Totals: TypeAlias = Mapping[str, CardTally]
QUICK = 0.1
"""Seconds; a sum that took longer is kept."""
KEPT = 100
"""How many times as long: so asking can cost no more than a hundredth of a core, however many matches there are."""
_kept: dict[Cards, tuple[float, Totals]] = {}
_lock = Lock()


def rows(match_id: str, folded: MatchState) -> Iterator[Row]:
    """Only of public matches among people: these are for everybody to see."""
    match, board = folded.match, board_of(folded.match)
    if not isinstance(match, Over) or board is None or terms_of(match).visibility != "public" or alone(board):
        return
    for card, tally in sorted(folded.tally.cards.items()):
        yield (match_id, card, *astuple(tally))


def totals(cards: Cards) -> Totals:
    """How each of these cards has fared over all matches; those that haven't been played aren't there."""
    with _lock:
        until, found = _kept.get(cards, (0.0, {}))
        begun = time.monotonic()
        if begun < until:
            return found
        found = summed(cards)
        took = time.monotonic() - begun
        _kept[cards] = (begun + took * KEPT if took > QUICK else 0.0, found)
        return found


def summed(cards: Cards) -> Totals:
    """The same, from the rows."""
    found = CardRow.objects.filter(card__in=cards).values_list("card").annotate(*map(Sum, COUNTS))
    return {card: CardTally(**dict(zip(COUNTS, counts, strict=True))) for card, *counts in found}
