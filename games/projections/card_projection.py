"""How each card of a match has fared, written once the match is over."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import astuple
from threading import Lock
from typing import TypeAlias

from django.db.models import Sum

from games.eventlog.batched_sql import Row
from games.eventlog.match_state import MatchState
from games.projections.match_statistics import CardStatistics, card_statistics
from games.projections.models import CardRow
from games.projections.result_projection import is_solo_match
from games.rulebook.match import Over, board_of, terms_of

COUNT_COLUMNS = tuple(CardStatistics.__dataclass_fields__)
CardIds: TypeAlias = tuple[str, ...]
TotalsByCard: TypeAlias = Mapping[str, CardStatistics]
CACHE_THRESHOLD_SECONDS = 0.1
"""A sum that took longer than this is cached."""
CACHE_TTL_FACTOR = 100
"""A sum is cached for this many times as long as it took.

So all requests together use at most a hundredth of a core for it, however many matches there are.
"""
_totals_cache: dict[CardIds, tuple[float, TotalsByCard]] = {}
_totals_cache_lock = Lock()


def rows(match_id: str, state: MatchState) -> Iterator[Row]:
    """Yield a row per card that people played.

    Only public matches with at least two people count, because anyone may see the sums.
    """
    match, board = state.match, board_of(state.match)
    if not isinstance(match, Over) or board is None or terms_of(match).visibility != "public" or is_solo_match(board):
        return
    for card, statistics in sorted(card_statistics(board).items()):
        yield (match_id, card, *astuple(statistics))


def cached_totals(card_ids: CardIds) -> TotalsByCard:
    """Return how each of these cards has fared over all matches; cards that nobody has played are missing."""
    with _totals_cache_lock:
        # The lock is held during the query, so that requests that arrive meanwhile wait for its result and don't sum
        # the same rows themselves.
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
    """Return the same, summed over the rows."""
    found = CardRow.objects.filter(card__in=card_ids).values_list("card").annotate(*map(Sum, COUNT_COLUMNS))
    return {card: CardStatistics(**dict(zip(COUNT_COLUMNS, counts, strict=True))) for card, *counts in found}
