"""A player's statistics, summed over the results of their matches on request."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from django.db.models import Count, Q, QuerySet, Sum

from games.projections.match_statistics import SeatStatistics
from games.projections.models import ResultRow

SEAT_COLUMNS = tuple(field.name for field in fields(SeatStatistics))
MAX_RULESETS_LISTED = 50
"""Every name of house rules is a rule set of its own here, so the list has to end somewhere."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Counts(SeatStatistics):
    """The sums over some matches; what was scored before a match was abandoned counts, too."""

    matches: int = 0
    finished: int = 0
    abandoned: int = 0
    resigned: int = 0
    won: int = 0
    """Matches won without having resigned."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesetCounts(Counts):
    ruleset: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Statistics:
    """A player's sums over all matches with at least one other person, and over those without (`alone`).

    `rulesets` splits the former by rule set, the most played first.
    """

    total: Counts
    rulesets: tuple[RulesetCounts, ...]
    alone: Counts


def own_statistics(player_id: str) -> Statistics:
    """Return the sums over all of a player's matches, for the player."""
    return _summarize(ResultRow.objects.filter(player_id=player_id))


def public_statistics(player_id: str) -> Statistics:
    """Return the sums that others may see: over public matches that were played to their end."""
    return _summarize(ResultRow.objects.filter(player_id=player_id, visibility="public", status="over"))


_AGGREGATES = {
    "matches": Count("seat"),
    "finished": Count("seat", filter=Q(status="over")),
    "abandoned": Count("seat", filter=Q(status="abandoned")),
    "resigned": Count("seat", filter=Q(resigned=True)),
    "won": Count("seat", filter=Q(won=True, resigned=False)),
    **{column: Sum(column) for column in SEAT_COLUMNS},
}
_ALIASED_AGGREGATES = {f"{name}_in_all": aggregate for name, aggregate in _AGGREGATES.items()}
"""Django refuses an alias that is the name of a column."""


def _summarize(results: QuerySet[ResultRow]) -> Statistics:
    """Sum the results by rule set, with and without other people, in one query."""
    # The totals are added up here from the groups, instead of by a second query.
    groups = list(results.values_list("ruleset", "alone").annotate(**_ALIASED_AGGREGATES))
    groups_with_people = sorted(
        ((name, counts) for name, alone, *counts in groups if not alone), key=_most_played_first
    )
    return Statistics(
        total=_summed_counts([counts for _, counts in groups_with_people]),
        rulesets=tuple(
            RulesetCounts(ruleset=name, **_counts_by_name(counts))
            for name, counts in groups_with_people[:MAX_RULESETS_LISTED]
        ),
        alone=_summed_counts([counts for _, alone, *counts in groups if alone]),
    )


def _most_played_first(ruleset_and_counts: tuple[str, list[int]]) -> tuple[int, str]:
    name, (matches, *_) = ruleset_and_counts
    return (-matches, name)


def _counts_by_name(counts: Iterable[int]) -> dict[str, int]:
    return dict(zip(_AGGREGATES, counts, strict=True))


def _summed_counts(counts_of_groups: Sequence[Iterable[int]]) -> Counts:
    return Counts(**_counts_by_name(map(sum, zip(*counts_of_groups, strict=True)))) if counts_of_groups else Counts()
