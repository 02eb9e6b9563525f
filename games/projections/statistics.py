"""Statistics: what somebody's matches come to, summed over their results when it is asked for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from django.db.models import Count, Q, QuerySet, Sum

from games.eventlog.match_tally import SeatTally
from games.projections.models import ResultRow

DEEDS = tuple(field.name for field in fields(SeatTally))
MOST_RULESETS = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class Counts(SeatTally):
    """What some matches come to. What was scored before a match was abandoned counts, too."""

    matches: int = 0
    finished: int = 0
    abandoned: int = 0
    resigned: int = 0
    won: int = 0
    """Without those that were won after resigning."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesetCounts(Counts):
    ruleset: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Statistics:
    """All matches with at least one other person, the same by rule set (those played most), and those against
    computer players alone."""

    total: Counts
    rulesets: tuple[RulesetCounts, ...]
    alone: Counts


def of(player_id: str) -> Statistics:
    """What the person's matches come to, for their own eyes."""
    return _summed(ResultRow.objects.filter(player_id=player_id))


def seen_by_all(player_id: str) -> Statistics:
    """The same for the eyes of others: only public matches that were played to their end."""
    return _summed(ResultRow.objects.filter(player_id=player_id, visibility="public", status="over"))


_SUMMED = {
    "matches": Count("seat"),
    "finished": Count("seat", filter=Q(status="over")),
    "abandoned": Count("seat", filter=Q(status="abandoned")),
    "resigned": Count("seat", filter=Q(resigned=True)),
    "won": Count("seat", filter=Q(won=True, resigned=False)),
    **{deed: Sum(deed) for deed in DEEDS},
}
_ALIASES = {f"{name}_in_all": summed for name, summed in _SUMMED.items()}
"""Django takes no name that a column has."""


def _summed(results: QuerySet[ResultRow]) -> Statistics:
    """One line for each rule set, with people and without; those that were played most come first."""
    lines = list(results.values_list("ruleset", "alone").annotate(**_ALIASES))
    together = sorted(((name, counts) for name, alone, *counts in lines if not alone), key=_most_first)
    return Statistics(
        total=_total([counts for _, counts in together]),
        rulesets=tuple(RulesetCounts(ruleset=name, **_named(counts)) for name, counts in together[:MOST_RULESETS]),
        alone=_total([counts for _, alone, *counts in lines if alone]),
    )


def _most_first(line: tuple[str, list[int]]) -> tuple[int, str]:
    name, (matches, *_) = line
    return (-matches, name)


def _named(counts: Iterable[int]) -> dict[str, int]:
    return dict(zip(_SUMMED, counts, strict=True))


def _total(lines: Sequence[Iterable[int]]) -> Counts:
    return Counts(**_named(map(sum, zip(*lines, strict=True)))) if lines else Counts()
