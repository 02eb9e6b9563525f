"""Results as rows of a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import msgspec


class BenchmarkRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row: the median of the rounds, with the lowest and the highest."""

    part: str
    database: str
    what: str
    median: float
    low: float
    high: float
    unit: str
    operations: int
    aim: str | None = None
    reached: bool | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Aim:
    """The range that a median should be in, and a text for the table."""

    text: str
    least: float | None = None
    most: float | None = None

    def is_reached(self, value: float) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


def make_row(
    part: str, database: str, what: str, values: Sequence[float], unit: str, operations: int, aim: Aim | None = None
) -> BenchmarkRow:
    """Return the row for the values of several rounds."""
    middle = median(values)
    return BenchmarkRow(
        part=part,
        database=database,
        what=what,
        median=middle,
        low=min(values),
        high=max(values),
        unit=unit,
        operations=operations,
        aim=aim.text if aim else None,
        reached=aim.is_reached(middle) if aim else None,
    )


def ratios(over: Sequence[float], under: Sequence[float]) -> list[float]:
    """Return the ratios round by round. The turns of one round are seconds apart, so the machine is equally loaded."""
    return [one / other for one, other in zip(over, under, strict=True)]
