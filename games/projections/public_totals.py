"""Sums over all matches that anybody may see: cards, draws, and how many matches there are."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.projections.card_projection import COUNT_COLUMNS
from games.projections.counters import COUNTED_STATUSES, read_counters
from games.projections.match_statistics import CardStatistics


@dataclass(frozen=True, kw_only=True, slots=True)
class Draws:
    """The totals of this server's draws, with which players can check whether it voids suspiciously many."""

    with_entropy: int
    """Matches with entropy from at least one seat."""
    with_voids: int
    """Matches with a void draw."""
    voids: int
    """Void draws."""


def card_totals(cards: Sequence[str]) -> dict[str, CardStatistics]:
    """Return how each of these cards has fared over all matches."""
    values = read_counters([f"card/{card}/{column}" for card in cards for column in COUNT_COLUMNS])
    return {
        card: CardStatistics(**{column: values[f"card/{card}/{column}"] for column in COUNT_COLUMNS}) for card in cards
    }


def draw_totals() -> Draws:
    """Return the totals over all draws, those of running matches included: a void draw must show soon."""
    values = read_counters(["draws/with_entropy", "draws/with_voids", "draws/voids"])
    return Draws(**{name.removeprefix("draws/"): value for name, value in values.items()})


def match_totals() -> dict[str, int]:
    """Return how many public matches are in the lobby and how many are being played."""
    values = read_counters([f"matches/{status}" for status in COUNTED_STATUSES])
    return {name.removeprefix("matches/"): value for name, value in values.items()}
