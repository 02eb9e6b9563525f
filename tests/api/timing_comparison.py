"""A statistical test of whether response times distinguish two calls."""

import random
import time
from collections.abc import Callable
from math import comb
from typing import Any, TypeAlias

Call: TypeAlias = Callable[[], Any]


def timing_p_value(one: Call, other: Call, pairs: int) -> float:
    """Return the probability that chance alone makes one call slower than the other in as many pairs as observed."""
    slower_count = 0
    for _ in range(pairs):
        durations = {}
        for call in random.sample((one, other), 2):
            started_at = time.perf_counter()
            call()
            durations[call] = time.perf_counter() - started_at
        slower_count += durations[one] > durations[other]
    tail = sum(comb(pairs, count) for count in range(max(slower_count, pairs - slower_count), pairs + 1))
    return float(2 * tail / 2**pairs)
