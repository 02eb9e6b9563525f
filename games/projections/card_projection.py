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
from games.projections.result_projection import is_solo_match
from games.rulebook.match import Over, board_of, terms_of

COUNT_COLUMNS = tuple(CardTally.__dataclass_fields__)
CardIds: TypeAlias = tuple[str, ...]
TotalsByCard: TypeAlias = Mapping[str, CardTally]
CACHE_THRESHOLD_SECONDS = 0.1
"""Seconds; a sum that took longer is kept."""
CACHE_TTL_FACTOR = 100
"""How many times as long: so asking can cost no more than a hundredth of a core, however many matches there are."""
_totals_cache: dict[CardIds, tuple[float, TotalsByCard]] = {}
_totals_cache_lock = Lock()


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    """Only of public matches among people: these are for everybody to see."""
    match, board = state.match, board_of(state.match)
    if not isinstance(match, Over) or board is None or terms_of(match).visibility != "public" or is_solo_match(board):
        return
    for card, tally in sorted(state.tally.cards.items()):
        yield (match_id, card, *astuple(tally))


def cached_totals(card_ids: CardIds) -> TotalsByCard:
    """How each of these cards has fared over all matches; those that haven't been played aren't there."""
    with _totals_cache_lock:
        valid_until, card_totals = _totals_cache.get(card_ids, (0.0, {}))
        started_at = time.monotonic()
        if started_at < valid_until:
            return card_totals
        card_totals = query_totals(card_ids)
        duration = time.monotonic() - started_at
        _totals_cache[card_ids] = (
            started_at + duration * CACHE_TTL_FACTOR if duration > CACHE_THRESHOLD_SECONDS else 0.0,
            card_totals,
        )
        return card_totals


def query_totals(card_ids: CardIds) -> TotalsByCard:
    """The same, from the rows."""
    found = CardRow.objects.filter(card__in=card_ids).values_list("card").annotate(*map(Sum, COUNT_COLUMNS))
    return {card: CardTally(**dict(zip(COUNT_COLUMNS, counts, strict=True))) for card, *counts in found}
