"""Sums over the rows of all matches, kept in the background so that no request has to add them up.

Code that changes rows that are counted also writes, in the same transaction, by how much each counter changes. A task
adds these changes to the counters. So counters and changes together are always exactly the sums over the rows, and no
match waits for a counter that another one changes.
"""

from collections import Counter as Tally
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeAlias

from django.db import transaction

from games.eventlog.batched_sql import Row, execute, select
from games.projections.card_projection import COUNT_COLUMNS
from games.projections.models import Counter, CounterChange
from games.projections.player_counters import PLAYER_COUNTERS_SQL, PLAYER_SUMS_SQL, ranking_of

RowCounts: TypeAlias = Callable[[Row], Mapping[str, int]]
"""What a row of a projection adds to which counters."""
COUNTED_STATUSES = ("gathering", "playing")
MAX_CHANGES_PER_TRANSACTION = 2000


def card_counts(row: Row) -> Mapping[str, int]:
    """Return what a `CardRow` adds: how a card has fared in one match."""
    _, card, *counts = row
    return {f"card/{card}/{column}": count for column, count in zip(COUNT_COLUMNS, counts, strict=True)}


def draw_counts(row: Row) -> Mapping[str, int]:
    """Return what a `DrawRow` adds."""
    _, entropies, voids = row
    return {"draws/with_entropy": int(entropies > 0), "draws/with_voids": int(voids > 0), "draws/voids": voids}


def match_counts(row: Row) -> Mapping[str, int]:
    """Return what a `MatchRow` adds: public matches by status, as long as they aren't over."""
    _, _, status, _, visibility, *_ = row
    return {f"matches/{status}": int(visibility == "public" and status in COUNTED_STATUSES)}


def count_changes(counts: RowCounts, before: Iterable[Row], after: Iterable[Row]) -> list[tuple[str, int]]:
    """Return by how much each counter changes if these rows take the place of those before, without zeros."""
    changes = Tally[str]()
    for row in after:
        changes.update(counts(row))
    for row in before:
        changes.subtract(counts(row))
    return sorted((name, change) for name, change in changes.items() if change)


def read_counters(names: Collection[str]) -> Mapping[str, int]:
    """Return the values of these counters as of the last time the task ran."""
    values = dict(Counter.objects.filter(name__in=names).values_list("name", "value"))
    return {name: values.get(name, 0) for name in names}


def read_ranking(ranking: str, limit: int) -> list[str]:
    """Return the names of the counters of a ranking, the highest first."""
    ranked = Counter.objects.filter(ranking=ranking).order_by("-value", "name")
    return list(ranked.values_list("name", flat=True)[:limit])


def fold_changes() -> int:
    """Add waiting changes to the counters, and return how many there were; 0 if none are left."""
    with transaction.atomic():
        # Changes that another worker is adding are left to it.
        waiting = CounterChange.objects.order_by("id").select_for_update(skip_locked=True)
        changes = list(waiting[:MAX_CHANGES_PER_TRANSACTION].values_list("id", "name", "change"))
        totals = Tally[str]()
        for _, name, change in changes:
            totals[name] += change
        # In order of their names, so that two workers never wait for each other.
        for name, total in sorted(totals.items()):
            execute(_ADD_SQL, name, total, ranking_of(name))
        # A counter that is back at zero names a player who has been erased, or a match that was repaired.
        Counter.objects.filter(name__in=totals, value=0).delete()
        CounterChange.objects.filter(id__in=[change_id for change_id, _, _ in changes]).delete()
        return len(changes)


def fold_all_changes() -> int:
    """Add all waiting changes to the counters, and return how many there were."""
    folded = 0
    while changes := fold_changes():
        folded += changes
    return folded


def find_differences() -> list[tuple[str, int]]:
    """Return by how much each counter, with its waiting changes, falls short of the sum over the rows.

    One statement reads everything, so matches that go on meanwhile make no difference.
    """
    return [(name, int(difference)) for name, difference in select(f"{_DIFFERENCES_SQL} ORDER BY name")]


def repair() -> list[tuple[str, int]]:
    """Make counters and waiting changes equal to the sums over the rows, and return what was amiss."""
    with transaction.atomic():
        differences = find_differences()
        CounterChange.objects.bulk_create(CounterChange(name=name, change=change) for name, change in differences)
    fold_all_changes()
    return differences


_ADD_SQL = """
    INSERT INTO projections_counter (name, value, ranking) VALUES (%s, %s, %s)
    ON CONFLICT (name) DO UPDATE SET value = projections_counter.value + excluded.value
"""
_CARD_SUMS_SQL = " UNION ALL ".join(
    f"""
    SELECT 'card/' || card || '/{column}' AS name, SUM({column}) AS value
    FROM projections_cardrow GROUP BY card
    """
    for column in COUNT_COLUMNS
)
_DIFFERENCES_SQL = f"""
    WITH player_sums AS ({PLAYER_SUMS_SQL})
    SELECT name, SUM(value) FROM (
        {_CARD_SUMS_SQL}
        UNION ALL {PLAYER_COUNTERS_SQL}
        UNION ALL SELECT 'draws/with_entropy', COUNT(*) FROM projections_drawrow WHERE entropies > 0
        UNION ALL SELECT 'draws/with_voids', COUNT(*) FROM projections_drawrow WHERE voids > 0
        UNION ALL SELECT 'draws/voids', COALESCE(SUM(voids), 0) FROM projections_drawrow
        UNION ALL SELECT 'matches/' || status, COUNT(*) FROM projections_matchrow
            WHERE visibility = 'public' AND status IN ('gathering', 'playing') GROUP BY status
        UNION ALL SELECT name, -value FROM projections_counter
        UNION ALL SELECT name, -change FROM projections_counterchange
    ) AS parts GROUP BY name HAVING SUM(value) <> 0
"""
