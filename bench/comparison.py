"""Comparison in rounds: every contestant has a turn in each, since a machine's speed changes by the minute."""

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench.progress import say


@dataclass(frozen=True, kw_only=True, slots=True)
class Contestant:
    """One way to do the work. `prepare` sets up a turn and returns the function to be timed."""

    name: str
    operations: int
    """Operations in one turn."""
    prepare: Callable[[], Callable[[], object]]


def measure_rates(contestants: Sequence[Contestant], rounds: int) -> dict[str, list[float]]:
    """Return each contestant's operations per second, round by round. One more round, the first, only warms up."""
    found: dict[str, list[float]] = {one.name: [] for one in contestants}
    for number in range(rounds + 1):
        # Rotate the order, so that none always comes right after the same one.
        turn = number % len(contestants)
        for one in [*contestants[turn:], *contestants[:turn]]:
            rate = one.operations / _seconds(one.prepare())
            say(f"round {number} of {rounds}: {one.name} {rate:,.0f}/s{'' if number else ' (warming up)'}")
            if number:
                found[one.name].append(rate)
    return found


def _seconds(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
