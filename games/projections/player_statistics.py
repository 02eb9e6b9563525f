"""A player's statistics: the sums over the results of their matches, read from counters."""

from dataclasses import dataclass

from games.projections.counters import read_counters, read_ranking
from games.projections.match_statistics import SeatStatistics
from games.projections.player_counters import COUNT_SQL, group_name, ranking_name

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
    return _read_statistics(player_id, "own")


def public_statistics(player_id: str) -> Statistics:
    """Return the sums that others may see: over public matches that were played to their end."""
    return _read_statistics(player_id, "public")


def _read_statistics(player_id: str, scope: str) -> Statistics:
    """Return the sums as of the last time that the counters were brought up to date."""
    total, alone = (group_name(player_id, scope, part) for part in ("all", "alone"))
    in_rulesets = f"{ranking_name(player_id, scope)}/in/"
    most_played = read_ranking(ranking_name(player_id, scope), MAX_RULESETS_LISTED)
    groups = [total, alone, *(name.rpartition("/")[0] for name in most_played)]
    values = read_counters([f"{group}/{column}" for group in groups for column in COUNT_SQL])
    counts = {group: {column: values[f"{group}/{column}"] for column in COUNT_SQL} for group in groups}
    rulesets = [RulesetCounts(ruleset=group.removeprefix(in_rulesets), **counts[group]) for group in groups[2:]]
    return Statistics(
        total=Counts(**counts[total]),
        rulesets=tuple(sorted(rulesets, key=lambda each: (-each.matches, each.ruleset))),
        alone=Counts(**counts[alone]),
    )
